import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { setTables } from '../../../build/features.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
}, 120_000)
afterAll(async () => {
  await service.stop()
})

async function ownClient(): Promise<HttpClient> {
  const { keys } = await buildWorkspace(service.db)
  return httpClient(service.url, keys.test)
}

const VERIFY = { capability: 'contact.verify', input: { email: '{{email}}' }, ceiling: '5.00' }
const emails = (...all: readonly string[]) => ({ items: all.map((email) => ({ email })) })

async function created(client: HttpClient, body: object): Promise<string> {
  const made = await client.post('/v1/jobs', body)
  expect([made.status, made.body]).toEqual([202, expect.objectContaining({ job_id: expect.any(String) })])
  return String(made.at('job_id'))
}

const settled = (client: HttpClient, jobId: string) => client.get(`/v1/jobs/${jobId}?wait=60`)
const itemsOf = async (client: HttpClient, jobId: string) =>
  Object((await client.get(`/v1/jobs/${jobId}/items`)).body).items
const runsOf = async (client: HttpClient) => Object((await client.get('/v1/runs?limit=200')).body).items

it('runs equal rows once, as the capability reads them, and states whose run each other has', async () => {
  const client = await ownClient()
  const rows = emails('ada@example.com', 'kim+no-match@example.org', ' Ada@Example.com', 'mailto:ada@example.com')
  const { body } = await client.post('/v1/jobs', { ...VERIFY, rows, dry_run: true })
  expect(body).toMatchObject({ estimate: { rows: 4, runnable: 2, invalid: 0, repeated: 2 } })
  const jobId = await created(client, { ...VERIFY, rows })
  const ended = await settled(client, jobId)
  expect(ended.body).toMatchObject({
    status: 'succeeded',
    progress: { rows: 4, done: 4, found: 1, missed: 1, repeated: 2, cost_per_found: ended.at('spent') },
  })
  const runs = await runsOf(client)
  expect(runs).toHaveLength(2)
  const [first, second, third, fourth] = await itemsOf(client, jobId)
  expect([first.same_as, second.same_as]).toEqual([undefined, undefined])
  const same = { outcome: 'repeated', same_as: 1, run_id: first.run_id, charged: '0.00' }
  expect([third, fourth]).toEqual([
    expect.objectContaining({ row: 3, ...same }),
    expect.objectContaining({ row: 4, ...same }),
  ])
})

it('gives the result of the first row to the others in the file, also to lines of an upload', async () => {
  const client = await ownClient()
  const text = 'email,note\nada@example.com,a\nalan@example.org,b\nada@example.com,c\n'
  const headers = { 'Content-Type': 'text/csv' }
  const upload = (await client.request('/v1/jobs/uploads', { method: 'POST', text, headers })).at('upload_id')
  const jobId = await created(client, { ...VERIFY, rows: { upload } })
  await settled(client, jobId)
  const csv = (await client.get(`/v1/jobs/${jobId}/results`)).text.trim().split('\n')
  expect(csv[0]).toMatch(/^email,note,row,outcome,same_as,run_id,provider,charged,error,input\.email,result\./)
  const results = csv.map((line) => line.split(',input').at(0)?.split(',').slice(9).join(','))
  expect(csv[3]).toMatch(/^ada@example\.com,c,3,repeated,1,run_\w+,[\w-]+,0\.00,,ada@example\.com,/)
  expect(results[3]).toBe(results[1])
  const lines = (await client.get(`/v1/jobs/${jobId}/results?format=jsonl`)).text.trim().split('\n')
  const [first, , third] = lines.map((line) => JSON.parse(line))
  expect(third).toMatchObject({ row: 3, same_as: 1, run_id: first.run_id, result: first.result, charged: '0.00' })
})

it('refuses a line that does not fit its columns alone, with its number, and runs the others', async () => {
  const client = await ownClient()
  const text = 'email,note\nada@example.com,a\nkim@example.com,b,c\nalan@example.org\nrobin@example.net,d\n'
  const headers = { 'Content-Type': 'text/csv' }
  const upload = (await client.request('/v1/jobs/uploads', { method: 'POST', text, headers })).at('upload_id')
  const dry = await client.post('/v1/jobs', { ...VERIFY, rows: { upload }, dry_run: true })
  const message = (line: number, cells: string) => `Line ${line} of the file has ${cells}, and the header 2 columns.`
  expect(dry.body).toMatchObject({
    estimate: { rows: 4, runnable: 2, invalid: 2 },
    invalid_rows: [
      { row: 2, error: { message: message(3, '3 cells') } },
      { row: 3, error: { message: message(4, '1 cell') } },
    ],
  })
  const jobId = await created(client, { ...VERIFY, rows: { upload } })
  expect((await settled(client, jobId)).body).toMatchObject({
    status: 'succeeded',
    progress: { rows: 4, done: 4, found: 2, invalid: 2 },
  })
  const [, , third, fourth] = (await client.get(`/v1/jobs/${jobId}/results`)).text.trim().split('\n')
  expect(third).toMatch(/^kim@example\.com,b,2,invalid,,,,"invalid_request: Line 3 of the file has 3 cells, and/)
  expect(fourth).toMatch(/^alan@example\.org,,3,invalid,/)
})

it('remembers what a job uses the columns of its file for, for the next file with these columns', async () => {
  const client = await ownClient()
  const upload = (text: string) =>
    client.request('/v1/jobs/uploads', { method: 'POST', text, headers: { 'Content-Type': 'text/csv' } })
  const before = await upload('Zugang,Nr\nada@example.com,7\n')
  const job = { ...VERIFY, input: { email: '{{Zugang}}' }, rows: { upload: before.at('upload_id') } }
  await client.post('/v1/jobs', { ...job, dry_run: true })
  expect((await upload('Zugang,Nr\nx,1\n')).at('file', 'columns', '0', 'suggested_by')).not.toBe('remembered')
  await created(client, job)
  expect((await upload('Nr,ZUGANG\n8,kim@example.org\n')).at('file', 'columns')).toMatchObject([
    { name: 'Nr', field: null },
    { name: 'ZUGANG', field: 'email', suggested_by: 'remembered' },
  ])
})

it('counts only rows that run for the pilot and for what is expected after it', async () => {
  const client = await ownClient()
  const rows = emails('a@example.com', 'a@example.com', 'b@example.com', 'b@example.com', 'c@example.com')
  const jobId = await created(client, { ...VERIFY, rows, pilot: 2, approve: 'manual' })
  const waiting = await settled(client, jobId)
  expect(waiting.body).toMatchObject({ status: 'awaiting_approval', progress: { done: 4, found: 2, repeated: 2 } })
  await client.post(`/v1/jobs/${jobId}/approve`, {})
  expect((await settled(client, jobId)).body).toMatchObject({ status: 'succeeded', progress: { done: 5, found: 3 } })
})

it('runs the rows of a failed run again, once more as one', async () => {
  const client = await ownClient()
  const rows = emails('ada+error@example.com', 'ada+error@example.com', 'alan@example.org')
  const jobId = await created(client, { ...VERIFY, rows })
  expect((await settled(client, jobId)).body).toMatchObject({ progress: { failed: 1, repeated: 1, found: 1 } })
  expect((await itemsOf(client, jobId))[1]).toMatchObject({ same_as: 1, error: { code: expect.any(String) } })
  const retried = await client.post(`/v1/jobs/${jobId}/retry`, { only: 'errors' })
  expect(retried.body).toMatchObject({ estimate: { rows: 2, runnable: 1, repeated: 1 }, progress: { repeated: 1 } })
  const again = await settled(client, String(retried.at('job_id')))
  expect(again.body).toMatchObject({ status: 'failed', progress: { failed: 1, repeated: 1 } })
})

it('that is cancelled before its first row keeps none of them', async () => {
  const client = await ownClient()
  const rows = emails('ada@example.com', 'ada@example.com')
  const jobId = await created(client, { ...VERIFY, rows, pilot: 0, approve: 'manual' })
  await client.post(`/v1/jobs/${jobId}/cancel`, {})
  expect((await settled(client, jobId)).body).toMatchObject({
    status: 'cancelled',
    progress: { rows: 2, done: 2, cancelled: 2, repeated: 0 },
  })
  expect(await itemsOf(client, jobId)).toEqual([])
})

it('leaves equal sends to the guard against repeated messages', async () => {
  const { keys } = await buildWorkspace(service.db)
  const client = httpClient(service.url, keys.test)
  await setTables(service.url, keys.test, true)
  const mail = { to: '{{email}}', subject: 'Hello', text: 'Hello' }
  const job = { capability: 'email.send', input: mail, ceiling: '5.00', concurrency: 1, pilot: 0 }
  const jobId = await created(client, { ...job, rows: emails('ada@example.com', 'ada@example.com') })
  expect((await settled(client, jobId)).body).toMatchObject({ progress: { repeated: 0, found: 1, blocked: 1 } })
})

it('writes into the row of a table what each row requested', async () => {
  const { keys } = await buildWorkspace(service.db)
  const client = httpClient(service.url, keys.test)
  await setTables(service.url, keys.test, true)
  const people = ['ada@example.com', 'alan@example.com'].map((email) => ({ email, site: 'acme.example.com' }))
  await client.post('/v1/tables/leads/rows', { rows: people })
  const body = {
    capability: 'company.enrich',
    input: { domain: '{{site}}' },
    rows: { table: 'leads' },
    ceiling: '5.00',
  }
  const jobId = await created(client, { ...body, record: { save: { name: 'firm' } } })
  expect((await settled(client, jobId)).body).toMatchObject({ progress: { repeated: 0, done: 2 } })
  const rows = Object((await client.get('/v1/tables/leads/rows')).body).items
  expect(rows.map(({ firm }: { firm: unknown }) => firm)).toEqual([expect.any(String), expect.any(String)])
})

it('uses the first of several addresses in a cell and states how many rows have several, but sends to none of them', async () => {
  const client = await ownClient()
  const rows = emails('ada@example.com ::: ada@example.org', 'Kim <kim@example.com>, info@example.com', 'x@example.com')
  const { body } = await client.post('/v1/jobs', { ...VERIFY, rows, dry_run: true })
  expect(body).toMatchObject({ estimate: { runnable: 3, invalid: 0, first_of_several: 2 } })
  const jobId = await created(client, { ...VERIFY, rows })
  expect((await settled(client, jobId)).body).toMatchObject({
    estimate: { first_of_several: 2 },
    progress: { done: 3 },
  })
  const runs = await runsOf(client)
  const inputs = await Promise.all(
    runs.map(async ({ run_id: id }: { run_id: string }) => (await client.get(`/v1/runs/${id}`)).at('result', 'email')),
  )
  expect(inputs.toSorted()).toEqual(['ada@example.com', 'kim@example.com', 'x@example.com'])
  const chats = ['+4915550000131; +4915550000132', '+4915550000133'].map((phone) => ({ phone }))
  const input = { platform: 'whatsapp', phone: '{{phone}}', text: 'Hello' }
  const send = { capability: 'chat.send', input, ceiling: '5.00', rows: { items: chats }, dry_run: true }
  const estimated = await client.post('/v1/jobs', send)
  expect(estimated.text).toContain('the message goes to one person')
  expect(estimated.text).not.toContain('first_of_several')
})
