import { describe, expect, it } from '@jest/globals'
import { compare } from '../../../domain/catalog/compare.ts'
import { fromStored, toStored, type StoredEndpoint } from '../../../domain/catalog/stored.ts'
import { imported, jsonBody, only, providerOf } from './build.ts'

const line = (endpoint: string, source = 'A', rest: Partial<StoredEndpoint> = {}): StoredEndpoint => ({
  method: 'GET',
  endpoint,
  title: 'Title',
  source,
  ...rest,
})
const A = new Set(['A'])

describe('an import over a catalog that has endpoints', () => {
  it('reports what was added, changed and removed', () => {
    const result = compare(
      [line('/a'), line('/b'), line('/c')],
      [line('/a'), line('/b', 'A', { title: 'New', price: '0.01' }), line('/d')],
      A,
    )
    expect(result).toMatchObject({
      added: ['GET /d'],
      changed: [{ key: 'GET /b', members: ['title', 'price'] }],
      removed: ['GET /c'],
      unchanged: 1,
      collisions: [],
    })
    expect(result.endpoints.map(({ endpoint }) => endpoint)).toEqual(['/a', '/b', '/d'])
  })

  it('finds no change the second time', () => {
    const first = compare([], [line('/b'), line('/a')], A).endpoints
    expect(compare(first, [line('/b'), line('/a')], A)).toMatchObject({
      added: [],
      changed: [],
      removed: [],
      unchanged: 2,
    })
  })

  it('leaves endpoints of other documents alone', () => {
    expect(compare([line('/a', 'A'), line('/b', 'B')], [line('/c', 'A')], A)).toMatchObject({
      added: ['GET /c'],
      removed: ['GET /a'],
      unchanged: 1,
    })
  })

  it('reports an endpoint that two documents describe, and keeps the first', () => {
    const result = compare([line('/a', 'B')], [line('/a', 'A', { base: 'https://x.example' })], A)
    expect(result.collisions).toEqual([
      { key: 'GET /a', reason: 'already described by "B" at the provider\'s base URL, this one at https://x.example' },
    ])
    expect(result).toMatchObject({ added: [], changed: [], removed: [], unchanged: 1 })
  })

  it('distinguishes methods on one path', () => {
    expect(compare([], [line('/a'), line('/a', 'A', { method: 'POST' })], A).added).toEqual(['GET /a', 'POST /a'])
  })
})

describe('a stored line', () => {
  it('has everything that the endpoint has', () => {
    const operation = {
      tags: ['T'],
      deprecated: true,
      summary: 'S',
      description: 'D',
      'x-payment-info': { price: '0.01' },
      parameters: [
        { name: 'q', in: 'query', required: true, schema: { type: 'string', enum: ['a'], default: 'a' } },
        { name: 'X-Project', in: 'header', schema: { type: 'string' } },
      ],
      ...jsonBody(
        {
          type: 'array',
          items: {
            required: ['k'],
            properties: { k: { type: 'string' }, o: { type: 'object', properties: { m: {} } } },
          },
        },
        { required: true },
      ),
    }
    for (const facts of [{}, { bodies: 'task' as const }, { tenancy: 'account' as const }]) {
      const provider = providerOf(facts)
      const endpoint = only(
        imported(
          { '/a/{id}': { post: operation } },
          { servers: [{ url: 'https://other.sample.example' }] },
          { provider, prose: 'keep' },
        ),
      )
      expect(fromStored(JSON.parse(JSON.stringify(toStored(endpoint, provider))), provider)).toEqual(endpoint)
    }
  })

  it('is short for an endpoint without details', () => {
    expect(toStored(only(imported({ '/a': { get: {} } })), providerOf())).toEqual({
      method: 'GET',
      endpoint: '/a',
      title: 'A',
      source: 'Sample',
    })
  })
})
