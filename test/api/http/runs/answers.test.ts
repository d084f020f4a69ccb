import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

const POSTS = { capability: 'social.posts', input: { platform: 'reddit', handle: 'robin.sample', limit: 30 } }

let service: SharedService
let http: HttpClient
beforeAll(async () => {
  service = await sharedTestService()
  http = httpClient(service.url, service.workspace.keys.test)
})
afterAll(() => service.stop())

describe('a run answers the requested part of its result', () => {
  const response = { fields: ['items.post_url', 'items.likes'], max_items: 2, summary: true }

  it('at the price of all of it, which stays readable', async () => {
    const all = await http.post('/v1/run', POSTS)
    const part = await http.post('/v1/run', { ...POSTS, response })
    expect(part.at('result')).toEqual({
      items: Array.from({ length: 2 }, () => ({ post_url: expect.any(String), likes: expect.any(Number) })),
    })
    expect(part.at('result_summary')).toMatchObject({
      lists: [{ path: 'items', total: 30, shown: 2 }],
      left_out: expect.arrayContaining([{ path: 'items.text', type: 'string' }]),
      left_out_more: 0,
    })
    expect(part.at('billing')).toEqual(all.at('billing'))
    const read = await http.get(String(part.at('poll_url')))
    expect(read.at('result', 'items')).toHaveLength(30)
    expect(read.body).not.toHaveProperty('result_summary')
  })

  it('and a repeated key answers alike', async () => {
    const once = { ...POSTS, response, idempotency_key: 'part' }
    const first = await http.post('/v1/run', once)
    const again = await http.post('/v1/run', once)
    expect(again.headers.get('idempotent-replay')).toBe('true')
    expect(again.body).toEqual(first.body)
    const other = await http.post('/v1/run', { ...once, response: { ...response, max_items: 3 } })
    expect([other.status, other.at('error', 'code')]).toEqual([422, 'idempotency_mismatch'])
  })

  it('and a field that it never has is refused, also by a read of the run and of a slice', async () => {
    const path = String((await http.post('/v1/run', POSTS)).at('poll_url'))
    for (const query of ['fields=items.like', 'path=items&fields=like', 'path=items.0&fields=like']) {
      const { status, body } = await http.get(`${path}?${query}`)
      expect([query, status, body]).toMatchObject([
        query,
        400,
        { error: { code: 'invalid_request', param: '/fields', did_you_mean: ['items.likes'] } },
      ])
    }
    for (const query of ['fields=items.likes', 'path=items&fields=likes', 'path=nothing&fields=likes'])
      expect([query, (await http.get(`${path}?${query}`)).status]).toEqual([query, 200])
  })

  it('of a raw payload too', async () => {
    const raw = { provider: 'sec', endpoint: '/submissions/CIK{cik}.json', path: { cik: '0000320193' } }
    const { body } = await http.post('/v1/run', { ...raw, response: { fields: ['data.name'] } })
    expect(body).toMatchObject({ status: 'succeeded', result: { data: { name: expect.anything() } } })
    expect(Object.keys(Object(Object(body).result.data))).toEqual(['name'])
  })

  it.each([
    [{ fields: [] }, '/response/fields'],
    [{ fields: ['items..email'] }, '/response/fields/0'],
    [{ fields: ['ok', 'x'.repeat(201)] }, '/response/fields/1'],
    [{ max_items: -1 }, '/response/max_items'],
    [{ max_items: 10_001 }, '/response/max_items'],
    [{ summary: 'yes' }, '/response/summary'],
    [{ field: ['a'] }, '/response/field'],
  ])('%j is refused at %s', async (bad, param) => {
    const { status, body } = await http.post('/v1/run', { ...POSTS, response: bad })
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_request', param } }])
  })
})

describe('a read of a run', () => {
  let path: string
  beforeAll(async () => {
    path = String((await http.post('/v1/run', POSTS)).at('poll_url'))
  })

  it('takes the same as parameters', async () => {
    const { body } = await http.get(`${path}?fields=items.likes,simulated&max_items=1&summary=true`)
    expect(body).toMatchObject({
      result: { items: [{ likes: expect.any(Number) }], simulated: true },
      result_summary: { lists: [{ path: 'items', total: 30, shown: 1 }] },
    })
    expect(Object.keys(Object(body).result.items[0])).toEqual(['likes'])
  })

  it('leads slice by slice to the entire list', async () => {
    const all = (await http.get(path)).at('result', 'items')
    const found: unknown[] = []
    for (let offset: unknown = 0; offset !== null;) {
      const { body } = await http.get(`${path}?path=items&offset=${String(offset)}&limit=11`)
      expect(body).not.toHaveProperty('result')
      expect(body).toMatchObject({ status: 'succeeded', slice: { path: 'items', type: 'array', total: 30 } })
      found.push(...Object(body).slice.value)
      offset = Object(body).slice.next_offset
    }
    expect(found).toEqual(all)
  })

  it('selects fields within a slice, and has no value where the result has none', async () => {
    expect((await http.get(`${path}?path=items&offset=28&fields=likes`)).at('slice')).toEqual({
      path: 'items',
      type: 'array',
      total: 30,
      offset: 28,
      next_offset: null,
      value: [{ likes: expect.any(Number) }, { likes: expect.any(Number) }],
    })
    expect((await http.get(`${path}?path=items.30.text`)).at('slice')).toEqual({
      path: 'items.30.text',
      total: 0,
      offset: 0,
      next_offset: null,
    })
  })

  it.each([
    ['fields=items..likes', '/fields'],
    ['fields=', '/fields'],
    ['max_items=many', '/max_items'],
    ['summary=perhaps', '/summary'],
    ['path=items&offset=-1', '/offset'],
    ['path=items&limit=0', '/limit'],
    ['path=items&limit=100001', '/limit'],
    ['offset=1', '/offset'],
    ['limit=1', '/limit'],
    ['path=items&max_items=1', '/max_items'],
    ['path=items&summary=true', '/summary'],
  ])('%s is refused at %s', async (query, param) => {
    const { status, body } = await http.get(`${path}?${query}`)
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_request', param } }])
  })
})
