import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { topUp } from '../../../build/simulated-topup.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'
import { type ChangingWeb, startChangingWeb, watchTheWeb } from '../../../support/web-search.ts'

let web: ChangingWeb
let service: TestService
let client: HttpClient
beforeAll(async () => {
  web = await startChangingWeb()
  service = await startTestService({ providers: web.settings })
  client = httpClient(service.url, service.workspace.keys.live)
}, 120_000)
afterAll(async () => {
  await service.stop()
  await web.close()
})

const makeWatch = async (more: Readonly<Record<string, unknown>> = {}, of: HttpClient = client): Promise<string> => {
  const made = await of.post('/v1/watch', watchTheWeb(more))
  expect([made.status, made.text]).toEqual([200, expect.any(String)])
  return String(made.at('id'))
}

const refresh = (id: string, of: HttpClient = client) => of.post(`/v1/watch/${id}/refresh`)
const page = (name: string, title = 'Sample') => ({ url: `https://example.com/${name}`, title })

/** A separate workspace with one watch of the web. */
async function ownWatch({ credit = '5.00', ...more }: Readonly<Record<string, unknown>> = {}) {
  const { id: workspaceId, keys, keyIds } = await buildWorkspace(service.db, { live: String(credit) })
  const own = httpClient(service.url, keys.live)
  return { own, workspaceId, keys, keyIds, id: await makeWatch(more, own) }
}

const eventsOf = async (of: HttpClient): Promise<{ type: string; data: Record<string, unknown> }[]> => {
  const read = await of.get('/v1/events')
  return JSON.parse(JSON.stringify(read.at('items')))
}
const runsOf = async (workspaceId: string): Promise<{ id: string; apiKeyId: string }[]> =>
  (await service.db.pool.query('select id, api_key_id as "apiKeyId" from run where workspace_id = $1', [workspaceId]))
    .rows
const isScheduled = (id: string) =>
  service.client.schedule
    .getHandle(id)
    .describe()
    .then(
      () => true,
      () => false,
    )

describe('a manual refresh', () => {
  it('answers only what is new or has changed, without volatile members', async () => {
    const id = await makeWatch()
    await web.lists(page('a'), page('b'))
    const first = await refresh(id)
    expect([first.status, first.text]).toEqual([200, expect.any(String)])
    expect(first.body).toMatchObject({
      watch_id: id,
      state: 'done',
      status: 'succeeded',
      changed: [],
      unchanged: 0,
      left_out: 0,
    })
    expect(first.at('new')).toMatchObject([{ url: 'https://example.com/a' }, { url: 'https://example.com/b' }])

    const second = await refresh(id)
    expect(second.body).toMatchObject({ new: [], changed: [], unchanged: 2 })

    await web.lists(page('c'), page('b', 'Another title'), page('a'))
    const third = await refresh(id)
    expect(third.body).toMatchObject({
      new: [{ url: 'https://example.com/c' }],
      unchanged: 1,
      changed: [
        {
          before: { url: 'https://example.com/b', title: 'Sample' },
          after: { url: 'https://example.com/b', title: 'Another title' },
        },
      ],
    })
    // A record that is gone and returns unchanged is neither new nor changed.
    await web.lists(page('a'))
    expect((await refresh(id)).body).toMatchObject({ new: [], changed: [], unchanged: 1 })
    expect((await client.get(`/v1/watch/${id}`)).body).toMatchObject({
      last_refresh: { new: 0, changed: 0, unchanged: 1 },
      refreshes: [{ unchanged: 1 }, { new: 1, changed: 1, unchanged: 1 }, { unchanged: 2 }, { new: 2 }],
    })
    expect((await client.get(String(third.at('poll_url')))).body).toEqual(third.body)
  })

  it('is one refresh for all who request it while it is under way, at the price of one run, paid by the maker of the watch', async () => {
    const { own, id, workspaceId, keyIds } = await ownWatch()
    await web.lists(page('a'))
    web.set('slow', 700)
    const answers = await Promise.all([refresh(id, own), refresh(id, own), refresh(id, own)])
    expect(new Set(answers.map((answer) => answer.at('refresh_id'))).size).toBe(1)
    expect(answers.map((answer) => [answer.status, answer.at('new', 'length')])).toEqual(answers.map(() => [200, 1]))
    expect(await runsOf(workspaceId)).toEqual([{ id: answers[0]?.at('run_id'), apiKeyId: keyIds.live }])
    expect((await own.get(`/v1/runs/${String(answers[0]?.at('run_id'))}`)).body).toMatchObject({
      status: 'succeeded',
      capability: 'web.search',
    })
  })

  it('names where to read it when it takes longer than the caller waits', async () => {
    const { own, id } = await ownWatch()
    await web.lists(page('a'))
    web.set('slow', 700)
    const begun = await own.post(`/v1/watch/${id}/refresh?wait_seconds=0`)
    expect([begun.status, begun.body]).toMatchObject([
      202,
      { state: 'started', new: [], changed: [], run_id: expect.stringMatching(/^run_/) },
    ])
    const read = await own.get(`${String(begun.at('poll_url'))}?wait=60`)
    expect([read.status, read.body]).toMatchObject([
      200,
      { state: 'done', status: 'succeeded', new: [{ url: 'https://example.com/a' }] },
    ])
  })

  it('with a key is made once', async () => {
    await web.lists(page('a'))
    const { own, id, workspaceId } = await ownWatch()
    const key = { 'Idempotency-Key': 'one' }
    const [first, second] = [
      await own.post(`/v1/watch/${id}/refresh`, undefined, key),
      await own.post(`/v1/watch/${id}/refresh`, undefined, key),
    ]
    expect([second.status, second.body, second.headers.get('idempotent-replay')]).toEqual([200, first.body, 'true'])
    const another = await makeWatch({}, own)
    expect((await own.post(`/v1/watch/${another}/refresh`, undefined, key)).status).toBe(422)
    expect(await runsOf(workspaceId)).toHaveLength(1)
  })
})

describe('a refresh whose run does not succeed', () => {
  it('answers the error of the run, shows it with the watch, and loses nothing', async () => {
    const { own, id } = await ownWatch()
    web.set('wrong')
    const failed = await refresh(id, own)
    expect([failed.status, failed.body]).toMatchObject([
      502,
      { state: 'done', status: 'failed', new: [], error: { code: 'provider_error', request_id: expect.any(String) } },
    ])
    expect((await own.get(`/v1/watch/${id}`)).body).toMatchObject({
      status: 'active',
      last_refresh: { status: 'failed', error: { code: 'provider_error' } },
    })
    await web.lists(page('a'))
    expect((await refresh(id, own)).body).toMatchObject({ new: [{ url: 'https://example.com/a' }] })
    expect((await eventsOf(own)).map(({ type }) => type)).toEqual(['watch.updated'])
  })

  it('answers no records and status 200 after a miss', async () => {
    const { own, id } = await ownWatch()
    await web.lists()
    const answer = await refresh(id, own)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { state: 'done', status: 'no_match', new: [], changed: [], unchanged: 0 },
    ])
  })

  it('for lack of money pauses the watch and reports that; a paid one resumes it', async () => {
    const { own, id, workspaceId, keys } = await ownWatch({ credit: '0.00', webhook: false })
    await until(
      () => isScheduled(id),
      (there) => there,
    )
    await web.lists(page('a'))
    const refused = await refresh(id, own)
    expect([refused.status, refused.body]).toMatchObject([
      402,
      { status: 'failed', error: { code: 'insufficient_balance', topup_url: expect.any(String) } },
    ])
    expect((await own.get(`/v1/watch/${id}`)).body).toMatchObject({
      status: 'paused',
      paused_reason: 'insufficient_balance',
      next_refresh_at: null,
    })
    await until(
      () => isScheduled(id),
      (there) => !there,
    )
    expect((await refresh(id, own)).status).toBe(402)
    // A pause is reported once, whatever follows.
    expect(await eventsOf(own)).toMatchObject([
      { type: 'watch.paused', data: { watch_id: id, run_id: refused.at('run_id'), reason: 'insufficient_balance' } },
    ])

    await topUp(service, workspaceId, '5.00')
    const resumed = await refresh(id, httpClient(service.url, keys.live))
    expect([resumed.status, resumed.at('new', 'length')]).toEqual([200, 1])
    expect((await own.get(`/v1/watch/${id}`)).body).toMatchObject({
      status: 'active',
      paused_reason: null,
      next_refresh_at: expect.any(String),
    })
    await until(
      () => isScheduled(id),
      (there) => there,
    )
  })

  it('that no offer serves pauses the watch with the third refusal in a row, and reports that', async () => {
    const { own, id } = await ownWatch({ routing: { max_cost: '0.000001' } })
    const statuses: unknown[] = []
    for (const _ of ['first', 'second', 'third']) {
      expect((await refresh(id, own)).body).toMatchObject({ error: { code: 'cost_limit_exceeded' } })
      statuses.push((await own.get(`/v1/watch/${id}`)).at('status'))
    }
    expect(statuses).toEqual(['active', 'active', 'paused'])
    expect(await eventsOf(own)).toMatchObject([
      {
        type: 'watch.paused',
        data: { watch_id: id, reason: 'request_refused', message: expect.stringContaining('max_cost') },
      },
    ])
  })

  it('because of the daily cap costs the watch this one refresh', async () => {
    const { own, id } = await ownWatch()
    await own.post('/v1/spend-guard', { enabled: true, daily_limit: '0.000001' })
    const refused = await refresh(id, own)
    expect([refused.status, refused.body]).toMatchObject([
      402,
      { status: 'blocked', error: { code: 'budget_exceeded', controls: ['daily_limit'] } },
    ])
    expect((await own.get(`/v1/watch/${id}`)).body).toMatchObject({
      status: 'active',
      last_refresh: { error: { code: 'budget_exceeded' } },
    })
    expect(await eventsOf(own)).toEqual([])
  })
})

describe('the event of a refresh', () => {
  it.each([
    [true, 1],
    [false, 0],
  ])('with webhook %s is on the stream and goes to %i endpoints', async (webhook, deliveries) => {
    const { own, id, workspaceId } = await ownWatch({ webhook })
    await own.post('/v1/webhooks', { url: 'https://127.0.0.1:9/hook' })
    await web.lists(page('a'), page('b'))
    const answer = await refresh(id, own)
    expect(await eventsOf(own)).toMatchObject([
      {
        type: 'watch.updated',
        data: {
          watch_id: id,
          refresh_id: answer.at('refresh_id'),
          run_id: answer.at('run_id'),
          new: 2,
          changed: 0,
          unchanged: 0,
          new_keys: ['example.com/a', 'example.com/b'],
          changed_keys: [],
        },
      },
    ])
    const { rows } = await service.db.pool.query('select event_type from webhook_delivery where workspace_id = $1', [
      workspaceId,
    ])
    expect(rows).toEqual(Array.from({ length: deliveries }, () => ({ event_type: 'watch.updated' })))
    await refresh(id, own)
    expect(await eventsOf(own)).toHaveLength(1)
  })

  it('is not stored when the watch is deleted meanwhile, and the caller finds no refresh', async () => {
    const { own, id, workspaceId } = await ownWatch()
    await web.lists(page('a'))
    web.set('slow', 700)
    const waiting = refresh(id, own)
    const calls = web.calls.length
    await until(
      async () => web.calls.length,
      (now) => now > calls,
    )
    const [run] = await runsOf(workspaceId)
    expect((await own.delete(`/v1/watch/${id}`)).status).toBe(200)
    expect((await waiting).status).toBe(404)
    expect((await own.get(`/v1/runs/${run?.id}?wait=30`)).body).toMatchObject({ status: 'succeeded' })
    expect(await eventsOf(own)).toEqual([])
  })
})

describe('into', () => {
  const rowsOf = async (of: HttpClient) => (await of.post('/v1/tables/pages/rows/query', { order: 'url' })).at('items')

  async function landing() {
    const { id: workspaceId, keys } = await buildWorkspace(service.db)
    const own = httpClient(service.url, keys.live)
    await own.post('/v1/features', { tables: true })
    await own.post('/v1/tables', { name: 'pages', key: 'field:url' })
    return { own, workspaceId, id: await makeWatch({ into: { table: 'pages', status: 'new' } }, own) }
  }

  it('stores new records with their status, and leaves existing and changed records unchanged', async () => {
    const { own, id } = await landing()
    await own.post('/v1/tables/pages/rows', { rows: [{ url: 'https://example.com/a', status: 'mine' }] })
    await web.lists(page('a'), page('b'))
    expect((await refresh(id, own)).body).toMatchObject({
      table: { name: 'pages', inserted: 1, updated: 1 },
      note: null,
    })
    expect(await rowsOf(own)).toMatchObject([
      { url: 'https://example.com/a', status: 'mine', title: 'Sample' },
      { url: 'https://example.com/b', status: 'new' },
    ])
    await web.lists(page('a', 'Another title'), page('b'), page('c'))
    expect((await refresh(id, own)).body).toMatchObject({
      table: { inserted: 1, updated: 0, unchanged: 0 },
      changed: [{ after: { title: 'Another title' } }],
    })
    const changesOf = async (url: string) =>
      (await own.get(`/v1/tables/pages/rows/${encodeURIComponent(url)}/changes`)).at('items')
    const byRefresh = { cause: 'watch', by: null, run_id: expect.stringMatching(/^run_/), watch_id: id }
    expect(await changesOf('https://example.com/c')).toMatchObject([{ ...byRefresh, created: true }])
    expect(await changesOf('https://example.com/a')).toMatchObject([
      { ...byRefresh, fields: expect.arrayContaining(['title']) },
      { cause: 'api', created: true },
    ])
    expect(await rowsOf(own)).toMatchObject([
      { title: 'Sample' },
      { url: 'https://example.com/b' },
      { url: 'https://example.com/c', status: 'new' },
    ])
    expect((await refresh(id, own)).at('table')).toBeUndefined()
  })

  it.each<[string, (own: HttpClient) => Promise<unknown>, RegExp]>([
    ['tables that are off', (own) => own.post('/v1/features', { tables: false }), /off/],
    ['a table that is gone', (own) => own.delete('/v1/tables/pages?confirm=true'), /deleted/],
  ])('%s lose no record: the refresh has the reason why no row was stored', async (_, before, note) => {
    const { own, id } = await landing()
    await before(own)
    await web.lists(page('a'), page('b'))
    expect((await refresh(id, own)).body).toMatchObject({
      new: [{}, {}],
      table: { name: 'pages', inserted: 0, refused: 2 },
      note: expect.stringMatching(note),
    })
    expect((await own.get(`/v1/watch/${id}`)).at('last_refresh', 'note')).toMatch(note)
  })

  it('stores at a later refresh what found tables off, as it was found last, and once', async () => {
    const { own, id } = await landing()
    await own.post('/v1/features', { tables: false })
    await web.lists(page('a'), page('b'), page('gone'))
    await refresh(id, own)
    await own.post('/v1/features', { tables: true })
    await web.lists(page('a', 'Another title'), page('b'))
    const later = await refresh(id, own)
    expect(later.body).toMatchObject({ new: [], unchanged: 1, table: { inserted: 3 }, note: null })
    expect(await rowsOf(own)).toMatchObject([
      { url: 'https://example.com/a', title: 'Another title', status: 'new' },
      { url: 'https://example.com/b' },
      { url: 'https://example.com/gone' },
    ])
    await own.post('/v1/tables/pages/rows/delete', { keys: ['https://example.com/b'] })
    expect((await refresh(id, own)).at('table')).toBeUndefined()
    expect(await rowsOf(own)).toHaveLength(2)
  })
})
