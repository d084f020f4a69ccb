import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { KEY, startFrame } from './frame.ts'

type Frame = Awaited<ReturnType<typeof startFrame>>

describe('the validation of requests', () => {
  let frame: Frame
  beforeAll(async () => {
    frame = await startFrame()
  })
  afterAll(() => frame.stop())

  const json = (text: string) =>
    frame.client.request('/v1/items', { method: 'POST', text, headers: { 'Content-Type': 'application/json' } })

  it('names an unknown member, with a suggestion', async () => {
    const answer = await frame.client.post('/v1/items', {
      capability: 'contact.find',
      input: {},
      routing: { max_csot: '0.05' },
    })
    expect(answer.status).toBe(400)
    expect(answer.at('error')).toMatchObject({
      code: 'invalid_request',
      param: '/routing/max_csot',
      details: [{ path: '/routing/max_csot', message: 'is not a known member; did you mean `max_cost`?' }],
    })
  })

  it('names every fault at once', async () => {
    const answer = await frame.client.post('/v1/items', {
      input: 3,
      routing: { strategy: 'best', max_cost: '-1' },
      wait_seconds: 121,
      surprise: true,
    })
    expect(answer.at('error', 'details')).toEqual(
      expect.arrayContaining([
        { path: '/surprise', message: 'is not a known member' },
        { path: '/capability', message: 'is required' },
        { path: '/input', message: 'must be an object or an array' },
        { path: '/routing/strategy', message: 'must be one of: cheapest, fastest, highest_success_rate, best_value' },
        {
          path: '/routing/max_cost',
          message: 'must be an amount in USD with at most six decimals, for example `0.05`',
        },
        { path: '/wait_seconds', message: 'must be at most 120' },
      ]),
    )
    expect(answer.at('error', 'details')).toHaveLength(6)
  })

  it('treats null as a body that does not fit, not as a missing one', async () => {
    expect((await json('null')).at('error', 'details')).toEqual([{ path: '', message: 'must be an object' }])
  })

  it('does not coerce bodies: "5" is not 5', async () => {
    const answer = await frame.client.post('/v1/items', {
      capability: 'a',
      input: {},
      wait_seconds: '5',
      async: 'true',
    })
    expect(answer.at('error', 'details')).toEqual([
      { path: '/wait_seconds', message: 'must be a whole number' },
      { path: '/async', message: 'must be true or false' },
    ])
  })

  it('reads numbers and booleans from the query and fills in defaults', async () => {
    expect((await frame.client.get('/v1/items/a?limit=7&due=true')).body).toEqual({ item_id: 'a', limit: 7, due: true })
    expect((await frame.client.get('/v1/items/a')).body).toEqual({ item_id: 'a', limit: 50, due: null })
    expect((await frame.client.get('/v1/items/a%2Fb')).body).toMatchObject({ item_id: 'a/b' })
  })

  it.each([
    ['limit=201', '/limit', 'must be at most 200'],
    ['limit=many', '/limit', 'must be a whole number'],
    ['limit=1e999', '/limit', 'is too large a number'],
    ['limit=-Infinity', '/limit', 'is too large a number'],
    ['limit=1&limit=2', '/limit', 'must be given once'],
    ['limt=1', '/limt', 'is not a known query parameter; did you mean `limit`?'],
    ['order=random', '/order', 'must be one of: newest, oldest'],
    ['order=%00', '/order', 'must be text without NUL and without unpaired surrogates'],
  ])('refuses the query %s', async (query, path, message) => {
    const answer = await frame.client.get(`/v1/items/a?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.at('error')).toMatchObject({ param: path, details: [{ path, message }] })
  })

  it('checks path parameters', async () => {
    expect((await frame.client.get(`/v1/items/${'x'.repeat(21)}`)).at('error', 'details')).toEqual([
      { path: '/item_id', message: 'must have at most 20 characters' },
    ])
  })

  it('refuses query parameters and body members on routes that declare none', async () => {
    expect((await frame.client.get('/v1/items?page=2')).at('error', 'param')).toBe('/page')
    expect((await frame.client.post('/v1/items/a/cancel', { reason: 'why' })).at('error', 'param')).toBe('/reason')
    expect((await frame.client.post('/v1/items/a/cancel', {})).status).toBe(200)
    expect((await frame.client.post('/v1/items/a/cancel')).status).toBe(200)
  })

  it('passes declared headers as they are spelt in the declaration', async () => {
    const body = { capability: 'a', input: {} }
    expect((await frame.client.post('/v1/items', body, { 'idempotency-key': 'k-1' })).at('key')).toBe('k-1')
    expect((await frame.client.post('/v1/items', body)).at('key')).toBeNull()
    expect((await frame.client.post('/v1/items', body, { 'Idempotency-Key': 'two\twords' })).at('error', 'param')).toBe(
      '/Idempotency-Key',
    )
  })

  it.each([
    ['a __proto__ member', '{"capability":"a","input":{"__proto__":{"admin":true}}}', '/input'],
    ['a NUL', '{"capability":"a","input":{"q":"x\\u0000y"}}', '/input/q'],
    ['half a surrogate pair', '{"capability":"a","input":{"q":"\\ud800"}}', '/input/q'],
    ['a number beyond a double', '{"capability":"a","input":{"q":1e999}}', '/input/q'],
  ])('refuses %s, which cannot be stored unchanged', async (_, text, param) => {
    const answer = await json(text)
    expect(answer.status).toBe(400)
    expect(answer.at('error', 'param')).toBe(param)
  })

  it("refuses nesting that would overflow a recursive reader's stack", async () => {
    const answer = await json(`{"capability":"a","input":{"q":${'['.repeat(900)}${']'.repeat(900)}}}`)
    expect(answer.status).toBe(400)
    expect(answer.at('error', 'message')).toContain('nested deeper')
  })

  it('reads a body that is sent in chunks without a length', async () => {
    const answer = await fetch(`${frame.server.url}/v1/items`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEY}` },
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"capability":"a",'))
          controller.enqueue(new TextEncoder().encode('"input":{}}'))
          controller.close()
        },
      }),
      duplex: 'half',
    })
    expect(answer.status).toBe(200)
  })
})
