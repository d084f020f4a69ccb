import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { buildConnectedApp } from '../../../build/connected-app.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
}, 120_000)
afterAll(() => service.stop())

const SANDBOX = { 'Service-Environment': 'test' }

async function workspace() {
  const { id, keys } = await buildWorkspace(service.db)
  const person = httpClient(service.url, (await buildSession(service.db, id)).token)
  return {
    id,
    person,
    /** An unlimited key. */
    agent: httpClient(service.url, keys.test),
    async key(terms: object) {
      const made = await person.post('/v1/api-keys', { name: 'Agent', environment: 'test', ...terms })
      return { id: String(made.at('id')), client: httpClient(service.url, String(made.at('api_key'))) }
    },
    async payers(jobId: string) {
      const { rows } = await service.db.pool.query(
        'select coalesce(api_key_id, connected_app_id) as payer from run where job_id = $1 order by id',
        [jobId],
      )
      return rows.map(({ payer }) => payer)
    },
  }
}

/** A job that waits for an approval after its pilot of one row. */
async function waitingJob(client: HttpClient, more: object = {}): Promise<string> {
  const made = await client.post(
    '/v1/jobs',
    {
      capability: 'contact.verify',
      rows: { items: [{ email: 'ada@example.com' }, { email: 'robin@example.com' }] },
      input: { email: '{{email}}' },
      ceiling: '1.00',
      pilot: 1,
      approve: 'manual',
      ...more,
    },
    SANDBOX,
  )
  const jobId = String(made.at('job_id'))
  expect((await client.get(`/v1/jobs/${jobId}?wait=60`, SANDBOX)).at('status')).toBe('awaiting_approval')
  return jobId
}

const settled = async (client: HttpClient, jobId: string) => {
  const { body } = await client.get(`/v1/jobs/${jobId}?wait=60`, SANDBOX)
  return [Object(body).status, Object(body).reason]
}

it('a job begins no row for a revoked key, until another takes it over by resuming it', async () => {
  const { agent, person, key, payers } = await workspace()
  const { id: keyId, client } = await key({ budget: { amount: '1.00', period: 'total' } })
  const jobId = await waitingJob(client)
  await person.delete(`/v1/api-keys/${keyId}`)
  await agent.post(`/v1/jobs/${jobId}/approve`)
  expect(await settled(agent, jobId)).toEqual(['paused', 'payer_revoked'])
  expect((await agent.get('/v1/events?types=job.paused')).at('items')).toMatchObject([
    { data: { job_id: jobId, reason: 'payer_revoked' } },
  ])
  await person.post(`/v1/jobs/${jobId}/resume`, undefined, SANDBOX)
  expect(await settled(agent, jobId)).toEqual(['succeeded', null])
  expect(await payers(jobId)).toEqual([keyId, null])
})

it('a job begins no row for a disconnected app', async () => {
  const { id, agent, payers } = await workspace()
  const { token, appId } = await buildConnectedApp(service, id, ['read', 'run'])
  const jobId = await waitingJob(httpClient(service.url, token))
  await agent.delete(`/v1/connected-apps/${appId}`)
  await agent.post(`/v1/jobs/${jobId}/approve`)
  expect(await settled(agent, jobId)).toEqual(['paused', 'payer_revoked'])
  await agent.post(`/v1/jobs/${jobId}/resume`)
  expect(await settled(agent, jobId)).toEqual(['succeeded', null])
  expect(await payers(jobId)).toEqual([appId, expect.stringMatching(/^key_/)])
})

it.each([
  ['capabilities', { capabilities: ['company.*'] }, {}],
  [
    'raw',
    { raw: false },
    {
      capability: undefined,
      provider: 'sec',
      endpoint: '/submissions/CIK{cik}.json',
      path: { cik: '{{cik}}' },
      input: undefined,
      rows: { items: [{ cik: '0000320193' }, { cik: '0000789019' }] },
    },
  ],
  [
    'sends',
    { sends: false },
    { capability: 'email.send', input: { to: '{{email}}', subject: 'Hello', text: 'Hello' } },
  ],
])('a key whose limit of %s now excludes its job begins no further row', async (_, allow, more) => {
  const { agent, person, key, payers } = await workspace()
  const { id: keyId, client } = await key({})
  const jobId = await waitingJob(client, more)
  await person.patch(`/v1/api-keys/${keyId}`, { allow })
  await client.post(`/v1/jobs/${jobId}/approve`)
  expect(await settled(agent, jobId)).toEqual(['paused', 'request_refused'])
  await client.post(`/v1/jobs/${jobId}/resume`)
  expect(await settled(agent, jobId)).toEqual(['paused', 'request_refused'])
  await agent.post(`/v1/jobs/${jobId}/resume`)
  expect(await settled(agent, jobId)).toEqual(['succeeded', null])
  expect(await payers(jobId)).toEqual([keyId, expect.not.stringMatching(keyId)])
})

it('the rows of a job have the limits of its key of the moment that they begin', async () => {
  const { agent, person, key } = await workspace()
  const { id: keyId, client } = await key({})
  const jobId = await waitingJob(client)
  await person.patch(`/v1/api-keys/${keyId}`, { allow: { max_run_cost: '0.000001' } })
  await client.post(`/v1/jobs/${jobId}/approve`)
  expect(await settled(agent, jobId)).toEqual(['partially_succeeded', null])
  expect((await agent.get(`/v1/jobs/${jobId}/items?outcome=failed`)).at('items')).toMatchObject([
    { row: 2, error: { code: 'cost_limit_exceeded' } },
  ])
})
