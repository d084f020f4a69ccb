import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { keysOf } from './keys.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 120_000)
afterAll(async () => {
  await service.stop()
})

const FAILING = {
  capability: 'contact.verify',
  rows: { items: [{ email: 'ada+error@example.com' }] },
  input: { email: '{{email}}' },
  ceiling: '1.00',
}

async function failedJob(client: HttpClient): Promise<string> {
  const jobId = String((await client.post('/v1/jobs', FAILING)).at('job_id'))
  expect((await client.get(`/v1/jobs/${jobId}?wait=60`)).at('status')).toBe('failed')
  return jobId
}

it.each<[title: string, allow: object, status: number]>([
  ['may not use its capability', { capabilities: ['web.search'] }, 403],
  ['may use its capability', { capabilities: ['contact.*'] }, 202],
  ['may pay less for a run than a row costs', { max_run_cost: '0.000001' }, 403],
])(
  'a key that %s is answered alike for a new job and for the failed rows of another key: %j, %i',
  async (_, allow, status) => {
    const { owner, limited } = await keysOf(service, allow)
    const jobId = await failedJob(owner)
    const answers = [
      await limited.post('/v1/jobs', FAILING),
      await limited.post(`/v1/jobs/${jobId}/retry`, { only: 'errors' }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([status, status])
  },
)

it('two retries at once make one job', async () => {
  const { owner } = await keysOf(service, {})
  const jobId = await failedJob(owner)
  const retries = await Promise.all([1, 2].map(() => owner.post(`/v1/jobs/${jobId}/retry`, { only: 'errors' })))
  expect(retries.map(({ status }) => status).toSorted()).toEqual([202, 409])
  expect(Object((await owner.get('/v1/jobs')).body).items).toHaveLength(2)
})
