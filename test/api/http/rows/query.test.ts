import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startTestService, type TestService } from '../../../support/service.ts'
import { keysOf, rowsOf } from './rows-client.ts'
import { type TablesClient, tablesClient } from '../tables/tables-client.ts'

let service: TestService
let client: TablesClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await tablesClient(service)
})

const query = (body: object) => client.http.post('/v1/tables/leads/rows/query', body)
const list = (search: string) => client.http.get(`/v1/tables/leads/rows${search}`)

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString()
const ROWS = [
  {
    email: 'a@example.com',
    score: '90',
    company: { name: 'Example AB', country: 'SE' },
    tags: ['vip', 'b2b'],
    status: 'new',
    next_at: day(-1),
  },
  {
    email: 'b@example.com',
    score: 100,
    company: { name: 'Sample', country: 'NO' },
    status: 'contacted',
    next_at: day(1),
  },
  { email: 'c@example.com', score: 9, signed_at: '2026-01-05', status: 'new' },
  { email: 'd@example.com', score: 'unknown', 'company.country': 'DK', status: 'lost' },
]

describe('queries of rows', () => {
  beforeEach(async () => {
    // One after the other, so that their order is known.
    for (const row of ROWS) await client.write('leads', [row])
  })

  it('answer complete rows, newest first', async () => {
    const { status, body } = await query({})
    expect([status, body]).toEqual([
      200,
      {
        items: ['d', 'c', 'b', 'a'].map((name) =>
          expect.objectContaining({
            key: `${name}@example.com`,
            touches: 0,
            last_touch_at: null,
            row_created_at: expect.any(String),
          }),
        ),
        next_cursor: null,
      },
    ])
    expect(rowsOf(await query({ where: { key: 'a@example.com' } }))).toMatchObject([{ ...ROWS[0] }])
  })

  it.each<[string, object, string]>([
    ['numbers compare as numbers, stored as text or not', { where: { score: { gte: 9.5 } } }, 'ba'],
    ['numbers given as text too', { where: { score: { lt: '90.5', gt: '8' } } }, 'ca'],
    ['equality compares numbers', { where: { score: 90 } }, 'a'],
    [
      'dotted paths reach nested fields, and a field with that entire name comes first',
      { where: { 'company.country': { in: ['SE', 'DK'] } } },
      'da',
    ],
    ['contains searches text in any case', { where: { 'company.name': { contains: 'example' } } }, 'a'],
    ['contains finds a value in a list', { where: { tags: { contains: 'vip' } } }, 'a'],
    ['ne keeps rows without the field', { where: { tags: { ne: 'vip' } } }, 'dcba'],
    ['exists and empty', { where: { tags: { exists: true }, nothing: { empty: true } } }, 'a'],
    [
      'times compare as times',
      { where: { signed_at: { gt: '2026-01-04T23:00:00Z', lte: '2026-01-05T02:00:00+02:00' } } },
      'c',
    ],
    ['relative times', { where: { next_at: { gt: '-2d', lt: '+12h' } } }, 'a'],
    [
      'row fields filter the same way',
      { where: { touches: 0, last_touch_at: { exists: false }, status: { nin: ['new'] } } },
      'db',
    ],
    ['by status', { status: 'new' }, 'ca'],
    ['by one of several', { status: ['new', 'lost'] }, 'dca'],
    ['by due rows', { due: true }, 'a'],
    ['numbers before text, absent last', { order: 'score' }, 'cabd'],
    ['a minus reverses the order within each kind', { order: '-score' }, 'bacd'],
    ['by nested fields, rows without one by their key', { order: 'company.name' }, 'abcd'],
  ])('%s', async (_, request, names) => {
    expect(
      keysOf(await query(request))
        .map((key) => String(key).slice(0, 1))
        .join(''),
    ).toBe(names)
  })

  it('show the requested fields, and the key', async () => {
    expect(
      rowsOf(
        await query({
          fields: ['score', 'company.name', 'status', 'next_at', 'nothing'],
          where: { score: { gt: 50 } },
          order: 'score',
        }),
      ),
    ).toEqual([
      { key: 'a@example.com', score: '90', 'company.name': 'Example AB', status: 'new', next_at: expect.any(String) },
      { key: 'b@example.com', score: 100, 'company.name': 'Sample', status: 'contacted', next_at: expect.any(String) },
    ])
  })

  it('accept parameters as well', async () => {
    expect(keysOf(await list('?status=new,lost'))).toEqual(['d@example.com', 'c@example.com', 'a@example.com'])
    expect(keysOf(await list('?status=new&status=lost&limit=2'))).toEqual(['d@example.com', 'c@example.com'])
    expect(rowsOf(await list('?due=true&fields=score,company.country&fields=status'))).toEqual([
      { key: 'a@example.com', score: '90', 'company.country': 'SE', status: 'new' },
    ])
    const first = await list('?limit=3&fields=score')
    const second = await list(`?limit=3&fields=score&cursor=${String(first.at('next_cursor'))}`)
    expect([keysOf(first).length, keysOf(second), second.at('next_cursor')]).toEqual([3, ['a@example.com'], null])
  })

  it.each<[string, string]>([
    ['?limit=0', '/limit'],
    ['?limit=501', '/limit'],
    ['?cursor=abc', '/cursor'],
    ['?order=score', '/order'],
    ['?due=maybe', '/due'],
    ['?fields=a,,b', '/fields/1'],
    [`?status=${'x'.repeat(3_000)}`, '/status'],
  ])('refuse %s', async (search, param) => {
    const answer = await list(search)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      param,
    ])
  })

  it('continue by a cursor of the same query only, with any fields', async () => {
    const request = { where: { score: { exists: true } }, order: 'score', limit: 2 }
    const cursor = (await query(request)).at('next_cursor')
    expect(keysOf(await query({ ...request, fields: ['score'], cursor }))).toEqual(['b@example.com', 'd@example.com'])
    const others: object[] = [
      { where: { score: { exists: false } } },
      { where: {} },
      { order: '-score' },
      { status: 'new' },
      { due: true },
    ]
    for (const other of others) {
      const answer = await query({ ...request, ...other, cursor })
      expect([other, answer.status, answer.at('error', 'param')]).toEqual([other, 400, '/cursor'])
    }
  })

  it('refuse many paths to one value, which would make gigabytes of a page', async () => {
    const nested = Array.from({ length: 9 }).reduce<unknown>((inner) => [inner], 'x'.repeat(15_000))
    await client.write('leads', [{ email: 'z@example.com', nested }])
    const ways = Array.from(
      { length: 500 },
      (_, way) => `nested.${Array.from({ length: 9 }, (_place, bit) => ((way >> bit) & 1 ? '0' : '-1')).join('.')}`,
    )
    const answer = await query({ where: { email: 'z@example.com' }, fields: ways })
    expect([answer.status, answer.at('error', 'param')]).toEqual([400, '/fields'])
    expect(rowsOf(await query({ where: { email: 'z@example.com' }, fields: ways.slice(0, 2) }))).toHaveLength(1)
  })

  it('name every fault at once', async () => {
    const answer = await query({ where: { score: { $gt: 5 }, next_at: 'soon' }, order: '-', cursor: 'x' })
    expect(answer.at('error', 'details')).toMatchObject([
      { path: '/where/score/$gt' },
      { path: '/where/next_at' },
      { path: '/order' },
    ])
    expect((await query({ where: [] })).at('error', 'param')).toBe('/where')
    expect(
      (
        await client.http.request('/v1/tables/leads/rows/query', {
          method: 'POST',
          text: '{"where":{"__proto__":{"eq":1}}}',
          headers: { 'Content-Type': 'application/json' },
        })
      ).status,
    ).toBe(400)
  })
})

describe('pages of rows', () => {
  it('show each row once while rows are written, changed and removed between them', async () => {
    await client.write(
      'leads',
      Array.from({ length: 60 }, (_, number) => ({ email: `p${number}@example.com`, number: number % 7 })),
    )
    const seen: unknown[] = []
    let cursor: unknown
    for (let page = 0; page === 0 || cursor !== null; page += 1) {
      const answer = await query({ order: 'number', limit: 9, ...(page === 0 ? {} : { cursor }) })
      seen.push(...keysOf(answer))
      cursor = answer.at('next_cursor')
      // New ones before and after, one that was shown is removed, and one that keeps its position changes.
      await client.write('leads', [
        { email: `n${page}@example.com`, number: page % 7 },
        { email: 'p0@example.com', note: page },
      ])
      await client.http.post('/v1/tables/leads/rows/delete', { keys: [String(seen.at(-1))] })
    }
    const old = seen.filter((key) => String(key).startsWith('p'))
    expect(new Set(seen).size).toBe(seen.length)
    expect(old.toSorted()).toEqual(Array.from({ length: 60 }, (_, number) => `p${number}@example.com`).toSorted())
  })
})
