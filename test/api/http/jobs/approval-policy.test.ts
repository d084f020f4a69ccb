import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import {
  buildWithPolicy,
  inSandbox,
  type SandboxClient,
  type WorkspaceWithPolicy,
} from '../approvals/workspace-with-policy.ts'

let service: SharedService
let built: WorkspaceWithPolicy
let agent: SandboxClient
beforeAll(async () => {
  service = await sharedTestService()
}, 120_000)
afterAll(() => service.stop())
beforeEach(async () => {
  built = await buildWithPolicy(service)
  agent = inSandbox(service, built.workspace.keys.test)
  await built.setPolicy({ jobs_above: '1.00' })
})

const JOB = {
  capability: 'contact.verify',
  rows: { items: [{ email: 'ada@example.com' }, { email: 'robin@example.org' }] },
  input: { email: '{{email}}' },
  ceiling: '1.01',
  pilot: 1,
}

async function made(client: SandboxClient, more: object = {}): Promise<{ jobId: string; status: unknown }> {
  const answer = await client.post('/v1/jobs', { ...JOB, ...more })
  expect(answer.status).toBe(202)
  return { jobId: String(answer.at('job_id')), status: answer.at('status') }
}

const settled = (jobId: string) => agent.get(`/v1/jobs/${jobId}?wait=60`)
const approve = (client: SandboxClient, jobId: string) => client.post(`/v1/jobs/${jobId}/approve`, {})

it('a job of a key with a higher ceiling begins no row until a person approves it, and then its pilot', async () => {
  const { jobId } = await made(agent, { approve: 'manual' })
  expect((await settled(jobId)).body).toMatchObject({
    status: 'awaiting_approval',
    reason: 'approval_needed',
    advice: expect.stringContaining('approval policy'),
    progress: { done: 0 },
  })
  expect((await agent.get('/v1/runs')).at('items')).toEqual([])
  expect(await built.events()).toMatchObject([
    {
      type: 'job.awaiting_approval',
      job_id: jobId,
      reason: 'approval_needed',
      ceiling: '1.01',
      url: `${service.url}/dashboard/test/jobs/${jobId}`,
    },
  ])
  const refused = await approve(agent, jobId)
  expect([refused.status, refused.at('error', 'code')]).toEqual([403, 'forbidden'])
  expect((await approve(built.owner, jobId)).at('status')).toBe('estimating')
  expect((await settled(jobId)).body).toMatchObject({ status: 'awaiting_approval', reason: 'pilot_finished' })
  expect((await approve(agent, jobId)).status).toBe(200)
  expect((await settled(jobId)).body).toMatchObject({ status: 'succeeded', progress: { found: 2 } })
})

it('an approver key approves the job of another key, and not its own', async () => {
  const minted = await built.owner.post('/v1/api-keys', { name: 'Approver', environment: 'test', approver: true })
  const approver = inSandbox(service, String(minted.at('api_key')))
  const [other, own] = [await made(agent), await made(approver)]
  expect((await approve(approver, own.jobId)).status).toBe(403)
  expect((await approve(approver, other.jobId)).at('status')).toBe('estimating')
  expect((await settled(other.jobId)).at('status')).toBe('succeeded')
})

it('a job within the limit, and one of a person, do not wait; and only a decider raises a ceiling above it', async () => {
  const { jobId, status } = await made(agent, { ceiling: '1.00', approve: 'manual' })
  const mine = await made(built.owner)
  expect([status, mine.status]).toEqual(['estimating', 'estimating'])
  await settled(jobId)
  const raised = await agent.patch(`/v1/jobs/${jobId}`, { ceiling: '1.01' })
  expect([raised.status, raised.at('error', 'code')]).toEqual([403, 'forbidden'])
  expect((await built.owner.patch(`/v1/jobs/${jobId}`, { ceiling: '3.00' })).at('ceiling')).toBe('3.00')
  expect((await agent.patch(`/v1/jobs/${jobId}`, { ceiling: '2.00' })).at('ceiling')).toBe('2.00')
})

it('a retry is judged as any other job', async () => {
  const failing = { rows: { items: [{ email: 'ada+error@example.com' }] }, ceiling: '1.00' }
  const { jobId } = await made(agent, failing)
  await settled(jobId)
  const retry = await agent.post(`/v1/jobs/${jobId}/retry`, { only: 'errors', ceiling: '1.01' })
  expect([retry.status, retry.at('reason')]).toEqual([202, 'approval_needed'])
  expect((await agent.post(`/v1/jobs/${String(retry.at('job_id'))}/cancel`, {})).status).toBe(200)
})
