import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { buildWorkspace } from '../../../build/workspace.ts'
import { setTables } from '../../../build/features.ts'
import { at, httpClient, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const LISTS = '/v1/do-not-process'
let service: TestService
let test: HttpClient
beforeAll(async () => {
  service = await startTestService({ sweepEveryMs: 200 })
})
afterAll(() => service.stop())
beforeEach(async () => {
  const { keys } = await buildWorkspace(service.db)
  test = httpClient(service.url, keys.test)
  await setTables(service.url, keys.test, true)
})

async function switched(kind: string, text: string): Promise<string> {
  const made = await test.post(LISTS, { name: 'Objections', kind })
  const list = `${LISTS}/${String(made.at('list_id'))}`
  const headers = { 'Content-Type': 'text/csv' }
  expect((await test.request(`${list}/entries`, { method: 'PUT', text, headers })).status).toBe(200)
  return list
}
const newestReceipt = async (list: string): Promise<unknown> =>
  at((await test.get(`${list}/receipts`)).body, 'items', '0')
const finished = (list: string): Promise<unknown> =>
  until(
    () => newestReceipt(list),
    (receipt) => at(receipt, 'status') === 'finished',
  )
const keysOf = async (): Promise<unknown[]> => {
  const items = (await test.get('/v1/tables/people/rows')).at('items')
  return Array.isArray(items) ? items.map((row) => at(row, 'key')) : []
}
const lookUp = (email: string) => test.post('/v1/run', { capability: 'contact.reverse_email', input: { email } })
const historyOf = async (q: string) => (await test.get(`/v1/history?q=${encodeURIComponent(q)}`)).at('items')

it('a list that has switched removes rows, history and answers of before, and its receipt counts them', async () => {
  const rows = [{ email: 'robin+x@example.com' }, { email: 'kim@example.com' }, { phone: '+14155550132' }]
  expect((await test.post('/v1/tables/people/rows', { rows })).status).toBe(200)
  const [robin, kim] = [await lookUp('robin@example.com'), await lookUp('kim@example.com')]
  const list = await switched('email', 'robin@example.com')
  expect(await finished(list)).toEqual({
    receipt_id: expect.stringMatching(/^dnpr_/),
    list_id: list.slice(LISTS.length + 1),
    version: 1,
    entries: 1,
    status: 'finished',
    removed: { rows: 1, runs: 1, saved_answers: 0, touches: 0, watch_records: 0 },
    created_at: expect.any(String),
    finished_at: expect.any(String),
  })
  expect((await keysOf()).toSorted()).toEqual(['+14155550132', 'kim@example.com'])
  const emptied = await test.get(`/v1/runs/${String(robin.at('run_id'))}`)
  expect([emptied.at('status'), emptied.at('result')]).toEqual(['succeeded', undefined])
  expect(emptied.text).not.toContain('robin')
  expect(await historyOf('robin@example.com')).toEqual([])
  expect((await test.get(`/v1/runs/${String(kim.at('run_id'))}`)).at('result')).toEqual(kim.at('result'))
  expect(await historyOf('kim@example.com')).toHaveLength(1)
})

it('names with a postal code are found in rows and in the payloads of runs', async () => {
  const rows = [
    { email: 'a@example.com', first_name: 'Zoë', last_name: 'Example', zip: '94105' },
    { email: 'b@example.com', first_name: 'Zoë', last_name: 'Example', zip: '94106' },
  ]
  await test.post('/v1/tables/people/rows', { rows })
  const call = { provider: 'hunter', endpoint: '/domain-search', query: { domain: 'example.net' } }
  await test.post('/v1/run', call)
  const list = await switched('name_zip', 'first,last,zip\nZoe,Example,94105')
  expect(at(await finished(list), 'removed')).toMatchObject({ rows: 1, runs: 0 })
  expect(await keysOf()).toEqual(['b@example.com'])
})

it('a later version ends the receipt of an earlier one, and a deleted list keeps its receipts', async () => {
  const list = await switched('domain', 'example.org')
  await finished(list)
  const headers = { 'Content-Type': 'text/csv' }
  await test.request(`${list}/entries`, { method: 'PUT', text: 'example.net', headers })
  await test.delete(list)
  const { body } = await test.get(`${list}/receipts`)
  expect(at(body, 'items')).toHaveLength(2)
  expect([at(body, 'items', '0', 'version'), at(body, 'items', '1', 'version')]).toEqual([2, 1])
  expect(['superseded', 'finished']).toContain(at(body, 'items', '0', 'status'))
  expect((await test.get(`${LISTS}/dnp_00000000000000000000000000/receipts`)).status).toBe(404)
})
