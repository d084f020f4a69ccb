import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
import { listSuppressions } from '../../../db/outreach/outbound/suppressions.ts'
import { readSenders } from '../../../db/outreach/senders/read.ts'
import { acceptRun } from '../../../usecases/runs/accept-run.ts'
import type { Database } from '../../../db/database.ts'
import { buildInbox, inboundFixture, readStream } from '../../build/inbound.ts'
import { buildConnection, testCipher } from '../../build/connection.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { buildNewRun, openTestDatabase, type Owner } from '../../db/build.ts'
import { buildSend, buildSent, reserveSend, suppress, turnTablesOn } from '../../db/outreach/outbound/build.ts'
import { receiveMessage } from '../../db/outreach/inbound/build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await turnTablesOn(db, owner.workspaceId)
})

const inside = (fixture: string, member: string, change: object): JsonObject => {
  const message = inboundFixture(fixture)
  return { ...message, [member]: { ...Object(message[member]), ...change } }
}
const bounce = (inbox: string, more: object = {}) => inside('agentmail-bounced', 'bounce', { inbox_id: inbox, ...more })
const suppressions = async (of = owner) =>
  (await listSuppressions(db, { ...of, kind: null, reason: null, after: null, limit: 100 })).map(
    ({ value, reason, source }) => ({ value, reason, source }),
  )
const streamOf = async (of = owner) => readStream(db, of)

describe('a bounce', () => {
  it('suppresses its recipients when it is permanent, with the event as the source, and blocks the next send to them', async () => {
    const inbox = await buildInbox(db, owner)
    await receiveMessage(
      db,
      'agentmail',
      bounce(inbox.externalId, {
        recipients: [
          { address: 'Robin@Example.com', status: '5.1.1' },
          { address: 'kim@example.com', status: '5.1.1' },
        ],
      }),
    )
    const [event] = await streamOf()
    expect(await suppressions()).toEqual(
      expect.arrayContaining([
        { value: 'robin@example.com', reason: 'bounce', source: event?.id },
        { value: 'kim@example.com', reason: 'bounce', source: event?.id },
      ]),
    )
    expect(await reserveSend(db, await buildSend(db, owner))).toEqual({
      kind: 'blocked',
      block: { kind: 'suppressed', reason: 'bounce', position: 1 },
    })
    const elsewhere = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' } as const
    expect(await reserveSend(db, await buildSend(db, elsewhere))).toEqual({ kind: 'reserved' })
  })

  it('suppresses no one when it is temporary', async () => {
    const inbox = await buildInbox(db, owner)
    await receiveMessage(db, 'agentmail', bounce(inbox.externalId, { type: 'Transient' }))
    expect([await suppressions(), (await streamOf()).map(({ type }) => type)]).toEqual([[], ['email.bounced']])
  })

  it('leaves a suppression that exists as it is', async () => {
    const inbox = await buildInbox(db, owner)
    await suppress(db, owner, 'email', 'robin.sample@example.com', 'unsubscribe')
    await receiveMessage(db, 'agentmail', bounce(inbox.externalId))
    expect(await suppressions()).toEqual([{ value: 'robin.sample@example.com', reason: 'unsubscribe', source: 'api' }])
  })

  it('is kept while tables are off', async () => {
    await db.pool.query('update workspace set tables_enabled_at = null where id = $1', [owner.workspaceId])
    const inbox = await buildInbox(db, owner)
    await receiveMessage(db, 'agentmail', bounce(inbox.externalId))
    expect((await suppressions()).map(({ value }) => value)).toEqual(['robin.sample@example.com'])
  })
})

describe('a report of an own account', () => {
  it('is about inboxes of that account alone, and those of the platform are about the others', async () => {
    const mine = await buildConnection(
      { db, cipher: testCipher() },
      { ...owner, provider: 'agentmail', credential: 'a' },
    )
    const inbox = await buildInbox(db, owner)
    const { id: workspaceId } = await buildWorkspace(db)
    const connection = { workspaceId, provider: 'agentmail', credential: 'b' }
    const outsider = await buildConnection({ db, cipher: testCipher() }, connection)
    const message = bounce(inbox.externalId)
    const report = (connectionId: string | null) => receiveMessage(db, 'agentmail', message, connectionId)
    expect([await report(outsider), await report(mine), await report(null)]).toEqual([
      'unknown_owner',
      'unknown_owner',
      'written',
    ])
    expect(await streamOf({ workspaceId, environment: 'live' })).toEqual([])
  })
})

describe('a report of Resend', () => {
  it('suppresses the recipient that it names; with several it names none', async () => {
    const address = `sales-${randomUUID()}@example.org`
    await buildInbox(db, owner, { provider: 'resend', externalId: randomUUID(), address })
    for (const to of [['kim@example.com', 'lee@example.com'], ['robin@example.com']])
      await receiveMessage(db, 'resend', inside('resend-bounced', 'data', { from: address, to }))
    await receiveMessage(
      db,
      'resend',
      inside('resend-complained', 'data', { from: address, to: ['a@b.example', 'c@b.example'] }),
    )
    expect((await suppressions()).map(({ value }) => value)).toEqual(['robin@example.com'])
    expect((await streamOf()).map(({ type }) => type)).toEqual(['email.bounced', 'email.bounced', 'email.complained'])
  })
})

describe('a complaint', () => {
  it('suppresses the recipients that complained; other reports do not', async () => {
    const inbox = await buildInbox(db, owner)
    await receiveMessage(
      db,
      'agentmail',
      inside('agentmail-delivered', 'delivery', { inbox_id: inbox.externalId, recipients: ['kim@example.com'] }),
    )
    await receiveMessage(db, 'agentmail', inside('agentmail-rejected', 'reject', { inbox_id: inbox.externalId }))
    await receiveMessage(db, 'agentmail', inside('agentmail-complained', 'complaint', { inbox_id: inbox.externalId }))
    expect(await suppressions()).toEqual([
      { value: 'robin.sample@example.com', reason: 'complaint', source: (await streamOf())[2]?.id },
    ])
  })
})

describe('the send that a report of Resend is about', () => {
  const delivered = (more: object) => inside('resend-delivered', 'data', { tags: {}, ...more })
  const addressOf = () => `sales-${randomUUID()}@example.org`

  it('is identified by the message, whatever the address', async () => {
    const address = addressOf()
    const inbox = await buildInbox(db, owner, { provider: 'resend', externalId: randomUUID(), address })
    await buildInbox(
      db,
      { workspaceId: (await buildWorkspace(db)).id, environment: 'live' },
      { provider: 'resend', externalId: randomUUID(), address },
    )
    const message = randomUUID()
    await buildSent(db, owner, {}, { output: { message_id: message, inbox_id: inbox.id } })
    expect(await receiveMessage(db, 'resend', delivered({ email_id: message, from: `Sales <${address}>` }))).toBe(
      'written',
    )
    expect(await streamOf()).toMatchObject([
      { type: 'email.delivered', data: { inbox: address, inbox_id: inbox.id, message_id: message } },
    ])
  })

  it('is identified by the address when only one workspace has it', async () => {
    const address = addressOf()
    const inbox = await buildInbox(db, owner, { provider: 'resend', externalId: randomUUID(), address })
    expect(await receiveMessage(db, 'resend', delivered({ email_id: randomUUID(), from: address.toUpperCase() }))).toBe(
      'written',
    )
    await buildInbox(
      db,
      { workspaceId: (await buildWorkspace(db)).id, environment: 'live' },
      { provider: 'resend', externalId: randomUUID(), address },
    )
    expect(await receiveMessage(db, 'resend', delivered({ email_id: randomUUID(), from: address }))).toBe(
      'unknown_owner',
    )
    expect(await streamOf()).toMatchObject([{ data: { inbox_id: inbox.id } }])
  })

  it("is identified by the run in the message's tags, and by no run of another workspace", async () => {
    const address = addressOf()
    const other = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' } as const
    await buildInbox(db, other, { provider: 'resend', externalId: randomUUID(), address })
    const inbox = await buildInbox(db, owner, { provider: 'resend', externalId: randomUUID(), address })
    const runId = await buildSent(db, owner, {}, { outcome: 'unknown' })
    expect(
      await receiveMessage(db, 'resend', delivered({ email_id: randomUUID(), from: address, tags: { run_id: runId } })),
    ).toBe('written')
    expect([await streamOf(), await streamOf(other)]).toMatchObject([
      [{ data: { inbox_id: inbox.id, run_id: runId } }],
      [],
    ])
  })
})

describe('a report of a send with an unknown outcome', () => {
  const reported = async (more: object = {}, fixture = 'agentmail-delivered', member = 'delivery') => {
    const inbox = await buildInbox(db, owner)
    return {
      inbox,
      receive: () =>
        receiveMessage(
          db,
          'agentmail',
          inside(fixture, member, {
            inbox_id: inbox.externalId,
            message_id: `<${randomUUID()}>`,
            timestamp: new Date().toISOString(),
            recipients: ['robin@example.com'],
            ...more,
          }),
        ),
    }
  }
  const unknown = async (more?: Parameters<typeof buildSend>[2]): Promise<string> => {
    const runId = await buildSent(db, owner, { allowRepeat: true, ...more }, { outcome: 'unknown' })
    await db.pool.query(`update attempt set provider = 'agentmail' where run_id = $1`, [runId])
    return runId
  }

  it('names its run, in every kind of report', async () => {
    const runId = await unknown()
    await (await reported()).receive()
    await (
      await reported({ recipients: [{ address: 'robin@example.com', status: '5' }] }, 'agentmail-bounced', 'bounce')
    ).receive()
    await (await reported({}, 'agentmail-complained', 'complaint')).receive()
    await (await reported({}, 'agentmail-rejected', 'reject')).receive()
    expect((await streamOf()).map(({ type, data }) => [type, data['run_id']])).toEqual(
      ['email.delivered', 'email.bounced', 'email.complained', 'email.rejected'].map((type) => [type, runId]),
    )
  })

  it('names none when two runs match', async () => {
    await unknown()
    await unknown()
    await (await reported()).receive()
    expect((await streamOf())[0]?.data).not.toHaveProperty('run_id')
  })

  it('names none when the recipients, the inbox, the time or the provider differs', async () => {
    const { receive, inbox } = await reported()
    const runId = await unknown({ input: { to: 'kim@example.com', subject: 's', text: 't' } })
    await unknown({ input: { to: 'robin@example.com', subject: 's', text: 't', inbox_id: 'inbox_other' } })
    await receive()
    await db.pool.query(`update attempt set started_at = started_at - interval '4 days' where run_id = $1`, [
      await unknown(),
    ])
    await receive()
    await db.pool.query(`update attempt set provider = 'resend' where run_id = $1`, [await unknown()])
    await receive()
    const named = await unknown({ input: { to: 'robin@example.com', subject: 's', text: 't', from: inbox.address } })
    await receive()
    expect((await streamOf()).map(({ data }) => data['run_id'])).toEqual([undefined, undefined, undefined, named])
    expect(runId).not.toBe(named)
  })

  it('names none of a send with a known outcome', async () => {
    await unknown()
    const message = `<${randomUUID()}>`
    await buildSent(db, owner, { allowRepeat: true }, { output: { message_id: message } })
    await (await reported({ message_id: message })).receive()
    expect((await streamOf())[0]?.data).not.toHaveProperty('run_id')
  })
})

describe('an answer to a message that was received', () => {
  const senders = async (of: Owner, answered: string) => {
    const run = buildNewRun(of, {
      work: { capability: 'email.send' },
      input: { to: 'robin@example.com', subject: 's', text: 't', in_reply_to: answered },
    })
    await acceptRun(db, run)
    return readSenders(db, { runId: run.id, provider: 'agentmail', connectionId: null, kind: 'inbox', named: [] })
  }
  const received = (inbox: string, message: string) =>
    receiveMessage(db, 'agentmail', inside('agentmail-received', 'message', { inbox_id: inbox, message_id: message }))

  it('goes out from the inbox that received it, and is refused for every other workspace', async () => {
    const message = `<${randomUUID()}>`
    await buildInbox(db, owner)
    const inbox = await buildInbox(db, owner)
    expect((await senders(owner, message)).origin).toEqual({ kind: 'unseen' })
    await received(inbox.externalId, message)
    expect((await senders(owner, message)).origin).toEqual({ kind: 'own', senderId: inbox.id })
    expect((await senders({ ...owner, environment: 'test' }, message)).origin).toEqual({ kind: 'foreign' })
    expect(
      (await senders({ workspaceId: (await buildWorkspace(db)).id, environment: 'live' }, message)).origin,
    ).toEqual({ kind: 'foreign' })
  })

  it('is known with any number of receivers, and goes out from the receiving inbox before the one that sent it', async () => {
    const message = `<${randomUUID()}>`
    const other = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' } as const
    const [mine, sentFrom, theirs] = [
      await buildInbox(db, owner),
      await buildInbox(db, owner),
      await buildInbox(db, other),
    ]
    await buildSent(db, owner, { allowRepeat: true }, { output: { message_id: message, inbox_id: sentFrom.id } })
    for (const inbox of [theirs, mine, mine]) await received(inbox.externalId, message)
    expect((await senders(owner, message)).origin).toEqual({ kind: 'own', senderId: mine.id })
    expect((await senders(other, message)).origin).toEqual({ kind: 'own', senderId: theirs.id })
  })
})
