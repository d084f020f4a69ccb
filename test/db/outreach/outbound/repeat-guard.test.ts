import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import { readWallet } from '../../../build/wallet.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildInbox, inboundFixture } from '../../../build/inbound.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { failure, openTestDatabase, type Owner } from '../../build.ts'
import { receiveMessage } from '../inbound/build.ts'
import {
  buildRow,
  buildSend,
  buildSent,
  claimsOf,
  repeats,
  reserveSend,
  type SendToBuild,
  turnTablesOn,
} from './build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(30))
})
afterAll(async () => {
  expect((await verifyLedger(db)).drifts).toEqual([])
  await close()
})
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await turnTablesOn(db, owner.workspaceId)
})

const to = (...addresses: string[]) => ({ input: { to: addresses, subject: 's', text: 't' } })
const invite = (slug: string) => ({
  capability: 'linkedin.invite',
  input: { profile_url: `https://www.linkedin.com/in/${slug}` },
})
const send = (more?: SendToBuild) => buildSend(db, owner, more)
const request = async (more?: SendToBuild) => reserveSend(db, await send(more))
const sent = (more?: SendToBuild, end?: Parameters<typeof buildSent>[3]) => buildSent(db, owner, more, end)
const later = (days: number) =>
  db.pool.query('update touch set at = at - make_interval(days => $2) where workspace_id = $1', [
    owner.workspaceId,
    days,
  ])

describe('a first message', () => {
  it('to one person is reserved for one of twenty requested at once, and the others name it', async () => {
    const runs = await Promise.all(Array.from({ length: 20 }, () => send()))
    const answers = await Promise.all(runs.map(async (runId) => [runId, await reserveSend(db, runId)] as const))
    const winners = answers.filter(([, { kind }]) => kind === 'reserved').map(([runId]) => runId)
    expect(winners).toHaveLength(1)
    expect(answers.filter(([runId]) => runId !== winners[0]).map(([, answer]) => answer)).toEqual(
      Array.from({ length: 19 }, () => repeats(winners[0] ?? '')),
    )
    expect((await readWallet(db, owner.workspaceId, 'live')).held).toBe(1_000n)
    expect((await Promise.all(runs.map((runId) => claimsOf(db, runId)))).flat()).toEqual(['robin@example.com'])
  })

  it('to two people in either order and at once leaves one run, and no run waits for another forever', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [`a${round}@example.com`, `b${round}@example.com`]
      const runs = await Promise.all(
        [a, b].flatMap((_, index) => [to(a, b), to(b, a)].map((more) => send(index === 0 ? more : to(a)))),
      )
      const answers = await Promise.all(runs.map((runId) => reserveSend(db, runId)))
      expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(1)
    }
  })

  it.each([
    ['kim@example.com', 'kim+news@example.com'],
    ['kim+a@example.com', 'kim+b@example.com'],
    ['k.im@gmail.com', 'kim@googlemail.com'],
  ])('to %s is the only one, also at %s of the same mailbox, under way and after its end', async (one, other) => {
    const first = await send(to(one))
    expect(await reserveSend(db, first)).toMatchObject({ kind: 'reserved' })
    expect(await request(to(other))).toEqual(repeats(first))
    const earlier = await sent(to(`x${one}`))
    expect(await request(to(`x${other}`))).toEqual(repeats(earlier))
  })

  it('to one person by two related addresses is reserved for one of twenty', async () => {
    await buildRow(db, owner, [
      ['email', 'robin@example.com'],
      ['email', 'robin@example.org'],
    ])
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        request(to(index % 2 === 0 ? 'robin@example.com' : 'robin@example.org')),
      ),
    )
    expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(1)
  })

  it('is reserved once while twenty are requested and the first of them ends at once: another may follow, never two at a time', async () => {
    const runs = await Promise.all(Array.from({ length: 20 }, () => send()))
    let under = 0
    let most = 0
    await Promise.all(
      runs.map(async (runId) => {
        if ((await reserveSend(db, runId)).kind !== 'reserved') return
        under += 1
        most = Math.max(most, under)
        await db.pool.query('select pg_sleep(0.01)')
        under -= 1
        await endRun(db, failure(runId))
      }),
    )
    expect(most).toBe(1)
  })

  it('is refused within the window, over the same channel, however the person is named', async () => {
    const row = await buildRow(db, owner, [
      ['email', 'robin@example.com'],
      ['email', 'robin@example.org'],
      ['linkedin', 'in/robin'],
    ])
    const first = await sent()
    expect(await request()).toEqual(repeats(first))
    expect(await request(to('kim@example.com', 'Robin@Example.com'))).toEqual(
      repeats(first, { recipient: 'robin@example.com', thread: null }),
    )
    expect(await request(to('robin@example.org'))).toEqual(repeats(first, { recipient: null, thread: null }))
    expect(await request({ ...to('assistant@example.com'), rowId: row })).toEqual(repeats(first))
    expect(await request(invite('robin'))).toEqual({ kind: 'reserved' })
    expect(await request(to('kim@example.com'))).toEqual({ kind: 'reserved' })
  })

  it('is refused after an invitation: a message goes over the same channel', async () => {
    const first = await sent(invite('robin'))
    expect(
      await request({
        capability: 'linkedin.message',
        input: { profile_url: 'https://linkedin.com/in/robin/', text: 't' },
      }),
    ).toEqual(repeats(first))
  })

  it('passes when the window is over, and a longer one refuses it again', async () => {
    const first = await sent()
    await later(29)
    expect(await request()).toEqual(repeats(first))
    await later(2)
    await db.pool.query('update workspace set repeat_touch_days = 60 where id = $1', [owner.workspaceId])
    expect(await request()).toEqual(repeats(first))
    await db.pool.query('update workspace set repeat_touch_days = 30 where id = $1', [owner.workspaceId])
    expect(await request()).toEqual({ kind: 'reserved' })
  })

  it('does not affect another workspace or the other environment, which write to the same person', async () => {
    await sent()
    expect(await request()).toMatchObject({ kind: 'blocked' })
    owner = { ...owner, environment: 'test' }
    expect(await request()).toEqual({ kind: 'reserved' })
    owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
    await turnTablesOn(db, owner.workspaceId)
    expect(await request()).toEqual({ kind: 'reserved' })
  })
})

describe('what passes the guard', () => {
  const reply = (answered: string, more: object = {}) => ({
    input: { to: 'robin@example.com', subject: 's', text: 't', in_reply_to: answered, ...more },
  })

  it('a reply to the people of its thread, and to no other recipient', async () => {
    const answered = `<${randomUUID()}>`
    const kim = await sent(to('kim@example.com'))
    const robin = await sent({}, { output: { message_id: answered, thread_id: randomUUID() } })
    const thread = { member: 'in_reply_to', id: answered }
    expect(await request(reply(`<${randomUUID()}>`))).toEqual(
      repeats(robin, { recipient: 'robin@example.com', thread }),
    )
    expect(await request(reply(answered, { cc: 'kim@example.com' }))).toEqual(repeats(kim))
    expect(await request(reply(answered))).toEqual({ kind: 'reserved' })
    owner = { ...owner, environment: 'test' }
    const elsewhere = await sent()
    expect(await request(reply(answered))).toEqual(repeats(elsewhere))
  })

  it.each([
    ['<id@mail.example>', 'id@mail.example'],
    ['<id@mail.example>', ' < id@mail.example > '],
    ['id@mail.example', '<id@mail.example>'],
    ['id@mail.example', 'id@mail.example'],
  ])('a reply to a message stored as %j that names it %j', async (stored, written) => {
    const own = (id: string) => id.replace('id', owner.workspaceId)
    await sent({}, { output: { message_id: own(stored), thread_id: null } })
    expect(await request(reply(own(written)))).toEqual({ kind: 'reserved' })
  })

  it('a reply to a person who was written to at another address too', async () => {
    const answered = `<${randomUUID()}>`
    await buildRow(db, owner, [
      ['email', 'robin@example.com'],
      ['email', 'robin@example.org'],
    ])
    await sent({ allowRepeat: true }, { output: { message_id: answered, thread_id: randomUUID() } })
    const elsewhere = await sent({ ...to('robin@example.org'), allowRepeat: true })
    expect(await request()).toEqual(repeats(elsewhere))
    expect(await request(reply(answered))).toEqual({ kind: 'reserved' })
  })

  it('a reply to a received message, for its sender, its recipients and those of the thread', async () => {
    const [thread, answered] = [randomUUID(), `<${randomUUID()}>`]
    const message = inboundFixture('agentmail-received')
    const inbox = await buildInbox(db, owner)
    await sent({}, { output: { message_id: `<${randomUUID()}>`, thread_id: thread } })
    await sent(to('robin.sample@example.com', 'kim.sample@example.com'))
    await receiveMessage(db, 'agentmail', {
      ...message,
      message: { ...Object(message['message']), inbox_id: inbox.externalId, message_id: answered, thread_id: thread },
    })
    const everyone = ['robin.sample@example.com', 'kim.sample@example.com', 'robin@example.com']
    const row = await buildRow(db, owner, [['email', 'robin@example.com']])
    expect(await request({ ...reply(answered, { to: everyone, bcc: 'new@example.com' }), rowId: row })).toEqual({
      kind: 'reserved',
    })
  })

  it('routing.allow_repeat, which still counts for the next one', async () => {
    const more = { allowRepeat: true }
    await sent()
    await later(60)
    const passing = await send(more)
    expect(await reserveSend(db, passing)).toEqual({ kind: 'reserved' })
    expect(await claimsOf(db, passing)).toEqual(['robin@example.com'])
    expect(await request()).toEqual(repeats(passing))
    expect(await request(more)).toEqual({ kind: 'reserved' })
  })

  it('a send with a window of zero days', async () => {
    await sent()
    await db.pool.query('update workspace set repeat_touch_days = 0 where id = $1', [owner.workspaceId])
    expect(await request()).toEqual({ kind: 'reserved' })
  })

  it('every send while tables are off; earlier sends count once they are on', async () => {
    await db.pool.query('update workspace set tables_enabled_at = null where id = $1', [owner.workspaceId])
    await sent()
    const second = await sent()
    const third = await send()
    expect(await reserveSend(db, third)).toEqual({ kind: 'reserved' })
    await turnTablesOn(db, owner.workspaceId)
    expect(await request()).toEqual(repeats(third))
    await endRun(db, failure(third))
    expect(await request()).toEqual(repeats(second))
  })

  it('a message into a chat with a known person, which counts for that person', async () => {
    const chat = { capability: 'chat.send', input: { platform: 'whatsapp', phone: '+12025550123', text: 't' } }
    const first = await sent(chat, { output: { chat_id: 'c1' } })
    const inChat = await send({ capability: 'chat.send', input: { platform: 'whatsapp', chat_id: 'c1', text: 't' } })
    expect(await reserveSend(db, inChat)).toEqual({ kind: 'reserved' })
    expect(await claimsOf(db, inChat)).toEqual(['+12025550123'])
    expect(await request(chat)).toEqual(repeats(inChat))
    await endRun(db, failure(inChat))
    expect(await request(chat)).toEqual(repeats(first))
  })
})
