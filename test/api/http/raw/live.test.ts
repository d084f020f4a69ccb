import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { type Reply, type Simulator, startSimulator } from '../../../support/http-simulator.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let simulator: Simulator
let service: TestService
let client: ReturnType<typeof runClient>
beforeAll(async () => {
  simulator = await startSimulator()
  const at = (apiKey: string) => ({ apiKey, baseUrl: simulator.url })
  service = await startTestService({
    providers: {
      hunter: at('hunter-key'),
      dataforseo: at('login:password'),
      openfda: { baseUrl: simulator.url },
      agentmail: at('agentmail-key'),
      thecompaniesapi: at('companies-key'),
    },
  })
  client = runClient(service.url, service.workspace.keys.live)
})
afterAll(async () => {
  expect((await verifyLedger(service.db)).drifts).toEqual([])
  await service.stop()
  await simulator.close()
})
beforeEach(async () => {
  simulator.reset()
  await service.db.pool.query('update provider_account set exhausted_until = null')
})

const finder = {
  provider: 'hunter',
  endpoint: '/email-finder',
  input: { domain: 'example.com', full_name: 'Robin Sample' },
}
const tasks = (...codes: number[]) => ({
  status_code: 20000,
  cost: 0.004,
  tasks: codes.map((status_code, index) => ({ id: String(index), status_code, result: [{ index }] })),
})
const tasksThatCost = (cost: string): string =>
  `{"status_code":20000,"cost":${cost},"tasks":[{"id":"1","status_code":20000,"result":[{"items":[{"a":1}]}]}]}`
const unreadableOf = (runId: string) =>
  service.logLines
    .map((line) => JSON.parse(line))
    .filter(({ run_id, msg }) => run_id === runId && msg === 'provider_cost_unreadable')
const search = {
  provider: 'dataforseo',
  // It has no rate.
  endpoint: '/v3/ai_optimization/chat_gpt/llm_responses/live',
  input: [{ keyword: 'a' }, { keyword: 'b' }],
}

describe('the request of a raw run', () => {
  const post = (body: string) =>
    fetch(`${service.url}/v1/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.workspace.keys.live}`, 'content-type': 'application/json' },
      body,
    })

  it('reaches the provider with every digit of a long number, in its body and in its query', async () => {
    simulator.script({ json: tasks(20_000) })
    await post(
      '{"provider":"dataforseo","endpoint":"/v3/serp/google/organic/live/advanced","input":[{"tag":7382910000000000123}]}',
    )
    simulator.script({ json: {} })
    await post('{"provider":"hunter","endpoint":"/email-finder","input":{"id":7382910000000000123}}')
    expect(simulator.calls.map(({ text, query }) => [text, query['id']])).toEqual([
      ['[{"tag":7382910000000000123}]', undefined],
      ['', '7382910000000000123'],
    ])
  })

  it('differs from one that differs in the last digit of a long number', async () => {
    simulator.script({ json: {} })
    const send = (id: string) =>
      post(`{"provider":"hunter","endpoint":"/email-finder","input":{"id":${id}},"idempotency_key":"one-id"}`)
    await send('7382910000000000123')
    expect((await send('7382910000000000124')).status).toBe(422)
    expect((await send('7382910000000000123')).status).toBe(200)
  })
})

describe('the payload of a raw run', () => {
  it('is passed on and stored with every member and digit', async () => {
    const payload =
      '{"zebra":1,"apple":{"10":null,"id":12345678901234567890},"list":[0.10000000000000000001,"x"],"a":""}'
    simulator.script({ text: payload, headers: { 'content-type': 'application/json' } })
    const {
      body: { run_id: runId },
    } = await client.run(finder)
    const answer = await fetch(`${service.url}/v1/runs/${runId}`, {
      headers: { authorization: `Bearer ${service.workspace.keys.live}` },
    })
    expect(await answer.text()).toContain(`"result":{"data":${payload},"raw":true}`)
  })

  it.each([
    ['null', null],
    ['a list', [1, 'two', null]],
    ['false', false],
    ['a text', 'plain'],
  ])('may be %s', async (_, json) => {
    simulator.script({ json })
    expect((await client.run(finder)).body).toMatchObject({ status: 'succeeded', result: { data: json, raw: true } })
  })
})

describe('the bill of a raw run', () => {
  it('leaves out a task that failed, though the provider bills it', async () => {
    const billed = [20000, 40101].map((status_code) => ({ status_code, cost: 0.002, result: [] }))
    simulator.script({ json: { status_code: 20000, cost: 0.004, tasks: billed } })
    expect((await client.run(search)).body).toMatchObject({ status: 'succeeded', billing: { charged: '0.00286' } })
  })

  it("is the provider's measured cost at the platform rate, though a task of several failed", async () => {
    simulator.script({ json: tasks(20000, 40501) })
    expect((await client.run(search)).body).toMatchObject({
      status: 'succeeded',
      billing: { quoted: '2.00', charged: '0.00572' },
      result: { data: { tasks: [{ status_code: 20000 }, { status_code: 40501 }] } },
    })
  })

  it.each([
    ['a sum of floats', '0.020000000000000004', '0.0286'],
    ['another', '0.0029999999999999996', '0.00429'],
    ['an exponent', '2E-2', '0.0286'],
    ['a text', '"0.020000000000000004"', '0.0286'],
    ['a negative zero', '-0.0', '0.00'],
  ])('is the measured cost to its last digit, written as %s: %s', async (_, cost, charge) => {
    simulator.script({ text: tasksThatCost(cost), headers: { 'content-type': 'application/json' } })
    const { body } = await client.run(search)
    expect(body).toMatchObject({ status: 'succeeded', billing: { quoted: '2.00', charged: charge } })
    expect(unreadableOf(body.run_id)).toEqual([])
  })

  it.each<[string, object, string, string, string]>([
    [
      'zero without a rate card',
      search,
      tasksThatCost('{"secret":"payload"}'),
      '0.00',
      'POST /v3/ai_optimization/chat_gpt/llm_responses/live',
    ],
    [
      'the rate card',
      { provider: 'thecompaniesapi', endpoint: '/v2/companies/{domain}', path: { domain: 'example.com' } },
      '{"about":{},"meta":{"cost":-2}}',
      '0.002717',
      'GET /v2/companies/{domain}',
    ],
  ])('is %s when the cost cannot be read, and the log names the run', async (_, request, text, charge, endpoint) => {
    simulator.script({ text, headers: { 'content-type': 'application/json' } })
    const { body } = await client.run(request)
    expect(body).toMatchObject({ status: 'succeeded', billing: { charged: charge } })
    expect(unreadableOf(body.run_id)).toEqual([
      {
        level: 40,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        run_id: body.run_id,
        provider: body.provider,
        endpoint,
        msg: 'provider_cost_unreadable',
      },
    ])
  })

  it.each<[string, object, Reply, string, string]>([
    [
      'every task failed, though the provider bills it',
      search,
      { json: tasks(40101, 40101) },
      'failed',
      'provider_error',
    ],
    [
      'the provider refuses the input',
      finder,
      { status: 422, json: { errors: [{ id: 'wrong_params', details: 'the domain is missing' }] } },
      'failed',
      'rejected',
    ],
    ['the provider is broken', finder, { status: 500, text: 'oops' }, 'failed', 'provider_error'],
    ['its rate limit is reached', finder, { status: 403, json: {} }, 'failed', 'rate_limited'],
    [
      'the connection breaks during the answer',
      finder,
      { fault: 'resetMidBody', json: { text: 'x'.repeat(500) } },
      'failed',
      'provider_error',
    ],
    [
      'the provider reports no match in its own words',
      { provider: 'openfda', endpoint: '/drug/event.json', query: { search: 'x' } },
      { status: 404, json: { error: { code: 'NOT_FOUND', message: 'No matches found!' } } },
      'no_match',
      'no_match',
    ],
  ])('is zero when %s', async (_, request, reply, status, outcome) => {
    simulator.script(reply)
    expect((await client.run(request)).body).toMatchObject({
      status,
      billing: { charged: null },
      attempts: [{ outcome }],
    })
  })

  it("has the provider's text of a refusal, and not the key of the call", async () => {
    simulator.script({ status: 400, json: { message: 'the key hunter-key is fine, the domain is not' } })
    const { body } = await client.run(finder)
    expect(body.attempts[0]?.detail).toBe('HTTP 400: {"message":"the key *** is fine, the domain is not"}')
  })

  it('is zero for federal data, which needs no key', async () => {
    simulator.script({ json: { meta: {}, results: [{}] } })
    expect(
      (await client.run({ provider: 'openfda', endpoint: '/drug/event.json', query: { search: 'x', limit: 1 } })).body,
    ).toMatchObject({ status: 'succeeded', billing: { quoted: '0.00', charged: '0.00' } })
    expect(simulator.calls[0]?.query).toEqual({ search: 'x', limit: '1' })
  })
})

describe('an endpoint of the account itself', () => {
  it('is reached by no spelling of a value, and the provider is not called', async () => {
    const spellings = [
      'analytics',
      'ANALYTICS',
      'analytics/',
      './analytics',
      'x/../analytics',
      'analytics;x=1',
      'analytics.json',
      'analytics?',
      '%61nalytics',
      '%2561nalytics',
      'analytics%00',
      '..%2fcompanies%2fanalytics',
      'analytics\\',
      '\uff41nalytics',
      ' analytics',
    ]
    for (const domain of spellings) {
      const { status, body } = await client.run({
        provider: 'thecompaniesapi',
        endpoint: '/v2/companies/{domain}',
        path: { domain },
      })
      expect([domain, status, Object(body).error?.code, String(Object(body).error?.param).startsWith('/path')]).toEqual(
        [domain, 400, 'invalid_request', true],
      )
    }
    expect(simulator.calls).toEqual([])
    simulator.script({ json: { domain: { domain: 'analytics.com' } } })
    expect(
      (
        await client.run({
          provider: 'thecompaniesapi',
          endpoint: '/v2/companies/{domain}',
          path: { domain: 'analytics.com' },
        })
      ).body,
    ).toMatchObject({ status: 'succeeded' })
  })

  it.each([
    [{ provider: 'agentmail', endpoint: '/v0/inboxes' }],
    [{ provider: 'hunter', endpoint: '/account' }],
    [
      {
        provider: 'agentmail',
        endpoint: '/v0/inboxes/{inbox_id}/messages/send',
        path: { inbox_id: 'x' },
        input: { to: ['ada@globex.test'] },
      },
    ],
  ])("is never called with the platform's key: %j", async (request) => {
    const answer = await client.call<{ error: { code: string; message: string; param: string } }>(
      'POST',
      '/v1/run',
      request,
    )
    expect([answer.status, answer.body.error]).toMatchObject([
      409,
      { code: 'provider_not_available', param: '/provider', message: expect.stringMatching(/your own key/) },
    ])
    expect(simulator.calls).toHaveLength(0)
  })
})

describe('a raw request for what it may not reach', () => {
  it.each([
    [
      'a path that is an own-key endpoint',
      { provider: 'thecompaniesapi', endpoint: '/v2/companies/{domain}', path: { domain: 'analytics' } },
      '/path',
    ],
    ['the same, encoded', { provider: 'thecompaniesapi', endpoint: '/v2/companies/%61nalytics' }, '/path'],
    [
      'a reserved name in other case',
      { provider: 'hunter', endpoint: '/email-finder', query: { Api_Key: 'x' } },
      '/query/Api_Key',
    ],
    [
      'a reserved name as a list',
      { provider: 'hunter', endpoint: '/email-finder', query: { 'api_key[]': 'x' } },
      '/query/api_key[]',
    ],
    [
      'a query that makes a POST of a GET',
      { provider: 'apify', endpoint: 'GET /v2/store', query: { method: 'POST' } },
      '/query/method',
    ],
    [
      'the same in the input, as other frameworks read it',
      { provider: 'hunter', endpoint: '/email-finder', input: { _method: 'DELETE' } },
      '/query/_method',
    ],
  ])('is refused: %s', async (_, request, param) => {
    const answer = await client.call<{ error: { code: string; param: string } }>('POST', '/v1/run', request)
    expect([answer.status, answer.body.error]).toMatchObject([400, { code: 'invalid_request', param }])
  })

  it('fails without a call when the money is not enough, and names the limit that would be', async () => {
    const { status, body } = await client.run({ ...finder, routing: { max_cost: '0' } })
    expect([status, body]).toMatchObject([
      402,
      {
        status: 'failed',
        error: { code: 'cost_limit_exceeded', controls: ['max_cost'], fits_with_max_cost: '0.035035' },
        attempts: [],
      },
    ])
    expect(simulator.calls).toHaveLength(0)
  })

  it('affects no later run when the provider refuses this account only', async () => {
    simulator.script({ status: 402, json: {} })
    await client.run(search)
    simulator.script({ json: tasks(20000) })
    expect((await client.run(search)).body.status).toBe('succeeded')
  })
})
