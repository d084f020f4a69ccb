import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { WATCHES_MAX } from '../../../../domain/watches/limits.ts'
import { buildWatch } from '../../../build/watch.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

let service: SharedService
let workspace: TestWorkspace
let client: HttpClient
beforeAll(async () => {
  service = await sharedTestService()
  workspace = service.workspace
  client = httpClient(service.url, workspace.keys.test)
}, 120_000)
afterAll(async () => {
  await service.stop()
})

const QUERY = { capability: 'web.search', input: { query: 'sample' }, every: '1d' }
const RAW = { provider: 'sec', endpoint: '/submissions/CIK{cik}.json', path: { cik: '0000320193' }, every: '12h' }

async function ownClient(): Promise<{ own: HttpClient; id: string }> {
  const { id, keys } = await buildWorkspace(service.db)
  return { own: httpClient(service.url, keys.test), id }
}

describe('POST /v1/watch', () => {
  it('saves the query and runs nothing', async () => {
    const { own, id } = await ownClient()
    const made = await own.post('/v1/watch', { ...QUERY, routing: { max_cost: '0.05' } })
    expect([made.status, made.body]).toMatchObject([
      200,
      {
        id: expect.stringMatching(/^watch_/),
        status: 'active',
        paused_reason: null,
        environment: 'test',
        capability: 'web.search',
        provider: null,
        endpoint: null,
        input: { query: 'sample' },
        routing: { provider: 'auto', max_cost: '0.05', fresh: true },
        every: '1d',
        into: null,
        webhook: true,
        last_refresh: null,
      },
    ])
    const laterMs = Date.parse(String(made.at('next_refresh_at'))) - Date.parse(String(made.at('created_at')))
    expect([laterMs >= 86_400_000, laterMs <= 86_400_000 + 601_000]).toEqual([true, true])
    const { rows } = await service.db.pool.query('select 1 from run where workspace_id = $1', [id])
    expect(rows).toEqual([])
    expect((await own.get(`/v1/watch/${String(made.at('id'))}`)).body).toMatchObject({
      ...Object(made.body),
      refreshes: [],
    })
  })

  it('watches a raw endpoint as well', async () => {
    expect((await client.post('/v1/watch', RAW)).body).toMatchObject({
      capability: null,
      provider: 'sec',
      endpoint: 'GET /submissions/CIK{cik}.json',
      path: { cik: '0000320193' },
      query: {},
      input: {},
    })
  })

  it.each<[string, object, number, string, string]>([
    ['an interval that is too short', { ...QUERY, every: '0h' }, 400, 'invalid_request', '/every'],
    ['one that is too long', { ...QUERY, every: '31d' }, 400, 'invalid_request', '/every'],
    ['one in another unit', { ...QUERY, every: '90m' }, 400, 'invalid_request', '/every'],
    ['no interval', { ...QUERY, every: undefined }, 400, 'invalid_request', '/every'],
    ['an unknown member', { ...QUERY, record: { table: 'leads', key: 'a' } }, 400, 'invalid_request', '/record'],
    ['an unknown capability', { ...QUERY, capability: 'web.dream' }, 404, 'capability_not_found', '/capability'],
    ['an input that does not fit', { ...QUERY, input: { limit: 0 } }, 400, 'invalid_request', '/input/query'],
    ['neither form', { every: '1d' }, 400, 'invalid_request', '/capability'],
    ['an unknown endpoint', { ...RAW, endpoint: '/nothing' }, 404, 'endpoint_not_found', '/endpoint'],
    ['an unknown provider', { ...RAW, provider: 'nobody' }, 404, 'endpoint_not_found', '/provider'],
    ['a path value that is missing', { ...RAW, path: {} }, 400, 'invalid_request', '/path/cik'],
    [
      'a provider that does not serve it',
      { ...QUERY, routing: { provider: 'nobody' } },
      409,
      'provider_not_available',
      '/routing/provider',
    ],
    [
      'a send',
      { capability: 'email.send', input: { to: 'a@example.com', subject: 's', text: 't' }, every: '1d' },
      400,
      'invalid_request',
      '/capability',
    ],
    [
      'a send in a chat',
      { capability: 'linkedin.message', input: { chat_id: 'c', text: 't' }, every: '1d' },
      400,
      'invalid_request',
      '/capability',
    ],
    [
      'a raw send',
      {
        provider: 'resend',
        endpoint: 'POST /emails',
        input: { from: 'a@example.com', to: 'b@example.com', subject: 's', text: 't' },
        every: '1d',
      },
      400,
      'invalid_request',
      '/endpoint',
    ],
    [
      'a raw call that raises an event for a person',
      { provider: 'resend', endpoint: 'POST /events/send', input: { event: 'x', email: 'b@example.com' }, every: '1d' },
      400,
      'invalid_request',
      '/endpoint',
    ],
    [
      'a raw call that deletes',
      { provider: 'resend', endpoint: 'DELETE /contacts/{id}', path: { id: 'a' }, every: '1d' },
      400,
      'invalid_request',
      '/endpoint',
    ],
    ['a table while tables are off', { ...QUERY, into: { table: 'leads' } }, 403, 'forbidden', '/into'],
  ])('refuses %s', async (_, body, status, code, param) => {
    const answer = await client.post('/v1/watch', body)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([status, code, param])
  })

  it('refuses an unknown table', async () => {
    const { own } = await ownClient()
    await own.post('/v1/features', { tables: true })
    expect((await own.post('/v1/watch', { ...QUERY, into: { table: 'leads' } })).body).toMatchObject({
      error: { code: 'not_found', param: '/into/table' },
    })
    await own.post('/v1/tables', { name: 'leads' })
    expect((await own.post('/v1/watch', { ...QUERY, into: { table: 'leads', status: 'new' } })).body).toMatchObject({
      into: { table: 'leads', status: 'new' },
    })
  })

  it('with a key is made once', async () => {
    const { own } = await ownClient()
    const key = { 'Idempotency-Key': 'one' }
    const [first, second] = [await own.post('/v1/watch', QUERY, key), await own.post('/v1/watch', QUERY, key)]
    expect([second.body, second.headers.get('idempotent-replay')]).toEqual([first.body, 'true'])
    expect((await own.post('/v1/watch', { ...QUERY, every: '2d' }, key)).status).toBe(422)
    expect((await own.get('/v1/watch')).at('items', 'length')).toBe(1)
  })

  it(`is limited to ${WATCHES_MAX} of a workspace, over both environments, and parallel requests take the last one once`, async () => {
    const { own, id } = await ownClient()
    // Without their Schedules, of which Temporal would keep a thousand.
    const owner = { workspaceId: id, environment: 'live' } as const
    await Promise.all(Array.from({ length: WATCHES_MAX - 1 }, () => buildWatch(service.db, owner)))
    const answers = await Promise.all(Array.from({ length: 4 }, () => own.post('/v1/watch', QUERY)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.at('error', 'code')).toBe('limit_reached')
  })
})

describe('GET and DELETE /v1/watch', () => {
  it('lists newest first, page by page', async () => {
    const { own } = await ownClient()
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) ids.unshift(String((await own.post('/v1/watch', QUERY)).at('id')))
    const [first, second] = [
      await own.get('/v1/watch?limit=3'),
      await own
        .get('/v1/watch?limit=3')
        .then((page) => own.get(`/v1/watch?limit=3&cursor=${String(page.at('next_cursor'))}`)),
    ]
    const idsOf = (page: typeof first): unknown[] =>
      Array.from({ length: Number(page.at('items', 'length')) }, (_, index) => page.at('items', String(index), 'id'))
    expect([...idsOf(first), ...idsOf(second), second.at('next_cursor')]).toEqual([...ids, null])
    expect((await own.get('/v1/watch?cursor=nothing')).at('error', 'param')).toBe('/cursor')
  })

  it('answers a deleted one once more, which is then gone', async () => {
    const { own } = await ownClient()
    const id = String((await own.post('/v1/watch', QUERY)).at('id'))
    expect((await own.post(`/v1/watch/${id}/refresh`)).status).toBe(200)
    const gone = await own.delete(`/v1/watch/${id}`)
    expect([gone.status, gone.body]).toMatchObject([
      200,
      { id, status: 'deleted', next_refresh_at: null, last_refresh: { status: 'succeeded' } },
    ])
    expect([
      (await own.get(`/v1/watch/${id}`)).status,
      (await own.delete(`/v1/watch/${id}`)).status,
      (await own.post(`/v1/watch/${id}/refresh`)).status,
    ]).toEqual([404, 404, 404])
    const { rows } = await service.db.pool.query(
      'select (select count(*)::integer from watch_record where watch_id = $1) as records, (select count(*)::integer from watch_refresh where watch_id = $1) as refreshes',
      [id],
    )
    expect(rows).toEqual([{ records: 0, refreshes: 0 }])
  })

  it("do not find another workspace's watch or one of the other environment", async () => {
    const id = String((await client.post('/v1/watch', QUERY)).at('id'))
    const { own } = await ownClient()
    for (const other of [own, httpClient(service.url, workspace.keys.live)]) {
      const answers = [
        await other.get(`/v1/watch/${id}`),
        await other.delete(`/v1/watch/${id}`),
        await other.post(`/v1/watch/${id}/refresh`),
        await other.get(`/v1/watch/${id}/refreshes/refresh_1`),
      ]
      expect(answers.map(({ status, at }) => [status, at('error', 'code')])).toEqual(
        answers.map(() => [404, 'not_found']),
      )
    }
    expect((await client.get(`/v1/watch/${id}`)).status).toBe(200)
  })
})
