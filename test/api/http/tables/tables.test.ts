import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import { startTestService, type TestService } from '../../../support/service.ts'
import { type TablesClient, tablesClient } from './tables-client.ts'

let service: TestService
let client: TablesClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await tablesClient(service)
})

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
const EMPTY = {
  name: 'leads',
  title: null,
  description: null,
  key: 'auto',
  rows: 0,
  by_status: {},
  created_at: TIME,
  updated_at: TIME,
  columns: [],
  due: 0,
  latest: [],
}

describe('POST /v1/tables', () => {
  it('creates a table with its key mode', async () => {
    const answer = await client.http.post('/v1/tables', {
      name: 'leads',
      title: 'Leads',
      description: 'Who asked',
      key: 'field:Order No',
    })
    expect([answer.status, answer.body]).toEqual([
      200,
      { ...EMPTY, title: 'Leads', description: 'Who asked', key: 'field:Order No' },
    ])
    expect((await client.http.post('/v1/tables', { name: 'others' })).body).toEqual({ ...EMPTY, name: 'others' })
  })

  it('answers conflict for a name in use, only in this environment', async () => {
    await client.http.post('/v1/tables', { name: 'leads' })
    const again = await client.http.post('/v1/tables', { name: 'leads' })
    expect([again.status, again.at('error', 'code'), again.at('error', 'param')]).toEqual([409, 'conflict', '/name'])
    expect((await client.in('test').http.post('/v1/tables', { name: 'leads' })).status).toBe(200)
    expect((await (await tablesClient(service)).http.post('/v1/tables', { name: 'leads' })).status).toBe(200)
  })

  it('makes one table of many requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.http.post('/v1/tables', { name: 'leads' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })

  it('happens once for an idempotency key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await client.http.post('/v1/tables', { name: 'leads' }, headers)
    const second = await client.http.post('/v1/tables', { name: 'leads' }, headers)
    expect([second.status, second.body, second.headers.get('Idempotent-Replay')]).toEqual([200, first.body, 'true'])
  })

  it.each([
    [{ name: 'Leads' }, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'a b' }, '/name'],
    [{ name: 'x'.repeat(65) }, '/name'],
    [{ name: 'ä' }, '/name'],
    [{ name: 'leads', key: 'name' }, '/key'],
    [{ name: 'leads', key: 'field:' }, '/key'],
    [{ name: 'leads', key: 'field:status' }, '/key'],
    [{ name: 'leads', kind: 'email' }, '/kind'],
    [{}, '/name'],
  ])('refuses %j, naming the field', async (body, param) => {
    const answer = await client.http.post('/v1/tables', body)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      param,
    ])
  })

  it('stops at the quota of tables, over both environments', async () => {
    for (let number = 0; number < 19; number += 1)
      await client.in(number % 2 === 0 ? 'test' : 'live').http.post('/v1/tables', { name: `table-${number}` })
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => client.http.post('/v1/tables', { name })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const full = await client.in('test').write('more', [{ email: 'a@example.com' }])
    expect([full.status, full.at('error', 'code'), full.at('error', 'message')]).toEqual([
      409,
      'limit_reached',
      expect.stringContaining('20 tables'),
    ])
    expect((await client.http.get('/v1/features')).at('tables', 'usage')).toEqual({ tables: 20, rows: 0 })
  })
})

describe('GET /v1/tables', () => {
  it('lists the tables of the environment with their rows by status, and the quota of the workspace', async () => {
    await client.write('leads', [
      { email: 'a@example.com', status: 'new' },
      { email: 'b@example.com', status: 'new' },
      { email: 'c@example.com' },
    ])
    await client.http.post('/v1/tables', { name: 'accounts', key: 'domain' })
    await client.in('test').write('sandbox', [{ email: 'a@example.com' }])
    const other = await tablesClient(service)
    await other.write('theirs', [{ email: 'a@example.com' }])
    const answer = await client.http.get('/v1/tables')
    expect(answer.body).toEqual({
      items: [
        {
          name: 'accounts',
          title: null,
          description: null,
          key: 'domain',
          rows: 0,
          by_status: {},
          created_at: TIME,
          updated_at: TIME,
        },
        {
          name: 'leads',
          title: null,
          description: null,
          key: 'auto',
          rows: 3,
          by_status: { new: 2, none: 1 },
          created_at: TIME,
          updated_at: TIME,
        },
      ],
      quota: { tables: { used: 3, limit: 20 }, rows: { used: 4, limit: 25_000 } },
      next_cursor: null,
    })
    const first = await client.http.get('/v1/tables?limit=1')
    const second = await client.http.get(`/v1/tables?limit=1&cursor=${String(first.at('next_cursor'))}`)
    expect([first, second].map((page) => page.at('items', '0', 'name'))).toEqual(['accounts', 'leads'])
    expect(second.at('next_cursor')).toBeNull()
    expect((await client.in('test').http.get('/v1/tables')).at('items')).toMatchObject([{ name: 'sandbox' }])
  })
})

describe('GET /v1/tables/{name}', () => {
  it('shows rows by status, rows due, columns with their fill rates, and the newest rows', async () => {
    await client.write('leads', [
      { email: 'a@example.com', score: 1, tags: ['x'], status: 'new', next_at: '-1d' },
      { email: 'b@example.com', score: '2', status: 'new', next_at: '+1d' },
      { email: 'c@example.com', title: '' },
    ])
    const { body } = await client.detail('leads')
    expect(body).toEqual({
      ...EMPTY,
      rows: 3,
      by_status: { new: 2, none: 1 },
      due: 1,
      columns: [
        { name: 'email', type: 'string', filled: 3, fill_rate: 1 },
        { name: 'score', type: 'mixed', filled: 2, fill_rate: 0.6667 },
        { name: 'tags', type: 'array', filled: 1, fill_rate: 0.3333 },
      ],
      latest: [
        {
          key: 'c@example.com',
          email: 'c@example.com',
          status: null,
          next_at: null,
          touches: 0,
          last_touch_at: null,
          last_touch_channel: null,
          last_reply_at: null,
          last_reply_class: null,
          row_created_at: TIME,
          row_updated_at: TIME,
        },
        expect.objectContaining({ key: 'b@example.com', score: '2', next_at: TIME }),
        expect.objectContaining({ key: 'a@example.com', score: 1 }),
      ],
    })
  })

  it('does not find a table of another environment or workspace', async () => {
    await client.write('leads', [{ email: 'a@example.com' }])
    for (const outsider of [client.in('test'), await tablesClient(service)]) {
      for (const answer of [
        await outsider.detail('leads'),
        await outsider.http.patch('/v1/tables/leads', { title: 'x' }),
        await outsider.http.delete('/v1/tables/leads?confirm=true'),
        await outsider.http.delete('/v1/tables/leads/rows/a@example.com'),
      ])
        expect([answer.status, answer.at('error', 'code')]).toEqual([404, 'not_found'])
    }
    expect((await client.detail('leads')).status).toBe(200)
  })
})

describe('PATCH /v1/tables/{name}', () => {
  it('changes what it names and nothing else', async () => {
    await client.http.post('/v1/tables', { name: 'leads', title: 'Leads', description: 'Who asked' })
    const answer = await client.http.patch('/v1/tables/leads', {
      description: null,
      columns: [{ name: 'score', type: 'number' }, { name: 'city' }],
    })
    expect(answer.body).toMatchObject({
      title: 'Leads',
      description: null,
      columns: [
        { name: 'score', type: 'number', filled: 0, fill_rate: 0 },
        { name: 'city', type: 'string' },
      ],
    })
    await client.write('leads', [{ email: 'a@example.com', city: 'London' }])
    expect((await client.detail('leads')).at('columns')).toMatchObject([
      { name: 'score' },
      { name: 'city', filled: 1 },
      { name: 'email' },
    ])
  })

  it('renames a table with its rows, unless the name is taken', async () => {
    await client.write('leads', [{ email: 'a@example.com' }])
    await client.write('others', [{ email: 'b@example.com' }])
    const taken = await client.http.patch('/v1/tables/leads', { name: 'others', title: 'x' })
    expect([taken.status, taken.at('error', 'code'), taken.at('error', 'param')]).toEqual([409, 'conflict', '/name'])
    expect((await client.detail('leads')).body).toMatchObject({ title: null })
    expect((await client.http.patch('/v1/tables/leads', { name: 'people' })).body).toMatchObject({
      name: 'people',
      rows: 1,
      latest: [{ key: 'a@example.com' }],
    })
    expect([
      (await client.detail('leads')).status,
      (await client.http.patch('/v1/tables/people', { name: 'people' })).status,
    ]).toEqual([404, 200])
  })

  it.each([
    [{}, undefined],
    [{ key: 'email' }, '/key'],
    [{ name: 'A' }, '/name'],
    [{ columns: ['a'] }, '/columns/0'],
    [{ columns: [{ name: 'a', type: 'text' }] }, '/columns/0/type'],
  ])('refuses %j', async (body, param) => {
    await client.http.post('/v1/tables', { name: 'leads' })
    const answer = await client.http.patch('/v1/tables/leads', body)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      param,
    ])
  })
})

describe('DELETE /v1/tables/{name}', () => {
  it('deletes the table with its rows after a confirmation, and frees their quota', async () => {
    await client.write('leads', [{ email: 'a@example.com' }, { email: 'b@example.com' }])
    for (const query of ['', '?confirm=false']) {
      const answer = await client.http.delete(`/v1/tables/leads${query}`)
      expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
        400,
        'invalid_request',
        '/confirm',
      ])
      expect(answer.at('error', 'message')).toContain('?confirm=true')
    }
    expect((await client.http.delete('/v1/tables/leads?confirm=true')).body).toEqual({
      deleted: true,
      name: 'leads',
      rows: 2,
    })
    expect([
      (await client.detail('leads')).status,
      (await client.http.delete('/v1/tables/leads?confirm=true')).status,
    ]).toEqual([404, 404])
    expect((await client.http.get('/v1/features')).at('tables', 'usage')).toEqual({ tables: 0, rows: 0 })
    expect((await client.write('leads', [{ email: 'a@example.com' }])).body).toMatchObject({
      created: true,
      inserted: 1,
    })
  })
})
