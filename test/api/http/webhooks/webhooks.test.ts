import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { EVENT_TYPES } from '../../../../domain/events/types.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { newRecipient, RAISED, raiseEvents, unsubscribeRecipient } from '../../../support/events.ts'
import { at, httpClient, type HttpClient } from '../../../support/http.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

const LIST = '/v1/webhooks'
const URL = 'http://127.0.0.1:9/hooks'
let service: TestService
let workspace: TestWorkspace
let live: HttpClient
let test: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  live = httpClient(service.url, workspace.keys.live)
  test = httpClient(service.url, workspace.keys.test)
})

const create = async (more: object = {}, client = live) => {
  const answer = await client.post(LIST, { url: URL, ...more })
  if (answer.status !== 200) throw new Error(answer.text)
  return { id: String(answer.at('id')), secret: String(answer.at('secret')) }
}
const raise = (count = 1) =>
  raiseEvents(
    service,
    { workspace, environment: 'live' },
    Array.from({ length: count }, () => 'robin'),
  )
const readOne = async (id: string) => (await live.get(`${LIST}/${id}`)).body
const refusal = ({ status, body }: { status: number; body: unknown }) => [
  status,
  at(body, 'error', 'code'),
  at(body, 'error', 'param'),
]

describe('POST /v1/webhooks', () => {
  it('answers the endpoint and, once, its secret', async () => {
    const { status, body } = await live.post(LIST, { url: URL, events: ['email.received'], description: 'CRM' })
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^wh_/),
        url: URL,
        events: ['email.received'],
        description: 'CRM',
        enabled: true,
        disabled_reason: null,
        failing_since: null,
        created_at: expect.any(String),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{44}$/),
      },
    ])
    const { secret, ...shown } = Object(body)
    expect(await readOne(shown.id)).toEqual({ ...shown, deliveries: [] })
    expect((await live.get(LIST)).body).toEqual({
      items: [shown],
      event_types: EVENT_TYPES.map((type) => ({ type, description: expect.any(String) })),
    })
    expect((await create()).secret).not.toBe(secret)
  })

  it('keeps no secret readable in the database, nor in a log, also when its answer is stored for a replay', async () => {
    const key = { 'Idempotency-Key': 'canary' }
    const { secret } = await create()
    const kept = await live.post(LIST, { url: URL }, key)
    const rotated = await live.post(`${LIST}/${String(kept.at('id'))}/rotate-secret`, undefined, {
      'Idempotency-Key': 'canary-2',
    })
    for (const text of [secret, String(kept.at('secret')), String(rotated.at('secret'))]) {
      expect(text).toMatch(/^whsec_.{44}$/)
      for (const part of [text, text.slice('whsec_'.length)]) expect(await tablesThatHold(service.db, part)).toEqual([])
      expect(service.logLines.join('')).not.toContain(text)
    }
    expect(await tablesThatHold(service.db, URL)).not.toEqual([])
  })

  it('makes one endpoint for an idempotency key, and shows the same secret again', async () => {
    const key = { 'Idempotency-Key': 'make-1' }
    const answers = [await live.post(LIST, { url: URL }, key), await live.post(LIST, { url: URL }, key)]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(answers.map(({ headers }) => headers.get('Idempotent-Replay'))).toEqual([null, 'true'])
    expect(refusal(await live.post(LIST, { url: `${URL}/other` }, key))).toEqual([
      422,
      'idempotency_mismatch',
      undefined,
    ])
    expect(at((await live.get(LIST)).body, 'items', 'length')).toBe(1)
  })

  it.each([
    ['no url', {}, '/url'],
    ['another member', { url: URL, secret: 'whsec_mine' }, '/secret'],
    ['an unknown type', { url: URL, events: ['email.recieved'] }, '/events/0'],
    ['a type twice', { url: URL, events: ['email.received', 'email.received'] }, '/events'],
    ['the type of tests', { url: URL, events: ['webhook.test'] }, '/events/0'],
    ['a long description', { url: URL, description: 'x'.repeat(501) }, '/description'],
    ['a long url', { url: `http://127.0.0.1/${'x'.repeat(2_048)}` }, '/url'],
    ['plain http', { url: 'http://93.184.215.14/hooks' }, '/url'],
    ['an inside address', { url: 'https://10.0.0.1/hooks' }, '/url'],
    ['no url at all', { url: 'hooks' }, '/url'],
  ])('refuses %s', async (_, body, param) => {
    expect(refusal(await live.post(LIST, body))).toEqual([400, 'invalid_request', param])
    expect(at((await live.get(LIST)).body, 'items')).toEqual([])
  })

  it('makes at most five of a workspace over both environments, also with twenty requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? live : test).post(LIST, { url: URL })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(
      answers.filter((answer) => answer.status === 409 && answer.at('error', 'code') === 'limit_reached'),
    ).toHaveLength(15)
    const made = await Promise.all([live, test].map(async (client) => at((await client.get(LIST)).body, 'items')))
    expect(made.flat()).toHaveLength(5)
    await Promise.all(
      [live, test].map(async (client, index) => {
        const [first] = [made[index]].flat()
        if (first !== undefined) await client.delete(`${LIST}/${String(at(first, 'id'))}`)
      }),
    )
    expect((await live.post(LIST, { url: URL })).status).toBe(200)
  })
})

describe('an endpoint of another environment or workspace', () => {
  it('does not exist', async () => {
    const { id } = await create()
    const outsider = httpClient(service.url, (await buildWorkspace(service.db)).keys.live)
    for (const client of [test, outsider]) {
      expect(at((await client.get(LIST)).body, 'items')).toEqual([])
      for (const answer of [
        await client.get(`${LIST}/${id}`),
        await client.patch(`${LIST}/${id}`, { enabled: false }),
        await client.delete(`${LIST}/${id}`),
        await client.post(`${LIST}/${id}/test`),
        await client.post(`${LIST}/${id}/rotate-secret`),
        await client.post(`${LIST}/${id}/deliveries/whd_1/retry`),
      ])
        expect(refusal(answer).slice(0, 2)).toEqual([404, 'not_found'])
    }
    expect(at(await readOne(id), 'enabled')).toBe(true)
  })
})

describe('the deliveries of an endpoint', () => {
  it('are every event of its types, or of all, from its creation until it is switched off', async () => {
    const [all, unsubscribes, bounces, other] = [
      await create(),
      await create({ events: ['email.complained', RAISED] }),
      await create({ events: ['email.bounced', 'email.complained'] }),
      await create({}, test),
    ]
    await raise()
    await live.patch(`${LIST}/${all.id}`, { enabled: false })
    await raise()
    const typesOf = async (client: HttpClient, { id }: { id: string }) =>
      [at((await client.get(`${LIST}/${id}`)).body, 'deliveries')].flat().map((one) => at(one, 'type'))
    expect(await typesOf(live, all)).toEqual([RAISED])
    expect(await typesOf(live, unsubscribes)).toEqual([RAISED, RAISED])
    expect(await typesOf(live, bounces)).toEqual([])
    expect(await typesOf(test, other)).toEqual([])
  })

  it('are listed by the last 20, newest first', async () => {
    const { id } = await create()
    const eventIds = await raise(25)
    const deliveries = [at(await readOne(id), 'deliveries')].flat()
    expect(deliveries).toHaveLength(20)
    expect(deliveries.map((one) => eventIds.includes(String(at(one, 'event_id'))))).not.toContain(false)
    expect(deliveries[0]).toEqual({
      id: expect.stringMatching(/^whd_/),
      event_id: expect.any(String),
      type: RAISED,
      url: URL,
      status: 'pending',
      attempts: [],
      next_attempt_at: expect.any(String),
      created_at: expect.any(String),
    })
  })
})

describe('PATCH /v1/webhooks/{webhook_id}', () => {
  it('changes only the named members', async () => {
    const { id } = await create({ events: ['email.received'], description: 'CRM' })
    const before = await readOne(id)
    expect((await live.patch(`${LIST}/${id}`, { description: null })).body).toMatchObject({
      url: URL,
      events: ['email.received'],
      description: null,
      enabled: true,
    })
    expect((await live.patch(`${LIST}/${id}`, { url: `${URL}/new`, events: [] })).body).toMatchObject({
      url: `${URL}/new`,
      events: [],
      description: null,
    })
    expect((await live.patch(`${LIST}/${id}`, {})).status).toBe(200)
    expect(await readOne(id)).toEqual({ ...Object(before), url: `${URL}/new`, events: [], description: null })
    expect(refusal(await live.patch(`${LIST}/${id}`, { url: 'https://169.254.169.254/' }))).toEqual([
      400,
      'invalid_request',
      '/url',
    ])
    expect(refusal(await live.patch(`${LIST}/${id}`, { secret: 'x' }))).toEqual([400, 'invalid_request', '/secret'])
  })

  it('stops pending deliveries when it switches off, and resets the failing period when it switches on', async () => {
    const { id } = await create()
    await raise()
    await service.db.pool.query(
      `update webhook_endpoint set failing_since = now() - interval '2 days', last_failed_at = now() where id = $1`,
      [id],
    )
    expect(at(await readOne(id), 'failing_since')).not.toBeNull()
    expect((await live.patch(`${LIST}/${id}`, { enabled: false })).body).toMatchObject({
      enabled: false,
      disabled_reason: null,
      failing_since: null,
    })
    expect(await readOne(id)).toMatchObject({ deliveries: [{ status: 'failed', next_attempt_at: null }] })
    await service.db.pool.query(
      `update webhook_endpoint set disabled_reason = 'Every delivery failed for 3 days.' where id = $1`,
      [id],
    )
    expect((await live.patch(`${LIST}/${id}`, { enabled: false })).body).toMatchObject({
      disabled_reason: 'Every delivery failed for 3 days.',
    })
    expect((await live.patch(`${LIST}/${id}`, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabled_reason: null,
      failing_since: null,
    })
    const generation = async () =>
      (await service.db.pool.query('select generation from webhook_endpoint where id = $1', [id])).rows[0].generation
    expect(await generation()).toBe(2)
    await live.patch(`${LIST}/${id}`, { enabled: true })
    expect(await generation()).toBe(2)
    expect(await readOne(id)).toMatchObject({ deliveries: [{ status: 'failed' }] })
  })

  it('resets the failing period with another url, and keeps it with everything else', async () => {
    const { id } = await create()
    await service.db.pool.query(
      `update webhook_endpoint set failing_since = now() - interval '2 days', last_failed_at = now() where id = $1`,
      [id],
    )
    for (const change of [{ description: 'x' }, { enabled: true }, { url: URL }, { events: [] }]) {
      expect(at((await live.patch(`${LIST}/${id}`, change)).body, 'failing_since')).not.toBeNull()
    }
    expect(at((await live.patch(`${LIST}/${id}`, { url: `${URL}/new` })).body, 'failing_since')).toBeNull()
  })
})

describe('DELETE /v1/webhooks/{webhook_id}', () => {
  it('answers what was deleted, and deletes secrets and deliveries with it', async () => {
    const { id } = await create()
    await raise()
    const { deliveries: _, ...shown } = Object(await readOne(id))
    expect([(await live.delete(`${LIST}/${id}`)).body]).toEqual([shown])
    expect(refusal(await live.delete(`${LIST}/${id}`))).toEqual([404, 'not_found', '/webhook_id'])
    const { rows } = await service.db.pool.query(
      'select from webhook_delivery where webhook_id = $1 union all select from webhook_secret where webhook_id = $1',
      [id],
    )
    expect(rows).toEqual([])
    expect(at((await live.get('/v1/events')).body, 'items', 'length')).toBe(1)
  })

  it('while events are written fails none of them', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await create()).id))
    const owner = { workspaceId: workspace.id, environment: 'live' } as const
    const writing = Array.from({ length: 40 }, () => unsubscribeRecipient(service, owner, newRecipient()))
    const deleting = ids.map((id) => live.delete(`${LIST}/${id}`))
    expect((await Promise.all(deleting)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await Promise.all(writing)
    expect(at((await live.get('/v1/events')).body, 'items', 'length')).toBe(40)
  })
})
