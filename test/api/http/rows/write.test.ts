import { buyPlan } from '../../../build/plan.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import { startTestService, type TestService } from '../../../support/service.ts'
import { keysOf } from './rows-client.ts'
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

const NOTHING = {
  created: false,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  conflicts: [],
  refused: [],
  keys: { inserted: [], updated: [] },
  also_in: [],
  hints: [],
}
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, number) => ({ email: `p${from + number}@example.com` }))

describe('numbers of rows', () => {
  const send = (method: string, path: string, text: string) =>
    client.http.request(`/v1/tables/leads/rows${path}`, {
      method,
      text,
      headers: { 'Content-Type': 'application/json' },
    })
  const found = (where: string) =>
    send('POST', '/query', `{"where":${where}}`).then((answer) => answer.at('items', 'length'))

  it('stay as they were written, however long, and are found by all of their digits', async () => {
    await send(
      'POST',
      '',
      '{"rows":[{"email":"a@example.com","account_id":9007199254740993,"deep":{"list":[0.1234567890123456789]}}]}',
    )
    await send('PATCH', '', '{"keys":["a@example.com"],"set":{"owner_id":90071992547409931}}')
    const { text } = await client.http.get('/v1/tables/leads/rows')
    for (const part of ['"account_id":9007199254740993', '[0.1234567890123456789]', '"owner_id":90071992547409931'])
      expect(text).toContain(part)
    expect(await found('{"account_id":9007199254740993}')).toBe(1)
    expect(await found('{"account_id":{"in":[9007199254740993]},"owner_id":{"gt":90071992547409930}}')).toBe(1)
    expect(await found('{"account_id":9007199254740992}')).toBe(0)
    expect(
      (await send('POST', '', '{"rows":[{"email":"a@example.com","account_id":9007199254740993}]}')).at('unchanged'),
    ).toBe(1)
    expect(
      (await send('POST', '', '{"rows":[{"email":"a@example.com","account_id":9007199254740992}]}')).at('updated'),
    ).toBe(1)
  })

  it.each([['1e300'], ['5e-324'], ['1.50'], ['-0.0'], ['1234567890123456e5']])(
    'are unchanged when %s is written again',
    async (number) => {
      const write = () => send('POST', '', `{"rows":[{"email":"a@example.com","n":${number}}]}`)
      expect((await write()).at('inserted')).toBe(1)
      expect((await write()).at('unchanged')).toBe(1)
    },
  )

  it.each([
    ['POST', '', '{"rows":[9007199254740993]}'],
    ['PATCH', '', '{"keys":["a"],"set":9007199254740993}'],
    ['POST', '/query', '{"where":9007199254740993}'],
    ['POST', '/query', '{"limit":9007199254740993}'],
    ['POST', '/query', '{"where":{"status":9007199254740993}}'],
    ['POST', '', '9007199254740993'],
    ['POST', '', '{"rows":[{"email":"a@example.com","n":1234567890123456e20000}]}'],
  ])('are refused where no number may be: %s %s %s', async (method, path, body) => {
    await client.write('leads', [{ email: 'b@example.com' }])
    expect((await send(method, path, body)).at('error', 'code')).toBe('invalid_request')
  })
})

describe('POST /v1/tables/{name}/rows', () => {
  it('makes no table when all rows are refused, and suggests fields', async () => {
    const { body } = await client.write('leads', [
      { Email: 'a@example.com', 'Full Name': 'A' },
      { email: 'b@example.com', ' ': 1 },
    ])
    expect(body).toMatchObject({
      created: false,
      inserted: 0,
      refused: [
        {
          index: 0,
          reason: expect.stringContaining('its field `Email` is read only under the name `email`: rename it'),
        },
        { index: 1, reason: expect.stringContaining('without a name') },
      ],
    })
    expect((await client.http.get('/v1/tables/leads')).status).toBe(404)
  })

  it('distinguishes rows of an email table by their emails, whatever they share', async () => {
    const { body } = await client.write(
      'leads',
      [
        { email: 'a@example.com', phone: '+12025550100' },
        { email: 'b@example.com', phone: '+12025550100' },
      ],
      { key: 'email' },
    )
    expect(body).toMatchObject({ inserted: 2, conflicts: [], hints: [] })
  })

  it('reports rows without a status as `none`, in filters and in what is written', async () => {
    await client.write('leads', [
      { email: 'a@example.com', status: 'new' },
      { email: 'b@example.com', status: 'none' },
      { email: 'c@example.com' },
    ])
    expect((await client.http.get('/v1/tables/leads')).at('by_status')).toEqual({ new: 1, none: 2 })
    const listed = await client.http.get('/v1/tables/leads/rows?status=none&fields=status')
    expect(listed.at('items')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: 'b@example.com', status: null }),
        expect.objectContaining({ key: 'c@example.com', status: null }),
      ]),
    )
    expect((await client.http.get('/v1/tables/leads/rows?status=none,new')).at('items')).toHaveLength(3)
    const found = async (status: unknown) =>
      keysOf(await client.http.post('/v1/tables/leads/rows/query', { where: { status }, order: 'key' }))
        .map((key) => String(key).slice(0, 1))
        .join('')
    expect([
      await found('none'),
      await found({ ne: 'none' }),
      await found({ in: ['none', 'new'] }),
      await found({ nin: ['none', 'lost'] }),
    ]).toEqual(['bc', 'a', 'abc', 'a'])
    const claimed = await client.http.patch('/v1/tables/leads/rows', {
      if_status: 'none',
      set: { status: 'taken' },
      limit: 10,
    })
    expect(claimed.at('updated')).toBe(2)
  })

  it('creates the table with the first write and reports that', async () => {
    const first = await client.write(
      'leads',
      [{ email: 'a@example.com', title: 'CTO' }, { linkedin_url: 'linkedin.com/in/b' }],
      { description: 'Who asked', status: 'new' },
    )
    expect([first.status, first.body]).toEqual([
      200,
      {
        ...NOTHING,
        table: 'leads',
        created: true,
        inserted: 2,
        keys: { inserted: ['a@example.com', 'https://www.linkedin.com/in/b'], updated: [] },
      },
    ])
    const second = await client.write(
      'leads',
      [
        { email: 'a@example.com' },
        { email: 'b@example.com', linkedin: 'https://LinkedIn.com/in/B/' },
        { email: 'c@example.com' },
      ],
      { description: 'not used', status: 'later' },
    )
    expect(second.body).toEqual({
      ...NOTHING,
      table: 'leads',
      inserted: 1,
      updated: 1,
      unchanged: 1,
      keys: { inserted: ['c@example.com'], updated: ['b@example.com'] },
    })
    expect((await client.detail('leads')).body).toMatchObject({
      description: 'Who asked',
      key: 'auto',
      rows: 3,
      by_status: { new: 2, later: 1 },
      latest: [
        { key: 'c@example.com', status: 'later' },
        { key: 'b@example.com', status: 'new', linkedin: 'https://LinkedIn.com/in/B/' },
        { key: 'a@example.com', title: 'CTO' },
      ],
    })
  })

  it('never erases by an empty value, and replaces the entire object with replace', async () => {
    await client.write('leads', [{ email: 'a@example.com', title: 'CTO', city: 'London', status: 'won' }])
    expect(
      (await client.write('leads', [{ email: 'a@example.com', title: '', city: null, status: null }])).body,
    ).toMatchObject({ unchanged: 1 })
    await client.write('leads', [{ email: 'a@example.com', country: 'GB' }], { mode: 'replace' })
    const { email, title, city, country, status } = Object((await client.detail('leads')).at('latest', '0'))
    expect({ email, title, city, country, status }).toEqual({ email: 'a@example.com', country: 'GB', status: 'won' })
  })

  it('writes the good rows of a call and reports the others by their position', async () => {
    await client.write('leads', [{ email: 'a@example.com' }, { phone: '+1 555 010 0123' }])
    const { body } = await client.write('leads', [
      { email: 'new@example.com' },
      { city: 'London' },
      { email: 'a@example.com', mobile: '+15550100123', title: 'never' },
      { email: 'n/a' },
    ])
    expect(body).toMatchObject({
      inserted: 1,
      updated: 0,
      unchanged: 0,
      conflicts: [{ index: 2, keys: ['a@example.com', '+15550100123'], reason: expect.any(String) }],
      refused: [
        { index: 1, reason: expect.stringContaining('has nothing that identifies who') },
        { index: 3, reason: expect.stringContaining('nothing is known') },
      ],
    })
    expect((await client.detail('leads')).at('columns')).toMatchObject([
      { name: 'email', filled: 2 },
      { name: 'phone', filled: 1 },
    ])
  })

  it('names the other tables of the environment with the people', async () => {
    await client.write('old', [
      { email: 'a@example.com', status: 'won' },
      { email: 'b@example.com' },
      { email: 'z@example.com', status: 'won' },
    ])
    await client.write('ordered', [{ sku: 1, work_email: 'A@example.com', status: 'sent' }], { key: 'field:sku' })
    await client.in('test').write('sandbox', [{ email: 'a@example.com' }])
    await (await tablesClient(service)).write('theirs', [{ email: 'a@example.com' }])
    const { body } = await client.write('leads', [
      { email: 'a@example.com' },
      { email: 'b@example.com' },
      { email: 'c@example.com' },
    ])
    expect(body).toMatchObject({
      also_in: [
        { table: 'old', count: 2, by_status: { won: 1, none: 1 }, contacted: 0 },
        { table: 'ordered', count: 1, by_status: { sent: 1 }, contacted: 0 },
      ],
    })
  })

  it('keeps the key mode that the table was made with', async () => {
    expect(
      (await client.write('orders', [{ sku: 1 }, { sku: '1', note: 'x' }], { key: 'field:sku' })).body,
    ).toMatchObject({ inserted: 1, keys: { inserted: ['1'] } })
    const other = await client.write('orders', [{ sku: 2 }], { key: 'auto' })
    expect([other.status, other.at('error', 'code'), other.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      '/key',
    ])
    expect((await client.write('orders', [{ sku: 2 }], { key: 'field:sku' })).body).toMatchObject({ inserted: 1 })
    expect((await client.write('orders', [{ email: 'a@example.com' }])).body).toMatchObject({
      inserted: 0,
      refused: [{ index: 0 }],
    })
  })

  it('keeps a row as it was read, and ignores what the service sets', async () => {
    await client.write('leads', [
      { email: 'a@example.com', n: 1.5, deep: { a: [1, null] }, status: 'new', next_at: '2026-12-01T00:00:00Z' },
    ])
    const row = Object((await client.detail('leads')).at('latest', '0'))
    expect((await client.write('leads', [row])).body).toMatchObject({
      unchanged: 1,
      updated: 0,
      hints: [expect.stringContaining('`key`')],
    })
  })

  it('happens once for an idempotency key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const post = (rows: object[]) => client.http.post('/v1/tables/leads/rows', { rows }, headers)
    const first = await post([{ email: 'a@example.com' }])
    const second = await post([{ email: 'a@example.com' }])
    expect([second.body, second.headers.get('Idempotent-Replay')]).toEqual([first.body, 'true'])
    expect((await post([{ email: 'b@example.com' }])).status).toBe(422)
  })

  it('takes 500 rows of 16 KB, and not one more', async () => {
    const big = people(500).map((row) => ({ ...row, note: 'x'.repeat(16_000) }))
    expect((await client.write('leads', big)).body).toMatchObject({ inserted: 500 })
    const more = await client.write('leads', people(501))
    expect([more.status, more.at('error', 'param')]).toEqual([400, '/rows'])
    expect((await client.write('leads', [{ email: 'a@example.com', note: 'x'.repeat(10 * 1_048_576) }])).status).toBe(
      413,
    )
  })

  it.each([
    [{ rows: [] }, '/rows'],
    [{ rows: ['a'] }, '/rows/0'],
    [{ rows: [[]] }, '/rows/0'],
    [{}, '/rows'],
    [{ rows: people(1), mode: 'swap' }, '/mode'],
    [{ rows: people(1), key: 'nobody' }, '/key'],
    [{ rows: people(1), status: 5 }, '/status'],
    [{ rows: people(1), title: 'x' }, '/title'],
  ])('refuses %j, naming the field', async (body, param) => {
    const answer = await client.http.post('/v1/tables/leads/rows', body)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      param,
    ])
    expect((await client.detail('leads')).status).toBe(404)
  })

  it('writes nothing beyond the quota of the plan, not even the table', async () => {
    await client.write('full', people(1))
    await service.db.pool.query(`update workspace_table set row_count = 24997 where workspace_id = $1`, [
      client.workspace.id,
    ])
    const full = await client.write('leads', people(4))
    expect([full.status, full.at('error', 'code'), full.at('error', 'message')]).toEqual([
      409,
      'limit_reached',
      expect.stringContaining('25000'),
    ])
    expect((await client.detail('leads')).status).toBe(404)
    expect((await client.write('leads', people(3))).body).toMatchObject({ inserted: 3 })
    expect((await client.write('leads', [{ ...people(1)[0], title: 'CTO' }])).body).toMatchObject({ updated: 1 })
    expect((await client.write('leads', people(1, 9))).status).toBe(409)
  })

  it('holds at most 50,000 rows in a table, on any plan', async () => {
    await client.write('leads', people(1))
    await buyPlan(service, client.workspace.id, 'scale')
    await service.db.pool.query(`update workspace_table set row_count = 49999 where workspace_id = $1`, [
      client.workspace.id,
    ])
    const full = await client.write('leads', people(2, 1))
    expect([full.status, full.at('error', 'code'), full.at('error', 'message')]).toEqual([
      409,
      'limit_reached',
      expect.stringContaining('50000'),
    ])
    expect((await client.write('leads', people(2))).body).toMatchObject({ inserted: 1, unchanged: 1 })
  })
})

describe('DELETE /v1/tables/{name}/rows/{key}', () => {
  it('deletes one row by its key or any of its identities', async () => {
    await client.write('leads', [
      { email: 'a@example.com', linkedin_url: 'linkedin.com/in/a' },
      { email: 'b@example.com', x: 'bea' },
      { linkedin_url: 'linkedin.com/in/c' },
      { email: 'd@example.com' },
    ])
    for (const [named, key] of [
      ['A@example.com', 'a@example.com'],
      ['x:bea', 'b@example.com'],
      ['https://linkedin.com/in/C/', 'https://www.linkedin.com/in/c'],
    ]) {
      expect((await client.http.delete(`/v1/tables/leads/rows/${encodeURIComponent(named ?? '')}`)).body).toEqual({
        deleted: 1,
        keys: [key],
      })
    }
    const missing = await client.http.delete('/v1/tables/leads/rows/a@example.com')
    expect([missing.status, missing.at('error', 'code')]).toEqual([404, 'not_found'])
    expect((await client.http.delete('/v1/tables/none/rows/a@example.com')).status).toBe(404)
    expect((await client.detail('leads')).body).toMatchObject({ rows: 1, latest: [{ key: 'd@example.com' }] })
    expect((await client.write('leads', [{ linkedin_url: 'linkedin.com/in/a' }])).body).toMatchObject({ inserted: 1 })
  })
})
