import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { formatUsd, parseUsd } from '../../../../domain/money/microdollars.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { type HttpAnswer, type HttpClient, httpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { until } from '../../../support/until.ts'

const KEYS = '/v1/api-keys'
let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
}, 120_000)
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})

/** A lookup that one offer answers, so that it charges what it holds. */
const lookup = (name = 'Ada Example', more: object = {}) => ({
  capability: 'contact.find',
  input: { full_name: name, domain: 'example.com' },
  routing: { allow_fallback: false },
  ...more,
})
/** What it costs in the sandbox. */
const PRICE = '0.0143'
const times = (count: bigint): string => formatUsd(parseUsd(PRICE) * count)

interface Limited {
  readonly person: HttpClient
  readonly agent: HttpClient
  readonly id: string
  /** The key as its owner sees it. */
  read(member: string): Promise<unknown>
  change(terms: object): Promise<HttpAnswer>
}

/** A workspace with a person, and a key with these terms. */
async function limitedKey(terms: object): Promise<Limited> {
  const workspace = await buildWorkspace(service.db)
  const person = httpClient(service.url, (await buildSession(service.db, workspace.id)).token)
  const minted = await person.post(KEYS, { name: 'Agent', environment: 'test', ...terms })
  expect(minted.status).toBe(200)
  const id = String(minted.at('id'))
  return {
    person,
    id,
    agent: httpClient(service.url, String(minted.at('api_key'))),
    async read(member) {
      const list = await person.get(KEYS)
      const place = [list.at('items')].flat().findIndex((_, index) => list.at('items', String(index), 'id') === id)
      return list.at('items', String(place), member)
    },
    change: (change) => person.patch(`${KEYS}/${id}`, change),
  }
}

const run = (client: HttpClient, body: object = lookup()) => client.post('/v1/run', body)
const budget = (amount: string, period = 'total') => ({ budget: { amount, period } })

describe('the budget of a key', () => {
  it('pays for 37 of 100 runs at once, whatever their order, and not for a microdollar more', async () => {
    const amount = formatUsd(parseUsd(times(38n)) - 1n)
    const { agent, read } = await limitedKey(budget(amount))
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => run(agent, lookup(`Person Number${index}`, { wait_seconds: 120 }))),
    )
    const paid = answers.filter(({ status }) => status === 200)
    expect(paid).toHaveLength(37)
    for (const refused of answers.filter(({ status }) => status !== 200))
      expect([refused.status, refused.at('error', 'code'), refused.at('error', 'controls')]).toEqual([
        402,
        'budget_exceeded',
        ['key_budget'],
      ])
    expect(await read('budget')).toEqual({
      amount,
      period: 'total',
      spent: times(37n),
      held: '0.00',
      remaining: formatUsd(parseUsd(amount) - parseUsd(times(37n))),
      resets_at: null,
    })
  }, 120_000)

  it('states what is left, what would fit and when it starts again', async () => {
    const { agent, read } = await limitedKey(budget('0.02', 'day'))
    expect((await run(agent)).status).toBe(200)
    const refused = await run(agent, lookup('Grace Hopper'))
    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({
      status: 'blocked',
      error: { code: 'budget_exceeded', controls: ['key_budget'], required: PRICE, remaining: '0.0057' },
    })
    const midnight = new Date()
    midnight.setUTCHours(24, 0, 0, 0)
    expect(refused.at('error', 'resets_at')).toBe(midnight.toISOString())
    expect(await read('budget')).toMatchObject({ resets_at: midnight.toISOString(), remaining: '0.0057' })
  })

  it('is given back what a run held and did not cost', async () => {
    const { agent, read } = await limitedKey(budget(PRICE))
    const missed = await run(agent, lookup('Ada +no-match'))
    expect([missed.status, missed.at('status')]).toEqual([404, 'no_match'])
    const waiting = await run(agent, lookup('Ada +slow=30', { async: true }))
    const cancelled = await agent.post(`/v1/runs/${String(waiting.at('run_id'))}/cancel`)
    expect([200, 409]).toContain(cancelled.status)
    if (cancelled.status === 200) expect(await read('budget')).toMatchObject({ spent: '0.00', held: '0.00' })
  })

  it('continues with another amount, and starts at zero with another period', async () => {
    const { agent, change, read } = await limitedKey(budget(PRICE))
    expect((await run(agent)).status).toBe(200)
    expect((await change(budget(times(2n)))).at('budget', 'spent')).toBe(PRICE)
    expect((await run(agent, lookup('Grace Hopper'))).status).toBe(200)
    expect((await run(agent, lookup('Alan Turing'))).status).toBe(402)
    expect((await change(budget(PRICE, 'month'))).at('budget', 'spent')).toBe('0.00')
    expect((await run(agent, lookup('Alan Turing'))).status).toBe(200)
    expect((await change({ budget: null })).at('budget')).toBeNull()
    expect((await run(agent, lookup('Edsger Dijkstra'))).status).toBe(200)
    expect(await read('budget')).toBeNull()
  })

  it('limits the refreshes of a watch that the key created', async () => {
    const { agent, change } = await limitedKey(budget('1.00'))
    const watch = await agent.post('/v1/watch', { ...lookup(), every: '1d' })
    expect(watch.status).toBe(200)
    await change(budget('0.00'))
    const refresh = await agent.post(`/v1/watch/${String(watch.at('id'))}/refresh?wait_seconds=60`)
    expect(refresh.at('error', 'controls')).toEqual(['key_budget'])
  })

  it('is shown to the key itself', async () => {
    const { agent } = await limitedKey({ ...budget('1.00', 'week'), allow: { raw: false } })
    expect((await agent.get('/v1/auth/me')).body).toMatchObject({
      budget: { amount: '1.00', period: 'week', spent: '0.00' },
      allow: { raw: false },
    })
  })

  it('is one of several controls: the first in the documented order is named', async () => {
    const { agent, person, change } = await limitedKey(budget('0.00'))
    const guard = (limits: object) => person.post('/v1/spend-guard', { enabled: true, ...limits })
    const controls = async () => (await run(agent)).at('error', 'controls')
    await guard({ per_run_limit: '0.00', daily_limit: '0.00' })
    expect(await controls()).toEqual(['per_run_limit'])
    await guard({ per_run_limit: null })
    expect(await controls()).toEqual(['daily_limit'])
    await guard({ daily_limit: null })
    expect(await controls()).toEqual(['key_budget'])
    await change({ budget: null })
    expect(await controls()).toBeUndefined()
  })
})

describe('the limits of a key', () => {
  it.each<[string, object, object, RegExp]>([
    ['a capability', { capabilities: ['person.*', 'company.enrich'] }, lookup(), /may not run contact\.find/],
    ['a raw call', { raw: false }, { provider: 'sec', endpoint: '/submissions/CIK{cik}.json' }, /no raw calls/],
    ['a provider of a raw call', { providers: ['hunter'] }, { provider: 'sec' }, /may not use sec/],
    ['every provider of a capability', { providers: ['sec'] }, lookup(), /may not use any provider of contact\.find/],
    ['a dear run', { max_run_cost: '0.01' }, lookup(), /may hold 0\.01 for one run/],
  ])('exclude %s before a run exists', async (_name, allow, body, message) => {
    const { agent, person } = await limitedKey({ allow })
    const raw = { endpoint: '/submissions/CIK{cik}.json', path: { cik: '0000320193' } }
    const refused = await run(agent, 'provider' in body ? { ...raw, ...body } : body)
    expect([refused.status, refused.at('error', 'code')]).toEqual([403, 'forbidden'])
    expect(refused.at('error', 'message')).toMatch(message)
    expect((await person.get('/v1/runs', { 'Service-Environment': 'test' })).at('items')).toEqual([])
    const watch = await agent.post('/v1/watch', { ...('provider' in body ? { ...raw, ...body } : body), every: '1d' })
    expect(watch.status).toBe(403)
  })

  it('let through what they name, and leave the other providers out', async () => {
    const { agent } = await limitedKey({
      allow: { capabilities: ['contact.*'], providers: ['sandbox-beta'], max_run_cost: '1.00' },
    })
    const delivered = await run(agent)
    expect([delivered.status, delivered.at('provider')]).toEqual([200, 'sandbox-beta'])
    const pinned = await run(agent, lookup('Ada Example', { routing: { provider: 'sandbox-alpha' } }))
    expect([pinned.status, pinned.at('error', 'code')]).toEqual([403, 'forbidden'])
  })

  it('exclude sends, and take what a person changes with the next request', async () => {
    const { agent, change } = await limitedKey({ allow: { sends: false } })
    const send = {
      capability: 'email.send',
      input: { to: 'ada@example.com', subject: 'Hello', text: 'Hello Ada' },
    }
    const stored = {
      provider: 'resend',
      endpoint: 'POST /broadcasts/{id}/send',
      path: { id: 'one' },
      input: {},
      routing: { allow_unchecked_recipients: true },
    }
    const actor = {
      provider: 'apify',
      endpoint: '/v2/actors/{actorId}/runs',
      path: { actorId: 'apify~send-mail' },
      input: { to: 'ada@example.com', subject: 'Hello', text: 'Hello Ada' },
      routing: { allow_unchecked_recipients: true },
    }
    const silent = { ...actor, path: { actorId: 'someone~robot7' } }
    const task = { ...actor, endpoint: 'POST /v2/actor-tasks/{actorTaskId}/runs', path: { actorTaskId: 'one' } }
    const gets = [
      { ...silent, endpoint: 'GET /v2/actors/{actorId}/run-sync' },
      { ...task, endpoint: 'GET /v2/actor-tasks/{actorTaskId}/run-sync-get-dataset-items' },
    ]
    for (const request of [send, stored, actor, silent, task, ...gets])
      expect((await run(agent, request)).at('error', 'message')).toMatch(/sends no messages/)
    expect((await change({ allow: null })).status).toBe(200)
    expect((await run(agent, send)).status).toBe(200)
  })

  it('hold for a run that another key has made under the same idempotency key', async () => {
    const { agent, person, change, read } = await limitedKey({ allow: { capabilities: ['contact.verify'] } })
    const full = await person.post(KEYS, { name: 'Full', environment: 'test' })
    const keyed = { 'Idempotency-Key': 'shared' }
    const made = await httpClient(service.url, String(full.at('api_key'))).post('/v1/run', lookup(), keyed)
    expect(made.at('status')).toBe('succeeded')
    const refused = await agent.post('/v1/run', lookup(), keyed)
    expect([refused.status, refused.at('error', 'code'), refused.at('run_id')]).toEqual([403, 'forbidden', undefined])
    expect(refused.text).not.toContain(String(made.at('run_id')))
    const other = await agent.post('/v1/run', lookup('Bob Example'), keyed)
    expect([other.status, other.at('error', 'code')]).toEqual([403, 'forbidden'])
    await change({ allow: null, ...budget('1.00') })
    const replayed = await agent.post('/v1/run', lookup(), keyed)
    expect([replayed.status, replayed.at('run_id')]).toEqual([200, made.at('run_id')])
    expect(await read('budget')).toMatchObject({ spent: '0.00' })
  })

  it('keep the key from raw calls that decide over the account at a provider', async () => {
    const { agent, change } = await limitedKey({ allow: {} })
    const webhook = {
      provider: 'resend',
      endpoint: 'POST /webhooks',
      input: { endpoint: 'https://a.example', events: [] },
    }
    const requests = [
      [webhook, /decides over/],
      [{ provider: 'agentmail', endpoint: 'POST /v0/api-keys', input: { name: 'x' } }, /decides over/],
      [
        {
          provider: 'apify',
          endpoint: 'PUT /v2/datasets/{datasetId}',
          path: { datasetId: 'a' },
          input: { generalAccess: 'ANYONE_WITH_ID_CAN_READ' },
        },
        /decides over/,
      ],
      [
        { provider: 'resend', endpoint: 'GET /webhooks/{webhook_id}', path: { webhook_id: 'a' } },
        /reads a credential of/,
      ],
    ] as const
    for (const [request, words] of requests) {
      const refused = await run(agent, request)
      expect([refused.status, refused.at('error', 'code')]).toEqual([403, 'forbidden'])
      expect(refused.at('error', 'message')).toMatch(words)
      expect(refused.at('error', 'message')).toMatch(/the account at \w+\. An API key with limits/)
    }
    expect((await change({ allow: null })).status).toBe(200)
    expect((await run(agent, webhook)).status).toBe(200)
  })

  it('keep the key from everything that decides over the workspace, as a budget alone does', async () => {
    for (const terms of [budget('1.00'), { allow: {} }]) {
      const { agent, id } = await limitedKey(terms)
      expect((await agent.get('/v1/wallet')).status).toBe(200)
      expect((await agent.post('/v1/spend-guard', { enabled: false })).status).toBe(403)
      expect((await agent.get(KEYS)).status).toBe(403)
      expect((await agent.patch(`${KEYS}/${id}`, { budget: null })).status).toBe(403)
    }
  })

  it('name what exists, and end in the future', async () => {
    const { change } = await limitedKey({})
    const wrong = { capabilities: ['contact.*', 'contcat.*'], providers: ['hunter', 'huntr'] }
    const refused = await change({ allow: wrong, expires_at: '2020-01-01T00:00:00Z' })
    expect([refused.status, refused.at('error', 'code')]).toEqual([400, 'invalid_request'])
    expect(refused.at('error', 'details')).toMatchObject([
      { path: '/allow/capabilities/1' },
      { path: '/allow/providers/1' },
      { path: '/expires_at' },
    ])
  })

  it('end with the time of the key', async () => {
    const soon = new Date(Date.now() + 3000).toISOString()
    const { agent, read } = await limitedKey({ expires_at: soon })
    expect(await read('expires_at')).toBe(soon)
    await until(
      async () => (await agent.get('/v1/auth/me')).status,
      (status) => status === 401,
    )
  })
})
