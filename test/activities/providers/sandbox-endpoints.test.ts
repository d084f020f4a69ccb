import { describe, expect, it } from '@jest/globals'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { createSandboxEndpoints } from '../../../activities/providers/sandbox/endpoints.ts'
import type { CatalogEndpoint } from '../../../domain/catalog/endpoint.ts'
import { exampleOf } from '../../../domain/catalog/example.ts'
import { reservedQueryOf } from '../../../domain/catalog/providers/provider.ts'
import type { RawInput } from '../../../domain/catalog/request.ts'
import { isJsonObject, type Json, type JsonObject, objectOf } from '../../../domain/json/json.ts'
import type { AdapterResult } from '../../../domain/providers/manifest.ts'

const catalog = loadCatalog()
const sandbox = createSandboxEndpoints()
const BYTES_MAX = 64 * 1024

const send = (endpoint: CatalogEndpoint, request: RawInput): Promise<AdapterResult> =>
  sandbox.call({
    endpoint,
    request,
    idempotencyKey: 'run_1:1',
    deadlineMs: 30_000,
    signal: new AbortController().signal,
    cap: null,
    resume: null,
    onStarted: async () => undefined,
  })

function dataOf(result: AdapterResult): Json {
  if (result.kind !== 'delivered') throw new Error(`expected a delivery: ${JSON.stringify(result)}`)
  expect(result.output).toMatchObject({ raw: true, simulated: true })
  return result.output.data ?? null
}

function find(provider: string, name: string): CatalogEndpoint {
  const endpoint = catalog.find(provider, name)
  if (endpoint === undefined) throw new Error(`${provider} has no ${name}`)
  return endpoint
}

function exampleRequest(endpoint: CatalogEndpoint): RawInput {
  const provider = catalog.provider(endpoint.provider)
  const { path, query, input } = exampleOf(
    endpoint,
    endpoint.endpoint,
    provider === undefined ? [] : reservedQueryOf(provider),
  )
  const body: JsonObject | readonly Json[] | undefined = Array.isArray(input)
    ? input
    : isJsonObject(input)
      ? input
      : undefined
  return {
    ...(path !== undefined && { path }),
    ...(query !== undefined && { query }),
    ...(body !== undefined && { input: body }),
  }
}

const isLabelled = (value: Json): boolean =>
  Array.isArray(value)
    ? value.every((item) => !isJsonObject(item) || item.simulated === true)
    : isJsonObject(value) && value.simulated === true

describe('every endpoint of the catalog', () => {
  it.each(catalog.providers.map(({ slug }) => slug))(
    'answers its example in the sandbox, labelled, small and the same every time: those of %s',
    async (slug) => {
      const wrong: string[] = []
      for (const endpoint of catalog.ofProvider(slug)) {
        const request = exampleRequest(endpoint)
        const [first, second] = [dataOf(await send(endpoint, request)), dataOf(await send(endpoint, request))]
        const text = JSON.stringify(first)
        if (text !== JSON.stringify(second)) wrong.push(`${endpoint.endpoint} is not the same twice`)
        if (text.length >= BYTES_MAX) wrong.push(`${endpoint.endpoint} answers ${text.length} bytes`)
        if (!isLabelled(first)) wrong.push(`${endpoint.endpoint} is not labelled`)
      }
      expect(wrong).toEqual([])
    },
  )
})

describe('an answer of a described endpoint', () => {
  it('repeats the input under the same name, and differs with the input', async () => {
    const endpoint = find('hunter', '/email-finder')
    const [one, other] = [
      dataOf(await send(endpoint, { query: { domain: 'one.example' } })),
      dataOf(await send(endpoint, { query: { domain: 'other.example' } })),
    ]
    expect(one).toMatchObject({
      simulated: true,
      data: { domain: 'one.example', email: expect.stringMatching(/@example\.com$/) },
    })
    expect(other).not.toEqual(one)
  })

  it('never repeats a value of another kind', async () => {
    const endpoint = {
      ...find('hunter', '/email-finder'),
      answer: { count: 'integer', id: 'integer', open: 'boolean', email: 'string:email', kind: 'string=fixed' },
    }
    const query = { count: 'many', id: '42', open: 'yes', email: 'nobody', kind: 'other' }
    expect(dataOf(await send(endpoint, { query: query }))).toEqual({
      simulated: true,
      count: expect.any(Number),
      id: 42,
      open: expect.any(Boolean),
      email: expect.stringContaining('@example.com'),
      kind: 'fixed',
    })
  })

  it.each([
    [1, 1],
    [2, 2],
    [100, 3],
  ])('with a limit of %i has %i', async (limit, items) => {
    const endpoint = { ...find('hunter', '/domain-search'), answer: { data: [{ id: 'string', tags: ['string'] }] } }
    const data = dataOf(await send(endpoint, { query: { domain: 'example.com', limit } }))
    expect(isJsonObject(data) && data.data).toHaveLength(items)
  })

  it('has the label on every item of a list', async () => {
    const endpoint = { ...find('hunter', '/domain-search'), answer: [{ id: 'string' }] }
    expect(dataOf(await send(endpoint, { query: { domain: 'example.com', limit: 2 } }))).toEqual(
      [1, 2].map(() => ({ simulated: true, id: expect.any(String) })),
    )
  })

  it('keeps to bounds, lengths and formats', async () => {
    const answer = {
      share: 'number[0..1]',
      score: 'integer[5..7]',
      code: 'string[2..2]',
      at: 'string:date-time',
      link: 'string:uri',
      nothing: 'null',
      below: 'number[..-3]',
    }
    const data = dataOf(
      await send({ ...find('hunter', '/domain-search'), answer }, { query: { domain: 'example.com' } }),
    )
    expect(data).toMatchObject({
      nothing: null,
      code: expect.stringMatching(/^..$/),
      link: expect.stringMatching(/^https:\/\/example\.com\//),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
    const { share = null, score = null, below = null } = objectOf(data)
    expect([
      Number(share) >= 0 && Number(share) <= 1,
      Number(score) >= 5 && Number(score) <= 7,
      Number(below) <= -3,
    ]).toEqual([true, true, true])
  })

  it('keeps the envelope of tasks, and repeats in each task its own input', async () => {
    const data = dataOf(
      await send(find('dataforseo', '/v3/serp/google/organic/live/advanced'), {
        input: ['a', 'b'].map((keyword) => ({ keyword, location_code: 2840 })),
      }),
    )
    expect(data).toMatchObject({
      simulated: true,
      status_code: 20_000,
      tasks_count: 2,
      tasks_error: 0,
      cost: 0.004,
      tasks: ['a', 'b'].map((keyword) => ({
        status_code: 20_000,
        cost: 0.002,
        data: { keyword },
        result: [{ simulated: true, keyword, location_code: 2840, items: expect.any(Array) }],
      })),
    })
  })

  it('keeps the run and the items of an actor', async () => {
    const data = dataOf(
      await send(find('apify', '/v2/actors/{actorId}/runs'), {
        path: { actorId: 'sample~actor' },
        input: { maxItems: 2 },
      }),
    )
    expect(data).toMatchObject({
      simulated: true,
      run: { status: 'SUCCEEDED', startedAt: expect.any(String) },
      items: [{ simulated: true }, { simulated: true }],
    })
  })

  it('repeats the received input where the endpoint is not described', async () => {
    const data = dataOf(await send(find('brave', '/res/v1/images/search'), { query: { q: 'shoes' } }))
    expect(data).toMatchObject({ simulated: true, received: { query: { q: 'shoes' } }, data: [{ simulated: true }] })
  })
})
