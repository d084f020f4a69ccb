import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { HttpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { keysOf } from './keys.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
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

async function failedJob(client: HttpClient, more: object = {}): Promise<string> {
  const jobId = String((await client.post('/v1/jobs', { ...FAILING, ...more })).at('job_id'))
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

const OF_ANOTHER = { only: 'errors', ceiling: '0.50', pilot: 1 }

it('a new job takes the failed rows of another one, once, with its own terms', async () => {
  const { owner } = await keysOf(service, {})
  const jobId = await failedJob(owner, { metadata: { customer: 'acme' } })
  const body = { ...OF_ANOTHER, of: jobId }
  const estimated = await owner.post('/v1/jobs', { ...body, dry_run: true })
  expect([estimated.status, estimated.body]).toMatchObject([
    200,
    { ceiling: '0.50', estimate: { rows: 1, runnable: 1 } },
  ])
  const made = await owner.post('/v1/jobs', body)
  expect([made.status, made.body]).toMatchObject([
    202,
    {
      status: 'estimating',
      name: 'contact.verify',
      ceiling: '0.50',
      retry_of: jobId,
      metadata: { customer: 'acme' },
      request: { only: 'errors', of: jobId },
    },
  ])
  const ended = await owner.get(`/v1/jobs/${String(made.at('job_id'))}?wait=60`)
  expect(ended.body).toMatchObject({ status: 'failed', progress: { rows: 1, failed: 1 } })
  const again = await owner.post(`/v1/jobs/${jobId}/retry`, { only: 'errors' })
  expect([again.status, again.at('error', 'message')]).toEqual([
    409,
    expect.stringContaining(String(made.at('job_id'))),
  ])
  const { owner: outsider } = await keysOf(service, {})
  const refused = await outsider.post('/v1/jobs', body)
  expect([refused.status, refused.at('error', 'param')]).toEqual([404, '/of'])
})

const UNKNOWN_JOB = 'job_01j9zq3v6n4k8w2x5y7a9b1c3d'
it.each<[param: string, body: object]>([
  ['/rows', { capability: 'contact.verify', ceiling: '1.00' }],
  ['/of', { ...FAILING, only: 'errors' }],
  ['/only', { of: UNKNOWN_JOB, ceiling: '1.00' }],
  ['/capability', { ...OF_ANOTHER, of: UNKNOWN_JOB, capability: 'contact.verify' }],
  ['/rows', { ...OF_ANOTHER, of: UNKNOWN_JOB, rows: FAILING.rows }],
  ['/input', { ...OF_ANOTHER, of: UNKNOWN_JOB, input: {} }],
  ['/routing', { ...OF_ANOTHER, of: UNKNOWN_JOB, routing: {} }],
])('names %s in %j', async (param, body) => {
  const { owner } = await keysOf(service, {})
  const answer = await owner.post('/v1/jobs', body)
  expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
    400,
    'invalid_request',
    param,
  ])
})
