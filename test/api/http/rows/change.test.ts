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

const people = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ email: `p${number}@example.com`, number, status: 'new' }))
const update = (body: object) => client.http.patch('/v1/tables/leads/rows', body)
const remove = (body: object) => client.http.post('/v1/tables/leads/rows/delete', body)
const query = (body: object) => client.http.post('/v1/tables/leads/rows/query', body)

describe('PATCH /v1/tables/{name}/rows', () => {
  it('sets status, time and data of rows named by any identity, and removes fields', async () => {
    await client.write('leads', [
      { email: 'a@example.com', linkedin_url: 'linkedin.com/in/ada', city: 'London', title: 'CTO' },
      { email: 'b@example.com' },
      { email: 'c@example.com' },
    ])
    const before = Date.now()
    const answer = await update({
      keys: ['b@example.com', 'https://LinkedIn.com/in/Ada/', 'a@example.com'],
      set: { status: ' contacted ', next_at: '+4d', city: null, score: 5, company: { name: 'Example' } },
    })
    expect([answer.status, keysOf(answer), answer.at('updated'), answer.at('next_cursor')]).toEqual([
      200,
      ['b@example.com', 'a@example.com'],
      2,
      null,
    ])
    const [, ada] = rowsOf(answer)
    expect(ada).toMatchObject({
      key: 'a@example.com',
      status: 'contacted',
      score: 5,
      company: { name: 'Example' },
      title: 'CTO',
    })
    expect(ada).not.toHaveProperty('city')
    const due = Date.parse(String(ada?.['next_at'])) - 4 * 86_400_000
    expect(due).toBeGreaterThanOrEqual(before)
    expect(due).toBeLessThanOrEqual(Date.now())
    expect(rowsOf(await query({ where: { key: 'a@example.com' } }))).toEqual([ada])
    expect(rowsOf(await query({ where: { key: 'c@example.com' } }))).toMatchObject([{ status: null }])
    expect(rowsOf(await update({ keys: ['a@example.com'], set: { status: null, next_at: null } }))).toMatchObject([
      { status: null, next_at: null, score: 5 },
    ])
  })

  it('finds a company by the address of its site as the row has it', async () => {
    await client.write('leads', [{ name: 'Example', website: 'https://www.example.com/en/about' }])
    expect(keysOf(await update({ keys: ['https://www.example.com/en/about'], set: { status: 'x' } }))).toEqual([
      'example.com',
    ])
  })

  it('names the keys without a row, and then changes nothing', async () => {
    await client.write('leads', people(2))
    const answer = await update({
      keys: ['p0@example.com', 'nobody@example.com', 'p1@example.com', '@who'],
      set: { status: 'x' },
    })
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      404,
      'not_found',
      '/keys/1',
    ])
    expect(answer.at('error', 'details')).toMatchObject([{ path: '/keys/1' }, { path: '/keys/3' }])
    expect(keysOf(await query({ status: 'new' }))).toHaveLength(2)
  })

  it("changes a row's key with its identities, and reports a conflict when it would become another row", async () => {
    await client.write('leads', [{ phone: '+15550100123' }, { email: 'b@example.com', number: 1 }])
    expect(keysOf(await update({ keys: ['+1 555 010 0123'], set: { email: 'a@example.com' } }))).toEqual([
      'a@example.com',
    ])
    expect(keysOf(await update({ keys: ['+15550100123'], set: { status: 'found' } }))).toEqual(['a@example.com'])
    const answer = await update({
      where: { key: { exists: true } },
      set: { email: 'B@example.com', number: 2 },
      order: 'key',
      limit: 10,
    })
    expect([keysOf(answer), answer.at('updated')]).toEqual([['b@example.com'], 1])
    expect(answer.at('conflicts')).toEqual([
      { key: 'a@example.com', keys: ['a@example.com', 'b@example.com'], reason: expect.any(String) },
    ])
    expect(rowsOf(await query({ order: 'key' }))).toMatchObject([
      { key: 'a@example.com', email: 'a@example.com' },
      { key: 'b@example.com', email: 'B@example.com', number: 2 },
    ])
    // A row that would lose all identities stays as it is, as does one that would be too large.
    expect((await update({ keys: ['b@example.com'], set: { email: null } })).body).toMatchObject({
      items: [],
      updated: 0,
      refused: [{ key: 'b@example.com' }],
    })
    expect(
      (await update({ keys: ['b@example.com'], set: { text: 'x'.repeat(17_000), status: 'large' } })).body,
    ).toMatchObject({ updated: 0, refused: [{ key: 'b@example.com', reason: expect.stringContaining('16384') }] })
    expect(rowsOf(await query({ where: { key: 'b@example.com' } }))).toMatchObject([{ status: null, number: 2 }])
  })

  it('takes rows by a filter in the requested order, page by page', async () => {
    await client.write('leads', people(7))
    const first = await update({
      status: 'new',
      where: { number: { gte: '1' } },
      order: '-number',
      limit: 4,
      set: { seen: true },
    })
    expect([keysOf(first), first.at('updated')]).toEqual([
      ['p6@example.com', 'p5@example.com', 'p4@example.com', 'p3@example.com'],
      4,
    ])
    const second = await update({
      status: 'new',
      where: { number: { gte: '1' } },
      order: '-number',
      limit: 4,
      set: { seen: true },
      cursor: first.at('next_cursor'),
    })
    expect([keysOf(second), second.at('next_cursor')]).toEqual([['p2@example.com', 'p1@example.com'], null])
    expect(keysOf(await query({ where: { seen: { exists: false } } }))).toEqual(['p0@example.com'])
  })

  it('claims: only rows still in the status change, and the answer lists exactly those', async () => {
    await client.write('leads', [...people(4), { email: 'done@example.com', status: 'done' }])
    const byKeys = await update({
      keys: ['done@example.com', 'p3@example.com'],
      if_status: 'new',
      set: { status: 'working' },
    })
    expect([keysOf(byKeys), byKeys.at('updated')]).toEqual([['p3@example.com'], 1])
    const claims = await Promise.all(
      [1, 2, 3, 4, 5].map(() => update({ if_status: 'new', limit: 1, set: { status: 'working' } })),
    )
    expect(claims.flatMap(keysOf).toSorted()).toEqual(['p0@example.com', 'p1@example.com', 'p2@example.com'])
    expect(claims.map((answer) => answer.at('updated')).toSorted()).toEqual([0, 0, 1, 1, 1])
    await client.write('leads', [{ email: 'none@example.com' }])
    expect(keysOf(await update({ if_status: null, set: { status: 'new' } }))).toEqual(['none@example.com'])
  })

  it('claims the oldest rows first, unless the claim states an order', async () => {
    for (const row of people(4)) await client.write('leads', [row])
    const claim = async (more: object = {}) =>
      keysOf(await update({ status: 'new', if_status: 'new', limit: 1, set: { status: 'working' }, ...more }))
    expect([await claim(), await claim(), await claim({ order: '-row_created_at' })]).toEqual([
      ['p0@example.com'],
      ['p1@example.com'],
      ['p3@example.com'],
    ])
  })

  it('claims once for each idempotency key: a lost answer is repeated, with its rows and all digits', async () => {
    const rows =
      '{"rows":[{"email":"a@example.com","id":7382910000000000123,"status":"new"},{"email":"b@example.com"}]}'
    const json = { 'Content-Type': 'application/json' }
    await client.http.request('/v1/tables/leads/rows', { method: 'POST', text: rows, headers: json })
    const claim = (key: string) =>
      client.http.patch(
        '/v1/tables/leads/rows',
        { if_status: 'new', limit: 1, set: { status: 'working' } },
        { 'Idempotency-Key': key },
      )
    const first = await claim('once')
    await update({ keys: ['a@example.com'], set: { status: 'done' } })
    const again = await claim('once')
    expect([again.text, again.headers.get('Idempotent-Replay')]).toEqual([first.text, 'true'])
    expect(first.text).toContain('"id":7382910000000000123')
    expect(keysOf(await claim('another'))).toEqual([])
  })

  it('ignores what the service sets, and reports that', async () => {
    await client.write('leads', people(1))
    const answer = await update({ keys: ['p0@example.com'], set: { key: 'other', touches: 9, status: 'x' } })
    expect(rowsOf(answer)).toMatchObject([{ key: 'p0@example.com', touches: 0, status: 'x' }])
    expect(answer.at('hints')).toEqual([expect.stringContaining('`key`, `touches`')])
  })

  it.each<[string, object, string]>([
    ['no rows', { set: { status: 'x' } }, 'The request body must select rows'],
    ['no rows but a limit', { set: { status: 'x' }, limit: 5, due: false }, 'The request body must select rows'],
    ['an empty filter', { set: { status: 'x' }, where: {} }, 'The request body must select rows'],
    [
      'keys and a filter',
      { keys: ['a'], status: 'new', limit: 5, set: { status: 'x' } },
      '`/status` is allowed only with a filter',
    ],
    ['no change', { keys: ['a'], set: { touches: 5 } }, '`/set` must set'],
    ['an invalid time', { keys: ['a'], set: { next_at: 'soon' } }, '`/set/next_at` is refused'],
    ['a status that is not a text', { keys: ['a'], set: { status: 5 } }, '`/set/status` is refused'],
    ['a claim without a new status', { if_status: 'new', set: { seen: true } }, '`/set/status` must differ from'],
    ['a claim of the same status', { if_status: 'new', set: { status: 'new' } }, '`/set/status` must differ from'],
    ['a limit too high', { status: 'new', limit: 501, set: { status: 'x' } }, '`/limit`'],
    ['too many keys', { keys: Array.from({ length: 501 }, () => 'a'), set: { status: 'x' } }, '`/keys`'],
    ['a made-up cursor', { status: 'new', cursor: 'abc', set: { status: 'x' } }, '`/cursor`'],
    ['an unknown member', { keys: ['a'], set: { status: 'x' }, upsert: true }, '`/upsert`'],
  ])('refuses %s', async (_, body, expected) => {
    await client.write('leads', people(1))
    const answer = await update(body)
    expect([answer.status, answer.at('error', 'code')]).toEqual([400, 'invalid_request'])
    expect(answer.at('error', 'message')).toContain(expected)
    expect(keysOf(await query({ status: 'new' }))).toHaveLength(1)
  })
})

describe('POST /v1/tables/{name}/rows/delete', () => {
  it('deletes by keys, skips those without a row, and frees the quota', async () => {
    await client.write('leads', people(5))
    const answer = await remove({ keys: ['p1@example.com', 'nobody@example.com', 'P3@example.com', 'p1@example.com'] })
    expect([answer.status, answer.body]).toEqual([200, { deleted: 2, keys: ['p1@example.com', 'p3@example.com'] }])
    expect((await client.detail('leads')).body).toMatchObject({ rows: 3, by_status: { new: 3 } })
    expect((await client.http.get('/v1/features')).at('tables', 'usage', 'rows')).toBe(3)
    // A deleted identity is new again.
    expect((await client.write('leads', [{ email: 'p1@example.com' }])).body).toMatchObject({ inserted: 1 })
  })

  it('deletes by a filter up to its limit, in the requested order', async () => {
    await client.write('leads', people(5))
    expect((await remove({ where: { number: { lt: 4 } }, order: '-number', limit: 2 })).body).toEqual({
      deleted: 2,
      keys: expect.arrayContaining(['p3@example.com', 'p2@example.com']),
    })
    expect((await remove({ status: 'new', limit: 500 })).body).toMatchObject({ deleted: 3 })
    expect((await remove({ status: 'new', limit: 500 })).body).toEqual({ deleted: 0, keys: [] })
  })

  it('deletes once for each idempotency key: later rows stay when a request is repeated', async () => {
    await client.write('leads', people(5))
    const once = (limit: number) =>
      client.http.post(
        '/v1/tables/leads/rows/delete',
        { status: 'new', order: 'number', limit },
        { 'Idempotency-Key': 'prune' },
      )
    const answers = [await once(2), await once(2)]
    expect(answers.map(({ body }) => body)).toEqual(
      [0, 1].map(() => ({ deleted: 2, keys: ['p0@example.com', 'p1@example.com'] })),
    )
    expect(answers.map(({ headers }) => headers.get('idempotent-replay'))).toEqual([null, 'true'])
    expect((await once(3)).at('error', 'code')).toBe('idempotency_mismatch')
    expect((await client.detail('leads')).at('rows')).toBe(3)
  })

  it.each<[string, object, string]>([
    ['no limit', { status: 'new' }, '`/limit` is required'],
    ['no filter', { limit: 5 }, 'must select rows'],
    ['nothing', {}, 'must select rows'],
    ['keys with a filter', { keys: ['a'], where: { a: 1 } }, '`/where`'],
  ])('refuses %s', async (_, body, expected) => {
    await client.write('leads', people(1))
    const answer = await remove(body)
    expect([answer.status, String(answer.at('error', 'message')).includes(expected)]).toEqual([400, true])
    expect((await client.detail('leads')).at('rows')).toBe(1)
  })
})

describe('rows of a table', () => {
  it("are never another environment's or workspace's", async () => {
    await client.write('leads', people(1))
    await client.in('test').write('leads', [{ email: 'sandbox@example.com' }])
    const other = await tablesClient(service)
    for (const [http, status] of [
      [client.in('test').http, 404],
      [other.http, 404],
    ] as const) {
      expect(
        (await http.patch('/v1/tables/leads/rows', { keys: ['p0@example.com'], set: { status: 'x' } })).status,
      ).toBe(status)
      expect([200, 404]).toContain(
        (await http.post('/v1/tables/leads/rows/delete', { where: { key: { exists: true } }, limit: 500 })).status,
      )
      expect([200, 404]).toContain(
        (await http.patch('/v1/tables/leads/rows', { where: { key: { exists: true } }, set: { status: 'x' } })).status,
      )
    }
    expect(keysOf(await query({}))).toEqual(['p0@example.com'])
    expect(rowsOf(await query({}))).toMatchObject([{ status: 'new' }])
  })

  it('are not found without their table, nor while tables are off', async () => {
    const calls = () => [
      client.http.get('/v1/tables/none/rows'),
      client.http.post('/v1/tables/none/rows/query', {}),
      client.http.get('/v1/tables/none/export.csv'),
      client.http.patch('/v1/tables/none/rows', { keys: ['a'], set: { status: 'x' } }),
      client.http.post('/v1/tables/none/rows/delete', { keys: ['a'] }),
    ]
    expect((await Promise.all(calls())).map((answer) => [answer.status, answer.at('error', 'code')])).toEqual(
      calls().map(() => [404, 'not_found']),
    )
    expect((await client.detail('none')).status).toBe(404)
    await client.http.post('/v1/features', { tables: false })
    const answers = await Promise.all([
      ...calls(),
      client.http.request('/v1/tables/none/import', {
        method: 'POST',
        text: 'email\na@example.com',
        headers: { 'Content-Type': 'text/csv' },
      }),
    ])
    expect(answers.map((answer) => [answer.status, answer.at('error', 'code')])).toEqual(
      answers.map(() => [403, 'forbidden']),
    )
  })
})
