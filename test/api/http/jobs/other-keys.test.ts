import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { HttpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { keysOf } from './keys.ts'

const SANDBOX = { 'Service-Environment': 'test' }

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
}, 120_000)
afterAll(async () => {
  await service.stop()
})

/** A job that waits for an approval after its pilot. */
async function waitingJob(client: HttpClient): Promise<string> {
  const made = await client.post('/v1/jobs', {
    capability: 'contact.verify',
    rows: { items: [{ email: 'ada@example.com' }, { email: 'robin@example.com' }] },
    input: { email: '{{email}}' },
    ceiling: '1.00',
    pilot: 1,
    approve: 'manual',
  })
  const jobId = String(made.at('job_id'))
  expect((await client.get(`/v1/jobs/${jobId}?wait=60`)).at('status')).toBe('awaiting_approval')
  return jobId
}

it('a key with limits neither cancels a job of another key nor lets it spend more, and does both with its own', async () => {
  const { owner, limited } = await keysOf(service, { capabilities: ['contact.*'] })
  const jobId = await waitingJob(owner)
  const forbidden = [403, 'forbidden']
  const refusals = [
    await limited.post(`/v1/jobs/${jobId}/approve`, {}),
    await limited.post(`/v1/jobs/${jobId}/resume`, {}),
    await limited.patch(`/v1/jobs/${jobId}`, { ceiling: '900.00' }),
    await limited.post(`/v1/jobs/${jobId}/cancel`, {}),
  ]
  expect(refusals.map((answer) => [answer.status, answer.at('error', 'code')])).toEqual([
    forbidden,
    forbidden,
    forbidden,
    forbidden,
  ])
  expect((await owner.get(`/v1/jobs/${jobId}`)).body).toMatchObject({ status: 'awaiting_approval', ceiling: '1.00' })
  expect((await limited.post(`/v1/jobs/${await waitingJob(limited)}/cancel`, {})).status).toBe(200)
  const own = await waitingJob(limited)
  expect((await limited.patch(`/v1/jobs/${own}`, { ceiling: '2.00' })).at('ceiling')).toBe('2.00')
  expect((await limited.post(`/v1/jobs/${own}/approve`, {})).status).toBe(200)
  expect((await limited.get(`/v1/jobs/${own}?wait=60`)).at('status')).toBe('succeeded')
})

it('a key with limits ends its own run and upload, and reads who may end those of a person', async () => {
  const { limited, person } = await keysOf(service, { capabilities: ['contact.*'] })
  const waitingRun = async (client: HttpClient): Promise<string> => {
    const input = { email: 'ada@example.com' }
    const body = { capability: 'contact.verify', input, approval: 'required', wait_seconds: 60 }
    return `/v1/runs/${String((await client.post('/v1/run', body, SANDBOX)).at('run_id'))}/cancel`
  }
  const upload = async (client: HttpClient): Promise<string> => {
    const made = await client.request('/v1/jobs/uploads', {
      method: 'POST',
      text: 'email\nada@example.com\n',
      headers: { 'Content-Type': 'text/csv', ...SANDBOX },
    })
    return `/v1/job-uploads/${String(made.at('upload_id'))}`
  }
  const refused = [await limited.post(await waitingRun(person)), await limited.delete(await upload(person))]
  for (const answer of refused) {
    expect(answer.status).toBe(403)
    expect(answer.at('error', 'message')).toContain('Its maker can do this, an API key without limits or budget, or a')
  }
  expect((await limited.post(await waitingRun(limited))).at('status')).toBe('cancelled')
  expect((await limited.delete(await upload(limited))).status).toBe(200)
})

it('a key with limits edits and drops its own tables, however it has made them, and none of another', async () => {
  const { owner, limited } = await keysOf(service, { capabilities: ['contact.*'] })
  await owner.post('/v1/features', { tables: true })
  expect((await limited.post('/v1/tables', { name: 'made' })).status).toBe(200)
  expect((await limited.post('/v1/tables/written/rows', { rows: [{ email: 'ada@example.com' }] })).status).toBe(200)
  expect((await owner.post('/v1/tables/theirs/rows', { rows: [{ email: 'ada@example.com' }] })).status).toBe(200)
  await limited.post('/v1/tables/theirs/rows', { rows: [{ email: 'robin@example.com' }] })
  const refusals = [
    await limited.patch('/v1/tables/theirs', { name: 'mine' }),
    await limited.patch('/v1/tables/theirs', { columns: [{ name: 'email', type: 'number' }] }),
    await limited.delete('/v1/tables/theirs?confirm=true'),
  ]
  expect(refusals.map((answer) => answer.at('error', 'message'))).toEqual(
    refusals.map(() => expect.stringMatching(/has made this table, .* Its maker can do this/)),
  )
  expect((await owner.get('/v1/tables/theirs')).body).toMatchObject({
    name: 'theirs',
    columns: [{ name: 'email', type: 'string' }],
  })
  for (const name of ['made', 'written']) {
    const renamed = await limited.patch(`/v1/tables/${name}`, { name: `${name}-2`, title: 'Mine' })
    expect([renamed.status, renamed.at('title')]).toEqual([200, 'Mine'])
    expect((await limited.delete(`/v1/tables/${name}-2?confirm=true`)).status).toBe(200)
  }
  expect((await limited.delete('/v1/tables/none?confirm=true')).status).toBe(404)
})
