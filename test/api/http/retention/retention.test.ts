import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { purgeExpired } from '../../../../activities/maintenance/purge-expired.ts'
import { setTables } from '../../../build/features.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const RETENTION = '/v1/retention'
const DAY_MS = 86_400_000
const SECRET = 'canary-7f3a'

let service: TestService
let workspace: TestWorkspace
let test: HttpClient
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  test = httpClient(service.url, workspace.keys.test)
})

const runs = () => runClient(service.url, workspace.keys.test)
/** The round of retention of a day in the future. */
const purgeIn = async (days: number) => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const step = purgeExpired({ db: service.db, log })
  let payloads = 0
  for (let more = true; more;) {
    const answer = await step({ at: Date.now() + days * DAY_MS })
    payloads += answer.payloads
    more = answer.more
  }
  return payloads
}
/** Where a text is still stored of this workspace's runs, apart from the history. */
const placesOf = async (text: string): Promise<string[]> =>
  (
    await service.db.pool.query<{ place: string }>(
      `select 'run' as place from run r where r.workspace_id = $1 and to_jsonb(r)::text like $2
       union select 'attempt' from attempt a join run r on r.id = a.run_id
         where r.workspace_id = $1 and to_jsonb(a)::text like $2 order by 1`,
      [workspace.id, `%${text}%`],
    )
  ).rows.map(({ place }) => place)

describe('the retention of payloads', () => {
  it('is 90 days until the owner changes it, for both environments', async () => {
    expect((await test.get(RETENTION)).body).toEqual({ payload_days: 90 })
    expect((await test.put(RETENTION, { payload_days: 30 })).body).toEqual({ payload_days: 30 })
    expect((await test.as(workspace.keys.live).get(RETENTION)).body).toEqual({ payload_days: 30 })
  })

  it.each([6, 366, 7.5, '30', null])('refuses %p days', async (days) => {
    const answer = await test.put(RETENTION, { payload_days: days })
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      '/payload_days',
    ])
    expect((await test.get(RETENTION)).body).toEqual({ payload_days: 90 })
  })

  it('deletes input, result and details of older runs, and keeps billing, ids and history', async () => {
    await test.put(RETENTION, { payload_days: 7 })
    const input = { full_name: `Ada ${SECRET}`, domain: 'example.com' }
    const { body: before } = await runs().run({ capability: 'contact.find', input })
    const raw = await runs().run({
      provider: 'hunter',
      endpoint: '/email-finder',
      input: {},
      query: { full_name: `Ada ${SECRET}`, domain: 'example.com' },
    })
    expect([before.status, raw.body.status]).toEqual(['succeeded', 'succeeded'])
    const [address = ''] = /[\w.+-]+@[\w.-]+/.exec(JSON.stringify(raw.body.result)) ?? []
    expect([await placesOf(SECRET), await placesOf(address)]).toEqual([['attempt', 'run'], ['attempt']])

    expect(await purgeIn(6)).toBe(0)
    expect((await runs().get(before.run_id)).body).toEqual(before)
    expect(await purgeIn(8)).toBe(2)

    const { body: after } = await runs().get(before.run_id)
    const { result: _, ...kept } = before
    expect(after).toEqual({
      ...kept,
      attempts: kept.attempts.map((attempt) => ({ ...attempt, detail: null })),
      purged_at: expect.any(String),
    })
    expect((await runs().get(raw.body.run_id)).body).toMatchObject({
      status: 'succeeded',
      purged_at: expect.any(String),
    })
    expect([await placesOf(SECRET), await placesOf(address)]).toEqual([[], []])
    const history = await test.get(`/v1/history?q=${encodeURIComponent(`Ada ${SECRET}`)}`)
    expect(history.at('items', '0', 'run_id')).toBeDefined()
    expect(history.at('reusable')).toEqual([])
    // A second round finds nothing, and later runs are not touched.
    const { body: young } = await runs().run(findContact())
    expect(await purgeIn(6)).toBe(0)
    expect((await runs().get(young.run_id)).body).toEqual(young)
  })

  it('answers no request from a row whose result was deleted', async () => {
    await setTables(service.url, workspace.keys.test, true)
    await test.put(RETENTION, { payload_days: 7 })
    await test.post('/v1/tables/leads/rows', { rows: [{ email: 'ada@example.com', full_name: 'Ada Example' }] })
    const request = findContact('', { record: { table: 'leads', key: 'ada@example.com', save: { email: 'found' } } })
    expect((await runs().run(request)).body.status).toBe('succeeded')
    const { body: saved } = await runs().run(request)
    expect(saved).toMatchObject({ source: { table: 'leads' }, billing: { charged: '0.00' } })
    expect(await purgeIn(8)).toBeGreaterThan(0)
    expect((await runs().get(saved.run_id)).body).toMatchObject({ purged_at: expect.any(String) })
    const { body: bought } = await runs().run(request)
    expect(bought.source).toBeUndefined()
    expect(bought.result).toBeDefined()
  })

  it('ends a job that waits for so long, and leaves nothing of its rows', async () => {
    await test.put(RETENTION, { payload_days: 7 })
    const made = await test.post('/v1/jobs', {
      capability: 'contact.verify',
      rows: { items: [1, 2, 3].map((n) => ({ email: `${SECRET}.${n}@example.com` })) },
      input: { email: '{{email}}' },
      ceiling: '5.00',
      pilot: 1,
      approve: 'manual',
    })
    const path = `/v1/jobs/${String(made.at('job_id'))}`
    expect((await test.get(`${path}?wait=60`)).at('status')).toBe('awaiting_approval')
    await purgeIn(6)
    expect((await test.get(path)).at('status')).toBe('awaiting_approval')
    await purgeIn(8)
    const ended = await until(
      () => test.get(path),
      ({ body }) => Object(body).finished_at !== null,
    )
    expect(ended.body).toMatchObject({ status: 'partially_succeeded', progress: { done: 3, cancelled: 2 } })
    // The next round finds the job at its end.
    await purgeIn(8)
    const { rows } = await service.db.pool.query(
      `select j.request::text || coalesce(string_agg(to_jsonb(w)::text, ' '), '') as text
       from job j join job_row w on w.job_id = j.id where j.workspace_id = $1 group by j.id`,
      [workspace.id],
    )
    expect([rows.length, JSON.stringify(rows).includes(SECRET)]).toEqual([1, false])
    expect((await test.get(path)).at('request', 'input')).toEqual({ email: null })
    expect(await placesOf(SECRET)).toEqual([])
  })

  it('keeps the ids of a send, by which a reply finds it', async () => {
    await test.put(RETENTION, { payload_days: 7 })
    const sent = await runs().run({
      capability: 'email.send',
      input: { to: 'robin.sample@example.com', subject: SECRET, text: SECRET },
    })
    expect(sent.body.status).toBe('succeeded')
    expect(await purgeIn(8)).toBeGreaterThan(0)
    const { body: after } = await runs().get(sent.body.run_id)
    expect(after.result).toMatchObject({ message_id: sent.body.result?.['message_id'] })
    expect(await placesOf(SECRET)).toEqual([])
  })
})
