import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { callTool, connectMcp } from '../../support/mcp.ts'
import type { SharedService } from '../../support/service.ts'
import { sharedTestService } from '../../support/shared-service.ts'
import { buildWorkspace } from '../../build/workspace.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
}, 120_000)
afterAll(() => service.stop())

const people = (count: number) => Array.from({ length: count }, (_, index) => `person${index}@example.com`)

describe('batch_run', () => {
  let client: Client
  let http: HttpClient
  beforeEach(async () => {
    const { keys } = await buildWorkspace(service.db)
    client = await connectMcp(service.url, keys.test)
    http = httpClient(service.url, keys.test)
  })
  afterEach(() => client.close())

  const available = async (): Promise<unknown> => (await http.get('/v1/wallet')).at('balance')
  const runs = async (): Promise<unknown[]> => itemsOf((await http.get('/v1/runs?limit=200')).at('items'))

  it('runs a hundred items, each billed once and identified by its own request id', async () => {
    const batch = {
      capability: 'person.enrich',
      items: people(100).map((email) => ({ input: { email } })),
      idempotency_key: 'hundred',
      wait_seconds: 120,
    }
    const first = await callTool(client, 'batch_run', batch)
    expect(first.isError).toBe(false)
    expect(first.at('totals')).toMatchObject({ items: 100, succeeded: 100, failed: 0, refused: 0, executing: 0 })
    expect(itemsOf(first.at('items')).map((item) => membersOf(item)['index'])).toEqual(
      people(100).map((_, index) => index),
    )
    const made = await runs()
    expect(new Set(made.map((run) => membersOf(run)['request_id'])).size).toBe(100)
    const left = await available()

    const again = await callTool(client, 'batch_run', batch)
    expect(again.at('totals')).toMatchObject({ items: 100, succeeded: 100, charged: '0.00' })
    expect(itemsOf(again.at('items')).every((item) => membersOf(item)['replayed'] === true)).toBe(true)
    expect(itemsOf(again.at('items')).map((item) => membersOf(item)['run_id'])).toEqual(
      itemsOf(first.at('items')).map((item) => membersOf(item)['run_id']),
    )
    expect(await available()).toBe(left)
    expect(await runs()).toHaveLength(100)
  }, 120_000)

  it.each([
    ['words in any script, and blanks', 'Büro №7: intro'],
    ['the longest', '→'.repeat(252)],
  ])('takes the keys that a run takes: %s', async (_, idempotency_key) => {
    const batch = { capability: 'person.enrich', items: [{ input: { email: 'ada@example.com' } }], idempotency_key }
    const [first, again] = [await callTool(client, 'batch_run', batch), await callTool(client, 'batch_run', batch)]
    expect([first.isError, again.at('items', '0', 'replayed')]).toEqual([false, true])
    // The separator and the index of an item are part of the key of its run.
    const item = { ...batch.items[0], idempotency_key: `${idempotency_key}:0` }
    const { at } = await callTool(client, 'run', { capability: 'person.enrich', ...item })
    expect(at('run_id')).toBe(first.at('items', '0', 'run_id'))
  })

  it('refuses a key that is too long', async () => {
    const batch = { capability: 'person.enrich', items: [{ input: {} }], idempotency_key: 'k'.repeat(253) }
    expect((await callTool(client, 'batch_run', batch)).at('error')).toMatchObject({
      param: '/idempotency_key',
      message: expect.stringContaining('at most 252 characters'),
    })
  })

  it('answers one row an item, with any outcome', async () => {
    const name = (full_name: string) => ({ input: { full_name, domain: 'example.com' } })
    const { isError, body } = await callTool(client, 'batch_run', {
      capability: 'contact.find',
      items: [
        name('Ada Example'),
        name('Ada +no-match'),
        { input: {} },
        name('Ada +error'),
        { ...name('Bob Example'), routing: { max_cost: '0.000001' } },
      ],
    })
    expect(isError).toBe(false)
    expect(body).toMatchObject({
      items: [
        {
          index: 0,
          status: 'succeeded',
          done: true,
          run_id: expect.stringMatching(/^run_/),
          result: { email: expect.any(String) },
        },
        { index: 1, status: 'no_match', error: { code: 'no_match' } },
        {
          index: 2,
          status: null,
          run_id: null,
          done: true,
          charged: null,
          error: { code: 'invalid_request', request_id: expect.stringMatching(/^req_/) },
        },
        { index: 3, status: 'failed', error: { code: 'provider_error' } },
        { index: 4, status: 'failed', error: { code: 'cost_limit_exceeded' } },
      ],
      totals: { items: 5, succeeded: 1, no_match: 1, failed: 2, refused: 1, executing: 0 },
    })
  })

  it('returns a run that does not end within the wait', async () => {
    const { body } = await callTool(client, 'batch_run', {
      capability: 'contact.find',
      wait_seconds: 0,
      items: [{ input: { full_name: 'Ada +slow-3', domain: 'example.com' } }],
    })
    expect(body).toMatchObject({
      items: [{ done: false, run_id: expect.stringMatching(/^run_/) }],
      totals: { executing: 1 },
    })
  })

  it('fills a row for each item, with the shared members and those of the item', async () => {
    await http.post('/v1/features', { tables: true })
    await http.post('/v1/tables/leads/rows', { rows: people(3).map((email) => ({ email })) })
    const { body } = await callTool(client, 'batch_run', {
      capability: 'person.enrich',
      record: { table: 'leads', save: 'all', set: { status: 'enriched' } },
      items: [
        ...people(3).map((email) => ({ input: { email }, record: { key: email } })),
        { input: { email: 'nobody@example.com' }, record: { key: 'nobody@example.com' } },
      ],
    })
    expect(body).toMatchObject({
      items: [
        ...people(3).map((key) => ({ status: 'succeeded', table: { name: 'leads', key, updated: 1 } })),
        { run_id: null, error: { code: 'not_found', param: '/record/key' } },
      ],
      totals: { succeeded: 3, refused: 1 },
    })
    const rows = await http.post('/v1/tables/leads/rows/query', { status: 'enriched' })
    expect(itemsOf(rows.at('items'))).toHaveLength(3)
  })

  it('notes the shared metadata and that of the item on each run', async () => {
    const { body } = await callTool(client, 'batch_run', {
      capability: 'person.enrich',
      metadata: { customer: 'acme', list: 'autumn' },
      items: [
        { input: { email: 'person0@example.com' } },
        { input: { email: 'person1@example.com' }, metadata: { customer: 'initech' } },
      ],
    })
    const noted = await Promise.all(
      itemsOf(Object(body).items).map(async (item) =>
        (await http.get(`/v1/runs/${Object(item).run_id}`)).at('metadata'),
      ),
    )
    expect(noted).toEqual([
      { customer: 'acme', list: 'autumn' },
      { customer: 'initech', list: 'autumn' },
    ])
  })

  it('names the row that answers an item, with the run whose result it holds', async () => {
    await http.post('/v1/features', { tables: true })
    await http.post('/v1/tables/leads/rows', { rows: [{ email: 'person0@example.com' }] })
    const item = { input: { email: 'person0@example.com' } }
    const bought = await callTool(client, 'batch_run', {
      capability: 'person.enrich',
      items: [{ ...item, record: { table: 'leads', key: 'person0@example.com', save: 'all' } }],
    })
    const { body } = await callTool(client, 'batch_run', { capability: 'person.enrich', items: [item] })
    expect(body).toMatchObject({
      items: [
        {
          charged: '0.00',
          provider: null,
          source: { table: 'leads', key: 'person0@example.com', run_id: bought.at('items', '0', 'run_id') },
        },
      ],
    })
    expect(bought.at('items', '0', 'source')).toBeUndefined()
  })

  it('stores every result as rows', async () => {
    await http.post('/v1/features', { tables: true })
    await http.post('/v1/tables', { name: 'found' })
    const { body } = await callTool(client, 'batch_run', {
      capability: 'person.search',
      into: { table: 'found', status: 'new' },
      items: [
        { input: { titles: ['Head of Operations'], limit: 3 } },
        { input: { titles: ['Head of Sales'], limit: 3 } },
      ],
    })
    expect(body).toMatchObject({
      items: [
        { status: 'succeeded', table: { name: 'found' } },
        { status: 'succeeded', table: { name: 'found' } },
      ],
    })
    expect((await http.get('/v1/tables/found')).at('rows')).toBeGreaterThan(2)
  })

  it.each([
    [{ capability: 'contact.find' }, '/items'],
    [{ capability: 'contact.find', items: [] }, '/items'],
    [{ capability: 'contact.find', items: people(101).map(() => ({})) }, '/items'],
    [{ capability: 'contact.find', items: [{ input: {} }], concurrency: 11 }, '/concurrency'],
    [{ provider: 'sec', items: [{}] }, '/endpoint'],
    [{ items: [{ input: {} }] }, '/capability'],
    [{ capability: 'contact.find', items: [{ inputs: {} }] }, '/items/0/inputs'],
  ])('refuses %j entirely, at %s', async (args, param) => {
    const answer = await callTool(client, 'batch_run', args)
    expect(answer.isError).toBe(true)
    expect(answer.body).toMatchObject({ error: { code: 'invalid_request', param } })
  })
})

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
