import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildWorkspace } from '../../../build/workspace.ts'
import { setTables } from '../../../build/features.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import { type Receiver, startReceiver } from '../../../support/receiver.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { until } from '../../../support/until.ts'

let service: SharedService
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  service = await sharedTestService()
}, 120_000)
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

async function ownClient(): Promise<HttpClient> {
  const { keys } = await buildWorkspace(service.db)
  return httpClient(service.url, keys.test)
}

type Answer = Awaited<ReturnType<HttpClient['get']>>

/** Rows whose emails ask the sandbox for a scenario: `''`, `+error`, `+no-match`. */
const rowsOf = (...tags: readonly string[]) =>
  tags.map((tag, index) => ({ email: `ada${index}${tag}@company${index}.example.com` }))

const VERIFY = { capability: 'contact.verify', input: { email: '{{email}}' }, ceiling: '5.00' }

async function created(client: HttpClient, body: object): Promise<string> {
  const made = await client.post('/v1/jobs', body)
  expect([made.status, made.body]).toEqual([202, expect.objectContaining({ job_id: expect.any(String) })])
  return String(made.at('job_id'))
}

const settled = (client: HttpClient, jobId: string): Promise<Answer> => client.get(`/v1/jobs/${jobId}?wait=60`)
const post = (client: HttpClient, jobId: string, change: string, body: object = {}): Promise<Answer> =>
  client.post(`/v1/jobs/${jobId}/${change}`, body)

/** The outcomes of a job's rows, in their order. */
async function outcomes(client: HttpClient, jobId: string): Promise<unknown[]> {
  const { body } = await client.get(`/v1/jobs/${jobId}/items?limit=1000`)
  return Object(body).items.map(({ outcome }: { outcome: unknown }) => outcome)
}

/** Each of them is at its provider for a second. */
const slowRows = (count: number) => rowsOf(...Array.from({ length: count }, () => '+slow-1'))

/** Until rows of the job are under way. */
const untilHeld = (client: HttpClient, jobId: string): Promise<Answer> =>
  until(
    () => client.get(`/v1/jobs/${jobId}`),
    (job) => job.at('held') !== '0.00',
  )

/** The runs of a job's rows that have begun. */
async function begunRows(client: HttpClient, jobId: string): Promise<unknown[]> {
  const { body } = await client.get(`/v1/jobs/${jobId}/items?limit=1000`)
  return Object(body).items.flatMap(({ run_id: runId }: { run_id: string | null }) => (runId === null ? [] : [runId]))
}

/** What the runs of the wallet were charged, in microdollars. */
async function chargedInAll(client: HttpClient): Promise<number> {
  const { body } = await client.get('/v1/runs?limit=200')
  return Object(body).items.reduce(
    (sum: number, run: { billing: { charged: string | null } }) =>
      sum + Math.round(Number(run.billing.charged ?? 0) * 1_000_000),
    0,
  )
}

describe('the estimate of a job', () => {
  it('is made with the providers that fit in the ceiling and in the wallet, as its runs are', async () => {
    const { keys } = await buildWorkspace(service.db, { test: '0.60' })
    const client = httpClient(service.url, keys.test)
    const body = { capability: 'company.search', input: { query: '{{q}}', limit: 100 }, rows: { items: [{ q: 'ai' }] } }
    const maxCost = async (ceiling: string, input: object = {}) =>
      (await client.post('/v1/jobs', { ...body, input: { ...body.input, ...input }, ceiling, dry_run: true })).at(
        'estimate',
        'max_cost',
      )
    expect(await maxCost('5.00')).toBe('0.51')
    expect(await maxCost('0.55')).toBe('0.51')
    expect(await maxCost('5.00', { limit: 10 })).toBe('0.12')
    // Nothing fits: what the run would need.
    expect(await maxCost('0.10')).toBe('1.02')
    const ran = await client.post('/v1/run', { capability: 'company.search', input: { query: 'ai', limit: 100 } })
    expect(ran.at('billing', 'quoted')).toBe('0.51')
  })
})

describe('a job', () => {
  it('runs each row once and states how it ended', async () => {
    const client = await ownClient()
    const jobId = await created(client, { ...VERIFY, rows: { items: rowsOf('', '+no-match', '+error', '') }, pilot: 2 })
    const ended = await settled(client, jobId)
    expect(ended.body).toMatchObject({
      status: 'partially_succeeded',
      reason: null,
      held: '0.00',
      progress: { rows: 4, done: 4, found: 2, missed: 1, failed: 1 },
    })
    expect(await outcomes(client, jobId)).toEqual(['found', 'missed', 'failed', 'found'])
    expect(Number(ended.at('spent')) * 1_000_000).toBeCloseTo(await chargedInAll(client))
    expect(Object((await client.get('/v1/runs?limit=200')).body).items).toHaveLength(4)
  })

  it('estimates without making anything', async () => {
    const client = await ownClient()
    const { status, body } = await client.post('/v1/jobs', {
      ...VERIFY,
      rows: { items: [...rowsOf('', ''), { name: 'no email' }, { email: 'no email' }] },
      dry_run: true,
    })
    expect([status, body]).toMatchObject([
      200,
      {
        estimate: { rows: 4, runnable: 2, invalid: 2, already_saved: 0, suppressed: 0 },
        invalid_rows: [
          { row: 3, error: { code: 'invalid_request' } },
          { row: 4, error: { code: 'invalid_request' } },
        ],
      },
    ])
    expect(Object((await client.get('/v1/jobs')).body).items).toEqual([])
  })

  it('is made once for an idempotency key, which an estimate leaves free', async () => {
    const client = await ownClient()
    const keyed = { 'Idempotency-Key': 'people' }
    const body = { ...VERIFY, rows: { items: rowsOf('') } }
    expect((await client.post('/v1/jobs', { ...body, dry_run: true }, keyed)).status).toBe(200)
    const [first, again] = [await client.post('/v1/jobs', body, keyed), await client.post('/v1/jobs', body, keyed)]
    expect([again.status, again.at('job_id')]).toEqual([202, first.at('job_id')])
    expect(again.headers.get('idempotent-replay')).toBe('true')
    expect(Object((await client.get('/v1/jobs')).body).items).toHaveLength(1)
  })

  it('waits after its pilot for an approval, and continues with it', async () => {
    const client = await ownClient()
    const jobId = await created(client, {
      ...VERIFY,
      rows: { items: rowsOf('', '', '', '') },
      pilot: 2,
      approve: 'manual',
    })
    expect((await settled(client, jobId)).body).toMatchObject({
      status: 'awaiting_approval',
      reason: 'pilot_finished',
      advice: expect.any(String),
      progress: { done: 2 },
    })
    // The pace of the pilot and the wait state nothing about the rows that now begin.
    expect((await post(client, jobId, 'approve')).body).toMatchObject({ progress: { done: 2, eta_seconds: null } })
    expect((await settled(client, jobId)).body).toMatchObject({ status: 'succeeded', progress: { done: 4, found: 4 } })
  })

  it('states at each moment what a found row has cost', async () => {
    const client = await ownClient()
    const jobId = await created(client, { ...VERIFY, rows: { items: rowsOf(...Array(60).fill('')) }, pilot: 0 })
    const costs = new Set<unknown>()
    const ended = await until(
      async () => {
        const job = await client.get(`/v1/jobs/${jobId}`)
        costs.add(job.at('progress', 'cost_per_found'))
        return job
      },
      (job) => job.at('status') === 'succeeded',
    )
    costs.delete(null)
    expect([...costs]).toEqual([ended.at('progress', 'cost_per_found')])
  })

  it('pauses at its ceiling, and continues when it is raised', async () => {
    const client = await ownClient()
    const body = { ...VERIFY, rows: { items: rowsOf('', '', '', '', '', '') }, pilot: 0 }
    const estimate = (await client.post('/v1/jobs', { ...body, dry_run: true })).at('estimate', 'max_cost')
    const ceiling = Number(estimate) / 2
    const jobId = await created(client, { ...body, ceiling: ceiling.toFixed(6) })
    const paused = await settled(client, jobId)
    expect(paused.body).toMatchObject({ status: 'paused', reason: 'ceiling_reached', held: '0.00' })
    const [spent, hold] = [Number(paused.at('spent')), Number(estimate) / 6]
    expect([spent > 0, spent <= ceiling, spent + hold > ceiling]).toEqual([true, true, true])
    expect((await client.patch(`/v1/jobs/${jobId}`, { ceiling: '0.000001' })).at('error', 'param')).toBe('/ceiling')
    await client.patch(`/v1/jobs/${jobId}`, { ceiling: '5.00' })
    expect((await post(client, jobId, 'resume')).body).toMatchObject({ status: 'running', reason: null })
    expect((await settled(client, jobId)).body).toMatchObject({ status: 'succeeded', progress: { done: 6, found: 6 } })
  })

  it('stops when it is cancelled, and releases everything', async () => {
    const client = await ownClient()
    const jobId = await created(client, {
      ...VERIFY,
      rows: { items: rowsOf('', '', '') },
      pilot: 1,
      approve: 'manual',
    })
    await settled(client, jobId)
    await post(client, jobId, 'cancel')
    expect((await settled(client, jobId)).body).toMatchObject({
      status: 'cancelled',
      held: '0.00',
      progress: { done: 3, found: 1, cancelled: 2 },
    })
    expect((await post(client, jobId, 'resume')).status).toBe(409)
    expect((await client.get('/v1/wallet')).at('held')).toBe('0.00')
  })

  it('begins no row once a pause is answered, while the rows under way end', async () => {
    const client = await ownClient()
    const jobId = await created(client, { ...VERIFY, rows: { items: slowRows(200) }, pilot: 0 })
    await untilHeld(client, jobId)
    const paused = await post(client, jobId, 'pause')
    expect(paused.body).toMatchObject({ status: 'paused', reason: 'requested' })
    const begun = await begunRows(client, jobId)
    const ended = await until(
      () => client.get(`/v1/jobs/${jobId}`),
      (job) => job.at('held') === '0.00' && job.at('progress', 'done') === begun.length,
    )
    expect(ended.at('status')).toBe('paused')
    expect(await begunRows(client, jobId)).toEqual(begun)
    expect([begun.length > 0, begun.length < 200]).toEqual([true, true])
  })

  it('that is cancelled with rows at a provider lets them end, cancels the others and holds nothing then', async () => {
    const client = await ownClient()
    const jobId = await created(client, { ...VERIFY, rows: { items: slowRows(60) }, pilot: 0 })
    await untilHeld(client, jobId)
    expect((await post(client, jobId, 'cancel')).at('status')).toBe('finishing')
    const ended = await settled(client, jobId)
    const found = Number(ended.at('progress', 'found'))
    expect(ended.body).toMatchObject({
      status: 'cancelled',
      held: '0.00',
      progress: { rows: 60, done: 60, cancelled: 60 - found },
    })
    expect([found > 0, found < 60]).toEqual([true, true])
    expect((await client.get('/v1/wallet')).at('held')).toBe('0.00')
  })

  it('runs its failed rows again, once', async () => {
    const client = await ownClient()
    const jobId = await created(client, { ...VERIFY, rows: { items: rowsOf('', '+error', '+error') } })
    await settled(client, jobId)
    const retried = await post(client, jobId, 'retry', { only: 'errors' })
    expect([retried.status, retried.body]).toMatchObject([202, { retry_of: jobId, progress: { rows: 2 } }])
    expect((await settled(client, String(retried.at('job_id')))).body).toMatchObject({
      status: 'failed',
      progress: { failed: 2, found: 0 },
    })
    expect((await post(client, jobId, 'retry', { only: 'errors' })).status).toBe(409)
  })

  it('downloads as CSV and as JSON lines', async () => {
    const client = await ownClient()
    const jobId = await created(client, { ...VERIFY, rows: { items: rowsOf('', '+no-match') } })
    await settled(client, jobId)
    const csv = await client.get(`/v1/jobs/${jobId}/results`)
    const [header, first, second] = csv.text.trim().split('\n')
    expect(header).toMatch(/^row,key,outcome,run_id,provider,charged,error,input\.email,result\./)
    expect(first).toMatch(/^1,,found,run_/)
    expect(second).toMatch(/^2,,missed,run_/)
    const lines = (await client.get(`/v1/jobs/${jobId}/results?format=jsonl`)).text.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        row: 1,
        outcome: 'found',
        input: { email: 'ada0@company0.example.com' },
        result: { status: expect.anything() },
      },
      { row: 2, outcome: 'missed', result: null },
    ])
  })

  it('marks formulas in its results, which a spreadsheet would run', async () => {
    const client = await ownClient()
    const text = 'name\n=1+1 Example\n'
    const headers = { 'Content-Type': 'text/csv' }
    const upload = (await client.request('/v1/jobs/uploads', { method: 'POST', text, headers })).at('upload_id')
    const jobId = await created(client, {
      capability: 'contact.find',
      input: { full_name: '{{name}}', domain: 'example.com' },
      rows: { upload },
      ceiling: '1.00',
    })
    await settled(client, jobId)
    expect((await client.get(`/v1/jobs/${jobId}/results`)).text).toContain(",example.com,'=1+1 Example,")
  })

  it('gives an uploaded file back as it was written, with all its lines and columns, and new ones behind', async () => {
    const { keys } = await buildWorkspace(service.db)
    const client = httpClient(service.url, keys.test)
    const text =
      '\ufeffName;E-Mail;outcome;Notiz\r\nJörg;jorg@example.com;a;"x;y"\r\nOhne;;b;\r\nKim;kim+no-match@example.com;;z\r\n'
    const headers = { 'Content-Type': 'text/csv' }
    const upload = (await client.request('/v1/jobs/uploads', { method: 'POST', text, headers })).at('upload_id')
    const jobId = await created(client, {
      capability: 'contact.verify',
      input: { email: '{{"E-Mail"}}' },
      rows: { upload },
      ceiling: '1.00',
    })
    await settled(client, jobId)
    const file = await fetch(`${service.url}/v1/jobs/${jobId}/results`, {
      headers: { Authorization: `Bearer ${keys.test}` },
    })
    // As bytes: a text would be without the mark.
    const [header, ...lines] = Buffer.from(await file.arrayBuffer())
      .toString()
      .trimEnd()
      .split('\n')
    expect(header).toMatch(
      /^\ufeffName;E-Mail;outcome;Notiz;row;outcome 2;run_id;provider;charged;error;input\.email;result\./,
    )
    expect(lines).toEqual([
      expect.stringMatching(/^Jörg;jorg@example\.com;a;"x;y";1;found;run_/),
      expect.stringMatching(/^Ohne;;b;;2;invalid;;;;invalid_request: /),
      expect.stringMatching(/^Kim;kim\+no-match@example\.com;;z;3;missed;run_/),
    ])
    const plain = await client.get(`/v1/jobs/${jobId}/results?separator=comma&bom=false`)
    expect(plain.text).toMatch(/^Name,E-Mail,outcome,Notiz,row,/)
  })

  it('takes the rows of a file, and names columns that it lacks', async () => {
    const client = await ownClient()
    const text = 'Work Email\nada@example.com\nalan@example.com\n'
    const headers = { 'Content-Type': 'text/csv' }
    const upload = (await client.request('/v1/jobs/uploads', { method: 'POST', text, headers })).at('upload_id')
    const job = { ...VERIFY, rows: { upload } }
    const refused = await client.post('/v1/jobs', job)
    expect([refused.status, refused.at('error', 'message'), refused.at('error', 'param')]).toEqual([
      400,
      expect.stringContaining('Write `{{"Work Email"}}`, which probably holds it.'),
      '/input/email',
    ])
    const jobId = await created(client, { ...job, input: { email: '{{"Work Email"}}' } })
    expect((await settled(client, jobId)).body).toMatchObject({ status: 'succeeded', progress: { found: 2 } })
  })

  it('reports the pilot, a pause and the end to its callback', async () => {
    const client = await ownClient()
    const body = { ...VERIFY, rows: { items: rowsOf('+error', '', '', '') }, pilot: 1 }
    const estimate = Number((await client.post('/v1/jobs', { ...body, dry_run: true })).at('estimate', 'max_cost'))
    const jobId = await created(client, {
      ...body,
      // Enough for two rows at the cheaper provider, and the pilot's row costs nothing.
      ceiling: (estimate * 0.3).toFixed(6),
      callback_url: `${receiver.url}/job`,
      metadata: { customer: 'acme' },
    })
    expect((await settled(client, jobId)).body).toMatchObject({
      status: 'paused',
      callback_url: `${receiver.url}/job`,
    })
    await client.patch(`/v1/jobs/${jobId}`, { ceiling: '5.00' })
    await post(client, jobId, 'resume')
    await settled(client, jobId)
    const events = await until(
      async () => receiver.received.map((event) => JSON.parse(event.body)),
      (all) => all.length >= 3,
    )
    expect(events.map(({ type }) => type).toSorted()).toEqual(['job.finished', 'job.paused', 'job.pilot_finished'])
    expect(events.find(({ type }) => type === 'job.paused').data).toMatchObject({
      job_id: jobId,
      reason: 'ceiling_reached',
      metadata: { customer: 'acme' },
    })
    expect((await client.get('/v1/runs?metadata[customer]=acme')).at('items', '0', 'job_id')).toBe(jobId)
    expect((await client.get('/v1/jobs?metadata[customer]=acme')).at('items', '0', 'job_id')).toBe(jobId)
    expect((await client.get('/v1/jobs?metadata[customer]=other')).at('items')).toEqual([])
  })

  it('fills the empty fields of a table, and leaves other rows alone', async () => {
    const { keys } = await buildWorkspace(service.db)
    const client = httpClient(service.url, keys.test)
    await setTables(service.url, keys.test, true)
    await client.post('/v1/tables/leads/rows', {
      rows: [{ email: 'ada@example.com' }, { email: 'alan@example.com', verdict: 'valid' }],
    })
    const jobId = await created(client, {
      ...VERIFY,
      rows: { table: 'leads' },
      record: { save: { status: 'verdict' }, set: { status: 'verified' } },
      only: 'empty',
    })
    expect((await settled(client, jobId)).body).toMatchObject({ status: 'succeeded', progress: { rows: 1, found: 1 } })
    const { body } = await client.get('/v1/tables/leads/rows')
    expect(Object(body).items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ email: 'ada@example.com', status: 'verified', verdict: expect.any(String) }),
        expect.objectContaining({ email: 'alan@example.com', status: null }),
      ]),
    )
  })
})
