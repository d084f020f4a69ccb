import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { at } from '../../../support/http.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

/** It has no rate. */
const TASK = '/v3/ai_optimization/chat_gpt/llm_responses/live'
const ACTOR = '/v2/actors/{actorId}/runs'
const FINAL_BILL_DELAY_MS = 700

let service: TestService
let client: ReturnType<typeof runClient>

beforeAll(async () => {
  service = await startTestService({ finalBillDelayMs: FINAL_BILL_DELAY_MS })
  client = runClient(service.url, service.workspace.keys.test)
})
afterAll(async () => {
  expect((await verifyLedger(service.db)).drifts).toEqual([])
  await service.stop()
})

const actor = (input: object, more: object = {}) => ({
  provider: 'apify',
  endpoint: ACTOR,
  path: { actorId: 'apify~instagram-scraper' },
  input,
  ...more,
})
const task = (keyword: string) => ({ keyword, location_code: 2840, language_code: 'en' })

describe('a raw run of the sandbox', () => {
  it('is one call of the named provider, with its payload under result.data', async () => {
    const { status, body } = await client.run({
      provider: 'sec',
      endpoint: '/submissions/CIK{cik}.json',
      path: { cik: '0000320193' },
    })
    expect([status, body]).toMatchObject([
      200,
      {
        kind: 'endpoint',
        capability: null,
        endpoint: '/submissions/CIK{cik}.json',
        provider: 'sec',
        status: 'succeeded',
        simulated: true,
        billing: { quoted: '0.00', charged: '0.00' },
        attempts: [{ provider: 'sec', outcome: 'succeeded' }],
        result: { raw: true, simulated: true, data: { simulated: true, cik: '0000320193' } },
      },
    ])
  })

  it.each(['unipile', 'crunchbase'])('states why %s has no raw endpoints, as inspect does', async (provider) => {
    const call = { provider, endpoint: '/anything' }
    const run = await client.call<unknown>('POST', '/v1/run', call)
    const inspected = await client.call<unknown>('POST', '/v1/inspect', call)
    const refused = { code: 'endpoint_not_found', message: expect.stringContaining('cannot be called raw: ') }
    expect(run).toMatchObject({ status: 404, body: { error: { ...refused, param: '/provider' } } })
    expect(at(run.body, 'error', 'message')).toBe(at(inspected.body, 'error', 'message'))
  })

  it('is found by its endpoint and its provider among the runs', async () => {
    const { body: run } = await client.run({ provider: 'sec', endpoint: '/submissions/CIK0000320193.json' })
    expect(run).toMatchObject({ status: 'succeeded', result: { data: { simulated: true, cik: '0000320193' } } })
    const {
      body: { items },
    } = await client.list(`?endpoint=${encodeURIComponent('/submissions/CIK{cik}.json')}&provider=sec`)
    expect(items.map(({ run_id: id }) => id)).toContain(run.run_id)
    expect(items.every(({ result }) => result === undefined)).toBe(true)
  })

  it('without published rates holds a dollar for each task and is charged what the provider reports at the platform rate', async () => {
    const { body } = await client.run({
      provider: 'dataforseo',
      endpoint: TASK,
      input: [task('a'), task('b'), task('c')],
    })
    expect(body).toMatchObject({
      status: 'succeeded',
      billing: { quoted: '3.00', charged: '0.00858' },
      result: { data: { tasks_count: 3, cost: 0.006 } },
    })
  })

  it('with published rates holds one and a half times the estimate and is charged the estimate', async () => {
    const { body } = await client.run({
      provider: 'hunter',
      endpoint: '/email-finder',
      input: { domain: 'example.com', full_name: 'Robin Sample' },
    })
    expect(body.billing).toMatchObject({ quoted: '0.052553', charged: '0.035035' })
  })

  it('never holds or charges more than max_cost', async () => {
    const { body } = await client.run({
      provider: 'dataforseo',
      endpoint: TASK,
      input: [task('a'), task('b')],
      routing: { max_cost: '0.004' },
    })
    expect(body).toMatchObject({ status: 'succeeded', billing: { quoted: '0.004', charged: '0.004' } })
  })

  it.each([
    ['+no-match', 404, 'no_match'],
    ['+error', 502, 'failed'],
    ['+timeout', 504, 'timed_out'],
  ])('simulates %s: the hold is released', async (scenario, status, ended) => {
    const answer = await client.run({ provider: 'dataforseo', endpoint: TASK, input: task(`shoes ${scenario}`) })
    expect([answer.status, answer.body]).toMatchObject([status, { status: ended, billing: { charged: null } }])
    expect(answer.body.attempts).toHaveLength(1)
  })

  it('replays under its idempotency key, also when the array of its tasks is sent again', async () => {
    const body = { provider: 'dataforseo', endpoint: TASK, input: [task('once')], idempotency_key: 'raw-once' }
    const [first, second] = [await client.run(body), await client.run(body)]
    expect(second.body.run_id).toBe(first.body.run_id)
    expect(second.headers.get('idempotent-replay')).toBe('true')
    expect((await client.run({ ...body, input: [task('twice')] })).status).toBe(422)
  })
})

describe('an actor of the sandbox', () => {
  const settled = async (runId: string) =>
    (
      await until(
        () => client.get(runId),
        ({ body }) => body.usage_charges !== undefined,
      )
    ).body

  it('is charged at its return, and the rest of its hold stays held until the final bill', async () => {
    const { body } = await client.run(
      actor({ directUrls: ['https://example.com/final-bill-up'], search: 'shoes +final-bill-up' }),
    )
    expect(body).toMatchObject({
      status: 'succeeded',
      done: true,
      billing: { quoted: '1.00', charged: '0.02145' },
      result: { data: { run: { status: 'SUCCEEDED' } } },
    })
    expect(await settled(body.run_id)).toMatchObject({
      billing: { quoted: '1.00', charged: '0.04433' },
      usage_charges: [{ amount: '0.02288', reason: 'provider_final_bill' }],
    })
  })

  it('refunds the overcharge', async () => {
    const { body } = await client.run(actor({ search: 'shoes +final-bill-down' }))
    expect(await settled(body.run_id)).toMatchObject({
      billing: { charged: '0.010725' },
      usage_charges: [{ amount: '-0.010725', reason: 'provider_final_bill' }],
    })
  })

  it('has no usage charge when the bill equals the report, and releases the rest of the hold', async () => {
    const { body } = await client.run(actor({ search: 'shoes' }))
    const {
      rows: [run],
    } = await until(
      () =>
        service.db.pool.query('select held::text, charged::text, final_bill_due_at from run where id = $1', [
          body.run_id,
        ]),
      ({ rows: [row] }) => row.final_bill_due_at === null,
    )
    expect(run).toMatchObject({ held: '0', charged: '21450' })
    expect((await client.get(body.run_id)).body.usage_charges).toBeUndefined()
  })

  it('is never charged more than max_cost, whatever the final bill is', async () => {
    const { body } = await client.run(actor({ search: 'shoes +final-bill-up' }, { routing: { max_cost: '0.03' } }))
    expect(await settled(body.run_id)).toMatchObject({
      billing: { quoted: '0.03', charged: '0.03' },
      usage_charges: [{ amount: '0.00855' }],
    })
  })

  it('keeps its items when it is stopped, and states that', async () => {
    const { body } = await client.run(actor({ search: 'shoes +partial' }))
    expect(body).toMatchObject({ status: 'succeeded', result: { data: { run: { status: 'TIMED-OUT' } } } })
    expect(body.attempts[0]?.detail).toMatch(/^partial:/)
  })

  it('releases its hold when it is stopped without items', async () => {
    const { status, body } = await client.run(actor({ search: 'shoes +partial +no-match' }))
    expect([status, body]).toMatchObject([504, { status: 'timed_out', billing: { charged: null } }])
  })
})

describe('an invalid raw request', () => {
  it.each([
    ['an unknown provider', { provider: 'nobody', endpoint: '/x' }, 404, '/provider'],
    ['an unknown endpoint', { provider: 'hunter', endpoint: '/nothing' }, 404, '/endpoint'],
    ['a placeholder without a value', { provider: 'sec', endpoint: '/submissions/CIK{cik}.json' }, 400, '/path/cik'],
    [
      'a value without a placeholder',
      { provider: 'sec', endpoint: '/submissions/CIK{cik}.json', path: { cik: '1', form: '10-K' } },
      400,
      '/path/form',
    ],
    [
      'eleven tasks',
      { provider: 'dataforseo', endpoint: TASK, input: Array.from({ length: 11 }, () => task('a')) },
      400,
      '/input',
    ],
    ['no task', { provider: 'dataforseo', endpoint: TASK, input: [] }, 400, '/input'],
    ['a provider without an endpoint', { provider: 'hunter' }, 400, '/endpoint'],
    ['an endpoint without a provider', { endpoint: '/email-finder' }, 400, '/provider'],
    ['a capability with a provider', { capability: 'contact.find', input: {}, provider: 'hunter' }, 400, '/provider'],
    ['a capability without an input', { capability: 'contact.find' }, 400, '/input'],
    [
      'another pinned provider',
      { provider: 'hunter', endpoint: '/email-finder', routing: { provider: 'findymail' } },
      400,
      '/routing/provider',
    ],
    [
      'the raw payload twice',
      { provider: 'hunter', endpoint: '/email-finder', response: { include_raw: true } },
      400,
      '/response/include_raw',
    ],
    [
      'the credential of the platform',
      { provider: 'hunter', endpoint: '/email-finder', query: { api_key: 'x' } },
      400,
      '/query/api_key',
    ],
  ])('is refused by the name of its member: %s', async (_, body, status, param) => {
    const answer = await client.call<{ error: { code: string; param: string } }>('POST', '/v1/run', body)
    expect([answer.status, answer.body.error]).toMatchObject([
      status,
      { param, code: status === 404 ? 'endpoint_not_found' : 'invalid_request' },
    ])
  })

  it('names the reason when a provider is never exposed raw', async () => {
    const answer = await client.call<{ error: { code: string; message: string } }>('POST', '/v1/run', {
      provider: 'crunchbase',
      endpoint: '/searches/organizations',
      input: {},
    })
    expect([answer.status, answer.body.error.code]).toEqual([409, 'provider_not_available'])
    expect(answer.body.error.message).toMatch(/cannot be called raw/)
  })
})
