import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { History } from '../../../../api/schemas/history.ts'
import { at } from '../../../support/http.ts'
import { runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

let service: SharedService
let client: ReturnType<typeof runClient>

beforeAll(async () => {
  service = await sharedTestService()
  client = runClient(service.url, service.workspace.keys.test)
})
afterAll(() => service.stop())

const history = async (q: string) => (await client.call<History>('GET', `/v1/history?q=${encodeURIComponent(q)}`)).body

describe('a raw run in the history', () => {
  it('is found by its input, with its endpoint, and is reusable', async () => {
    const { body: run } = await client.run({
      provider: 'hunter',
      endpoint: '/email-finder',
      input: { domain: 'raw-input.example', full_name: 'Robin Rawley' },
    })
    const found = await history('raw-input.example')
    expect(found).toMatchObject({
      items: [
        {
          run_id: run.run_id,
          kind: 'endpoint',
          capability: null,
          endpoint: '/email-finder',
          provider: 'hunter',
          input: { domain: 'raw-input.example' },
          matched: { in: 'input', path: '$.domain', exact: true },
        },
      ],
      reusable: [{ run_id: run.run_id, charged: run.billing.charged }],
      by_status: { succeeded: 1 },
      by_capability: { 'hunter /email-finder': 1 },
      charged: run.billing.charged,
      touches: [],
    })
    expect((await history('robin rawley')).items.map(({ run_id: id }) => id)).toEqual([run.run_id])
  })

  it('is found by the values of its query and by each task of an array', async () => {
    const { body: queried } = await client.run({
      provider: 'hunter',
      endpoint: '/email-finder',
      query: { domain: 'raw-query.example', full_name: 'Robin Sample' },
    })
    expect((await history('raw-query.example')).items).toMatchObject([
      {
        run_id: queried.run_id,
        input: {},
        path: {},
        query: { domain: 'raw-query.example', full_name: 'Robin Sample' },
        matched: { in: 'input', path: '$.query.domain' },
      },
    ])
    const task = (keyword: string) => ({ keyword, location_code: 2840, language_code: 'en' })
    const { body: tasks } = await client.run({
      provider: 'dataforseo',
      endpoint: '/v3/serp/google/organic/live/advanced',
      input: [task('one thing'), task('Quite Another')],
    })
    expect((await history('quite another')).items).toMatchObject([
      {
        run_id: tasks.run_id,
        input: [{ keyword: 'one thing' }, {}],
        matched: { in: 'input', path: '$[1].keyword', exact: true },
      },
    ])
  })

  it('has the values of its path, such as the name of its actor', async () => {
    const { body: run } = await client.run({
      provider: 'apify',
      endpoint: '/v2/actors/{actorId}/runs',
      path: { actorId: 'apify~instagram-scraper' },
      input: { search: 'actor-input.example' },
    })
    expect((await history('actor-input.example')).items).toMatchObject([
      {
        run_id: run.run_id,
        input: { search: 'actor-input.example' },
        path: { actorId: 'apify~instagram-scraper' },
        query: {},
        matched: { in: 'input', path: '$.search' },
      },
    ])
  })

  it('is counted by its provider and path, also where the provider fails', async () => {
    const q = 'two-providers.example'
    const runs = [
      await client.run({ provider: 'serper', endpoint: '/search', input: { q } }),
      await client.run({ provider: 'tavily', endpoint: '/search', input: { query: q } }),
      await client.run({ provider: 'tavily', endpoint: '/search', input: { query: q, topic: '+error' } }),
    ]
    expect(runs.map(({ body }) => body.status)).toEqual(['succeeded', 'succeeded', 'failed'])
    expect((await history(q)).by_capability).toEqual({ 'serper /search': 1, 'tavily /search': 2 })
  })

  it('is found by its payload, whose path starts at data', async () => {
    const { body: run } = await client.run({
      provider: 'hunter',
      endpoint: '/email-finder',
      input: { domain: 'raw-payload.example', full_name: 'Robin Payload' },
    })
    const payload = at(run.result, 'data', 'data')
    expect((await history(String(at(payload, 'email')))).items).toMatchObject([
      { run_id: run.run_id, matched: { in: 'result', path: '$.data.data.email', exact: true } },
    ])
    expect((await history(String(at(payload, 'phone_number')))).items[0]).toMatchObject({
      run_id: run.run_id,
      matched: { path: '$.data.data.phone_number' },
    })
  })
})
