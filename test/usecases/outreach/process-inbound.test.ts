import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
import { changeOutreachPolicy } from '../../../db/outreach/law/settings.ts'
import { correctClass } from '../../../usecases/outreach/correct-class.ts'
import { listSuppressions } from '../../../db/outreach/outbound/suppressions.ts'
import { processTogether } from '../../../usecases/outreach/process-inbound.ts'
import { claimOverdueInbound } from '../../../db/outreach/inbound/sweep.ts'
import { END_EARLIER_WORK } from '../../../db/access/members/end-earlier.ts'
import { removeAccount } from '../../../db/outreach/messaging-accounts/queries.ts'
import type { Database } from '../../../db/database.ts'
import { testCipher } from '../../build/connection.ts'
import { buildAccount, buildInbox, inboundFixture, readStream } from '../../build/inbound.ts'
import { buildWebhook } from '../../build/webhook.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../db/build.ts'
import { storeMessage, receiveMessage } from '../../db/outreach/inbound/build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(30))
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
})

const stream = () => readStream(db, owner)
const types = async (): Promise<string[]> => (await stream()).map(({ type }) => type)
const inMail = (inbox: string, more: object = {}): JsonObject => {
  const message = inboundFixture('agentmail-received')
  return { ...message, message: { ...Object(message['message']), inbox_id: inbox, ...more } }
}
const status = (account: string, message: string): JsonObject => ({
  AccountStatus: { account_id: account, account_type: 'LINKEDIN', message },
})
const rowOf = async (id: string) =>
  (
    await db.pool.query(
      'select body, outcome, sweep_at, processed_at is not null as processed from inbound_message where id = $1',
      [id],
    )
  ).rows[0]
const statusOf = async (id: string): Promise<string> =>
  (await db.pool.query('select status from messaging_account where id = $1', [id])).rows[0].status

describe('a message that is processed', () => {
  it('is an event of the workspace that has the inbox, and only of its environment', async () => {
    const inbox = await buildInbox(db, owner)
    expect(await receiveMessage(db, 'agentmail', inMail(inbox.externalId))).toBe('written')
    expect(await stream()).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'email.received',
        data: {
          inbox: inbox.address,
          inbox_id: inbox.id,
          message_id: '<0100019a-received@example.com>',
          thread_id: expect.any(String),
          from: 'Robin Sample <robin.sample@example.com>',
          to: ['sales@agentmail.example'],
          cc: ['Kim Sample <kim.sample@example.com>'],
          subject: 'Re: A question',
          preview: 'Thank you, that would be',
          text: 'Thank you, that would be great.\n\nRobin',
          labels: ['received', 'unread'],
          received_at: '2026-11-20T09:30:01.500Z',
          class: 'reply',
          evidence: null,
          returns_at: null,
          successor: null,
        },
      },
    ])
    expect(await readStream(db, { ...owner, environment: 'test' })).toEqual([])
  })

  it('that objects and whose sender is not proven adds no suppression until a person confirms it', async () => {
    const inbox = await buildInbox(db, owner)
    const forged = { ...inMail(inbox.externalId, { text: 'Please remove me from your list.' }) }
    await receiveMessage(db, 'agentmail', { ...forged, event_type: 'message.received.unauthenticated' })
    const [event] = await stream()
    expect(event?.data).toMatchObject({
      class: 'unsubscribe_request',
      labels: expect.arrayContaining(['unauthenticated']),
    })
    const suppressed = async () =>
      (await listSuppressions(db, { ...owner, kind: null, reason: null, after: null, limit: 10 })).map(
        ({ value }) => value,
      )
    expect(await suppressed()).toEqual([])
    const messageId = String(event?.data['message_id'])
    const confirmed = { messageId, class: 'unsubscribe_request', liftSuppression: false, actor: 'usr_1' } as const
    expect(await correctClass(db, owner, confirmed)).toMatchObject({ suppression: 'added' })
    expect(await suppressed()).toEqual(['robin.sample@example.com'])
  })

  it('that declines suppresses its sender where the outreach policy asks for it, until an objection takes its place', async () => {
    const inbox = await buildInbox(db, owner)
    const receive = (text: string, more: JsonObject = {}) => {
      const mail = inMail(inbox.externalId, { text, message_id: `<${randomUUID()}@example.com>` })
      return receiveMessage(db, 'agentmail', { ...mail, ...more })
    }
    const suppressed = async () =>
      (await listSuppressions(db, { ...owner, kind: null, reason: null, after: null, limit: 10 })).map(
        ({ value, reason }) => [value, reason],
      )
    const declines = 'No thanks, we are not interested.'
    await receive(declines)
    expect((await stream()).map(({ data }) => data['class'])).toEqual(['not_interested'])
    expect(await suppressed()).toEqual([])
    await changeOutreachPolicy(db, owner.workspaceId, { not_interested: 'suppress' })
    await receive(declines, { event_type: 'message.received.unauthenticated' })
    expect(await suppressed()).toEqual([])
    await receive(declines)
    expect(await suppressed()).toEqual([['robin.sample@example.com', 'not_interested']])
    const message = { messageId: String((await stream()).at(-1)?.data['message_id']), actor: 'usr_1' }
    const reply = { ...message, class: 'reply' } as const
    expect(await correctClass(db, owner, { ...reply, liftSuppression: false })).toMatchObject({ suppression: 'kept' })
    expect(await correctClass(db, owner, { ...reply, liftSuppression: true })).toMatchObject({ suppression: 'lifted' })
    expect(await suppressed()).toEqual([])
    const declined = { ...message, class: 'not_interested', liftSuppression: false } as const
    expect(await correctClass(db, owner, declined)).toMatchObject({ suppression: 'added' })
    await receive('Please remove me from your list.')
    expect(await suppressed()).toEqual([['robin.sample@example.com', 'unsubscribe']])
  })

  it('is processed once by twenty at the same time, and its body is deleted', async () => {
    const inbox = await buildInbox(db, owner)
    const id = await storeMessage(db, 'agentmail', inMail(inbox.externalId))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => processTogether({ db, cipher: testCipher() }, id)),
    )
    expect(answers.map(({ outcome }) => outcome)).toEqual(answers.map(() => 'written'))
    expect(await types()).toEqual(['email.received'])
    expect(await rowOf(id)).toEqual({ body: null, outcome: 'written', sweep_at: null, processed: true })
  })

  it('adds a delivery for every endpoint that subscribes to it, and returns the ones to start', async () => {
    const inbox = await buildInbox(db, owner)
    for (const events of [[], ['email.received'], ['email.bounced']])
      await buildWebhook({ db, cipher: testCipher() }, owner, 'https://example.com/hook', events)
    const { deliveries } = await processTogether(
      { db, cipher: testCipher() },
      await storeMessage(db, 'agentmail', inMail(inbox.externalId)),
    )
    expect(deliveries).toHaveLength(2)
    const { rows } = await db.pool.query(
      `select id from webhook_delivery where workspace_id = $1 and event_type = 'email.received'`,
      [owner.workspaceId],
    )
    expect(rows.map(({ id }) => id).toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted())
  })

  it.each([
    ['agentmail', 'agentmail-received'],
    ['agentmail', 'agentmail-bounced'],
    ['resend', 'resend-bounced'],
    ['unipile', 'unipile-linkedin-message'],
    ['unipile', 'unipile-mail-received'],
    ['unipile', 'unipile-new-relation'],
    ['unipile', 'unipile-account-credentials'],
  ] as const)(
    'has an unknown owner and makes no event when its inbox or account is unknown (%s: %s)',
    async (provider, fixture) => {
      const events = async () => (await db.pool.query('select count(*)::int as count from event')).rows[0].count
      const before = await events()
      const id = await storeMessage(db, provider, inboundFixture(fixture))
      expect((await processTogether({ db, cipher: testCipher() }, id)).outcome).toBe('unknown_owner')
      expect([await events(), (await rowOf(id)).body]).toEqual([before, null])
    },
  )

  it('is ignored without an error after it was processed and purged', async () => {
    expect(await processTogether({ db, cipher: testCipher() }, 'inb_gone')).toEqual({
      outcome: 'nothing',
      deliveries: [],
    })
  })

  it('has an unknown owner when the inbox was removed', async () => {
    const inbox = await buildInbox(db, owner)
    await db.transaction({ name: 'end_earlier_work', effect: true }, (tx) =>
      tx.query(END_EARLIER_WORK, { workspaceId: owner.workspaceId }),
    )
    expect(await receiveMessage(db, 'agentmail', inMail(inbox.externalId))).toBe('unknown_owner')
    expect(await stream()).toEqual([])
  })

  it('is claimed by one of two sweepers when it is overdue', async () => {
    const id = await storeMessage(db, 'agentmail', inboundFixture('agentmail-received'))
    await db.pool.query(`update inbound_message set sweep_at = clock_timestamp() - interval '1 second' where id = $1`, [
      id,
    ])
    const claims = await Promise.all([claimOverdueInbound(db, 100, 30), claimOverdueInbound(db, 100, 30)])
    expect(claims.flat().filter((claimed) => claimed.id === id)).toEqual([
      { id, provider: 'agentmail', turnKey: expect.stringMatching(/^[0-9a-f]{16}$/) },
    ])
  })

  it('is claimed round robin over inboxes and accounts: the older backlog of one delays no other', async () => {
    const account = `acc_${randomUUID()}`
    const backlog = [1, 2, 3, 4, 5].map(() => storeMessage(db, 'unipile', status(account, 'OK')))
    const ids = [
      ...(await Promise.all(backlog)),
      await storeMessage(db, 'agentmail', inMail(`${randomUUID()}@agentmail.example`)),
    ]
    await db.pool.query(
      `update inbound_message set sweep_at = clock_timestamp() + interval '1 hour' where processed_at is null`,
    )
    await db.pool.query(
      `update inbound_message m set sweep_at = clock_timestamp() - interval '1 hour' + o.place * interval '1 second'
       from unnest($1::text[]) with ordinality as o (id, place) where m.id = o.id`,
      [ids],
    )
    const claimed = async (limit: number): Promise<string[]> =>
      (await claimOverdueInbound(db, limit, 30)).map(({ id }) => id).toSorted()
    expect(await claimed(2)).toEqual([ids[0], ids[5]].toSorted())
    expect(await claimed(100)).toEqual(ids.slice(1, 5).toSorted())
  })
})

describe('messages of accounts', () => {
  it.each([
    ['linkedin', 'in/robin-sample', 'linkedin'],
    ['instagram', 'instagram:robin.sample', 'handle'],
    ['whatsapp', '+12025550123', 'phone'],
  ] as const)(
    "on %s are events with the account's own id, and record who is in the chat",
    async (network, value, kind) => {
      const account = await buildAccount(db, owner, { network })
      expect(
        await receiveMessage(db, 'unipile', {
          ...inboundFixture(`unipile-${network}-message`),
          account_id: account.externalId,
        }),
      ).toBe('written')
      expect(await stream()).toMatchObject([
        {
          type: `${network}.message_received`,
          data: { account: account.name, account_id: account.id, chat_id: 'chat_sample' },
        },
      ])
      const { rows } = await db.pool.query(
        'select channel, chat_id, kind, value from chat_participant where workspace_id = $1',
        [owner.workspaceId],
      )
      expect(rows).toContainEqual({ channel: network, chat_id: 'chat_sample', kind, value })
    },
  )

  it('that are e-mails are events of a Gmail account, and of no other network', async () => {
    const gmail = await buildAccount(db, owner, { network: 'gmail' })
    const linkedin = await buildAccount(db, owner)
    const mail = inboundFixture('unipile-mail-received')
    expect(await receiveMessage(db, 'unipile', { ...mail, account_id: gmail.externalId })).toBe('written')
    expect(await receiveMessage(db, 'unipile', { ...mail, account_id: linkedin.externalId })).toBe('nothing')
    expect(await stream()).toMatchObject([
      { type: 'gmail.received', data: { account_id: gmail.id, from: 'Robin Sample <robin.sample@example.com>' } },
    ])
  })
})

describe('a message that objects', () => {
  const suppressions = async () =>
    (
      await db.pool.query(
        'select kind, value, reason, source from suppression where workspace_id = $1 and environment = $2 order by kind',
        [owner.workspaceId, owner.environment],
      )
    ).rows

  it.each([
    ['linkedin', 'linkedin', 'in/robin-sample'],
    ['instagram', 'handle', 'instagram:robin.sample'],
    ['whatsapp', 'phone', '+12025550123'],
  ] as const)('on %s suppresses its sender, with the event as source', async (network, kind, value) => {
    const account = await buildAccount(db, owner, { network })
    await receiveMessage(db, 'unipile', {
      ...inboundFixture(`unipile-${network}-message`),
      account_id: account.externalId,
      message: 'Please stop messaging me.',
    })
    const [event] = await stream()
    expect(event).toMatchObject({ data: { class: 'unsubscribe_request' } })
    expect(await suppressions()).toContainEqual({ kind, value, reason: 'unsubscribe', source: event?.id })
  })

  it('of a person that the network names only by its own id suppresses the names of the connection', async () => {
    const account = await buildAccount(db, owner)
    const relation = inboundFixture('unipile-new-relation')
    await receiveMessage(db, 'unipile', { ...relation, account_id: account.externalId })
    await receiveMessage(db, 'unipile', {
      ...inboundFixture('unipile-linkedin-message'),
      account_id: account.externalId,
      sender: { attendee_provider_id: relation['user_provider_id'] },
      message: 'Unsubscribe',
    })
    expect(await suppressions()).toContainEqual(
      expect.objectContaining({ kind: 'linkedin', value: 'in/robin-sample', reason: 'unsubscribe' }),
    )
  })

  it('by mail takes the place of another reason, and of an environment suppresses there alone', async () => {
    const inbox = await buildInbox(db, owner)
    const mail = (text: string) => inMail(inbox.externalId, { text, message_id: `<${randomUUID()}@example.com>` })
    await receiveMessage(db, 'agentmail', mail('Not interested, thanks.'))
    expect(await suppressions()).toEqual([])
    await receiveMessage(db, 'agentmail', mail('Kein Interesse, bitte keine weiteren E-Mails.'))
    const source = (await stream()).at(-1)?.id
    const robin = { kind: 'email', value: 'robin.sample@example.com', reason: 'unsubscribe' }
    expect(await suppressions()).toEqual([{ ...robin, source }])
    await receiveMessage(db, 'agentmail', mail('STOP'))
    expect(await suppressions()).toEqual([{ ...robin, source }])
  })
})

describe('the status of an account', () => {
  it('is an event when it changes, and none when it is reported again', async () => {
    const account = await buildAccount(db, owner)
    const outcomes = []
    for (const message of [
      'OK',
      'CREDENTIALS',
      'CREDENTIALS',
      'ERROR',
      'CONNECTING_DONE',
      'RECONNECTED',
      'SYNC_SUCCESS',
      'OK',
      'DELETED',
    ].filter((one) => one !== 'CONNECTING_DONE')) {
      outcomes.push(await receiveMessage(db, 'unipile', status(account.externalId, message)))
    }
    expect(outcomes).toEqual(['nothing', 'written', 'nothing', 'nothing', 'written', 'nothing', 'nothing', 'written'])
    const own = { network: 'linkedin', account: account.name, account_id: account.id }
    expect((await stream()).map(({ type, data }) => ({ type, data }))).toEqual([
      {
        type: 'account.disconnected',
        data: { ...own, status: 'credentials', next_step: expect.stringContaining('POST /v1/linkedin/accounts') },
      },
      { type: 'account.reconnected', data: { ...own, status: 'connected' } },
      { type: 'account.disconnected', data: { ...own, status: 'deleted', next_step: expect.any(String) } },
    ])
    expect(await statusOf(account.id)).toBe('disconnected')
  })

  it('follows the order of receipt, whichever report is processed first', async () => {
    const account = await buildAccount(db, owner)
    const ids = []
    for (const message of ['CREDENTIALS', 'OK', 'ERROR', 'OK'])
      ids.push(await storeMessage(db, 'unipile', status(account.externalId, message)))
    for (const id of ids.toReversed())
      expect((await processTogether({ db, cipher: testCipher() }, id)).outcome).toBe('written')
    expect((await stream()).map(({ type, data }) => [type, data['status']])).toEqual([
      ['account.disconnected', 'credentials'],
      ['account.reconnected', 'connected'],
      ['account.disconnected', 'error'],
      ['account.reconnected', 'connected'],
    ])
  })

  it('follows the order of receipt when twenty are processed at once, repeatedly', async () => {
    const account = await buildAccount(db, owner)
    const ids: string[] = []
    for (let index = 0; index < 20; index += 1)
      ids.push(await storeMessage(db, 'unipile', status(account.externalId, index % 2 === 0 ? 'STOPPED' : 'OK')))
    await Promise.all(
      ids.toSorted(() => Math.random() - 0.5).map((id) => processTogether({ db, cipher: testCipher() }, id)),
    )
    expect(await types()).toEqual(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'account.disconnected' : 'account.reconnected')),
    )
  })

  it('waits when more reports arrive than are taken at once', async () => {
    const account = await buildAccount(db, owner)
    const ids: string[] = []
    for (let index = 0; index < 102; index += 1)
      ids.push(await storeMessage(db, 'unipile', status(account.externalId, index % 2 === 0 ? 'STOPPED' : 'OK')))
    const last = ids.at(-1) ?? ''
    expect((await processTogether({ db, cipher: testCipher() }, last)).outcome).toBeNull()
    expect((await processTogether({ db, cipher: testCipher() }, last)).outcome).toBe('written')
    expect(await types()).toHaveLength(102)
  })

  it('makes no event when the account has just been connected, or when the workspace has removed it', async () => {
    const fresh = await buildAccount(db, owner)
    expect(await receiveMessage(db, 'unipile', status(fresh.externalId, 'CREATION_SUCCESS'))).toBe('nothing')
    const removed = await buildAccount(db, owner)
    await removeAccount(db, { ...owner, id: removed.id })
    expect(await receiveMessage(db, 'unipile', status(removed.externalId, 'DELETED'))).toBe('nothing')
    expect([await stream(), await statusOf(fresh.id), await statusOf(removed.id)]).toEqual([[], 'connected', 'removed'])
  })
})
