import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type HttpAnswer, httpClient, type HttpClient } from '../../../support/http.ts'
import { linkInLog } from '../../../support/mail-links.ts'
import { type TestService, startTestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'
import { claim, signUpNewAgent } from '../agents/agent.ts'
import { BEHIND_PROXY, signUpNewPerson } from '../auth/people.ts'
import { QUOTAS } from '../../../../domain/plans/quotas.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: BEHIND_PROXY })
}, 120_000)
afterAll(() => service.stop())

const ROWS = 1_000
/** It waits for an approval before its first row. */
const makeJob = (client: HttpClient, rows: object): Promise<HttpAnswer> =>
  client.post('/v1/jobs', {
    capability: 'contact.verify',
    input: { email: '{{email}}' },
    rows,
    pilot: 0,
    approve: 'manual',
    ceiling: '1.00',
  })
const items = { items: Array.from({ length: ROWS }, (_, n) => ({ email: `p${n}@example.com` })) }
const upload = (client: HttpClient, text: string): Promise<HttpAnswer> =>
  client.request('/v1/jobs/uploads', { method: 'POST', text, headers: { 'Content-Type': 'text/csv' } })
const refusal = (about: string): object => ({
  status: 409,
  body: { error: { code: 'limit_reached', message: expect.stringContaining(about) } },
})

it('of a workspace in quarantine few runs wait for an approval, and one more reports it and leaves its key free', async () => {
  const { client } = await signUpNewAgent(service)
  const body = { capability: 'contact.verify', input: { email: 'p@example.com' }, approval: 'required' }
  const run = (key: string) => client.post('/v1/run', body, { 'Idempotency-Key': key })
  const most = QUOTAS.quarantine.waiting_approvals
  for (let n = 0; n < most; n += 1) expect((await run(`run ${n}`)).at('status')).toBe('awaiting_approval')
  expect(await run('one more')).toMatchObject(refusal(`keeps ${most} runs that wait for an approval`))
  expect(await run('one more')).toMatchObject(refusal(`keeps ${most} runs that wait for an approval`))
  const [first] = Object((await client.get('/v1/runs?limit=200')).body).items.slice(-1)
  expect((await client.post(`/v1/runs/${first.run_id}/cancel`)).status).toBeLessThan(300)
  expect((await run('one more')).at('status')).toBe('awaiting_approval')
})

it('a workspace in quarantine keeps few rows of jobs, and those of a job that never began go with it', async () => {
  const agent = await signUpNewAgent(service)
  const { job_rows: most, upload_bytes: bytesMost } = QUOTAS.quarantine
  const file = ['email', ...Array.from({ length: most + 1 }, (_, n) => `p${n}@example.com`)].join('\n')
  const stored = await upload(agent.client, file)
  expect(await makeJob(agent.client, { upload: String(stored.at('upload_id')) })).toMatchObject(
    refusal(`this would add ${most + 1}. A workspace in quarantine may keep ${most}.`),
  )
  expect(await upload(agent.client, `email\n${'x'.repeat(bytesMost)}\n`)).toMatchObject(refusal('in quarantine'))

  const made = [await makeJob(agent.client, items), await makeJob(agent.client, items)]
  expect(made.map(({ status }) => status)).toEqual([202, 202])
  expect(await makeJob(agent.client, items)).toMatchObject(refusal(`keeps ${2 * ROWS} rows of jobs`))

  const jobId = String(made[0]?.at('job_id'))
  await agent.client.post(`/v1/jobs/${jobId}/cancel`)
  const ended = await until(
    () => agent.client.get(`/v1/jobs/${jobId}`),
    (job) => job.at('status') === 'cancelled',
  )
  expect(ended.body).toMatchObject({ progress: { rows: ROWS, cancelled: ROWS } })
  expect(await agent.client.get(`/v1/jobs/${jobId}/items`)).toMatchObject({ status: 200, body: { items: [] } })
  const { rows } = await service.db.pool.query('select count(*)::integer as kept from job_row where job_id = $1', [
    jobId,
  ])
  expect(rows).toEqual([{ kept: 0 }])
  expect(await makeJob(agent.client, items)).toMatchObject({ status: 202 })
})

it('the quotas of a plan begin with the claim, and with a confirmed address', async () => {
  const agent = await signUpNewAgent(service)
  const person = await signUpNewPerson(service)
  const clients = [httpClient(service.url, agent.testKey), httpClient(service.url, person.testKey)]
  const limits = (): Promise<unknown[]> =>
    Promise.all(clients.map(async (client) => (await client.get('/v1/features')).at('tables', 'limits', 'rows')))
  expect(await limits()).toEqual([QUOTAS.quarantine.rows, QUOTAS.quarantine.rows])
  const token = linkInLog(service.logLines, 'verify_email')
  expect(await httpClient(service.url).post('/v1/auth/verification/complete', { token })).toMatchObject({ status: 200 })
  expect(await claim(person.client, agent.token)).toMatchObject({ status: 200 })
  expect(await limits()).toEqual([QUOTAS.pay_per_call.rows, QUOTAS.pay_per_call.rows])
})
