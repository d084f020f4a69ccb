import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildWorkspace } from '../../../build/workspace.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

let service: SharedService
let client: HttpClient
beforeAll(async () => {
  service = await sharedTestService()
  client = httpClient(service.url, (await buildWorkspace(service.db)).keys.test)
}, 120_000)
afterAll(async () => {
  await service.stop()
})

interface JobItem {
  readonly run_id: string
}

const WRITTEN = { full_name: ' Ada One ', domain: 'https://www.acme.example/' }

describe('an input as people write it', () => {
  it('reaches the provider as it was read', async () => {
    const made = await client.post('/v1/run', { capability: 'contact.find', input: WRITTEN })
    expect([made.status, made.at('result')]).toMatchObject([200, { domain: 'acme.example', first_name: 'Ada' }])
  })

  it('is the same request however often it is repeated with its key', async () => {
    const body = { capability: 'contact.find', input: WRITTEN, idempotency_key: 'written-1' }
    const [first, second] = [await client.post('/v1/run', body), await client.post('/v1/run', body)]
    expect(second.at('run_id')).toBe(first.at('run_id'))
  })

  it('is read in the rows of a job', async () => {
    const job = await client.post('/v1/jobs', {
      capability: 'contact.verify',
      input: { email: '{{email}}' },
      rows: { items: [{ email: 'Ada One <ada@example.com>' }, { email: ' Bob@Example.com ' }, { email: 'kim' }] },
      ceiling: '1.00',
      pilot: 0,
    })
    await client.get(`/v1/jobs/${job.at('job_id')}?wait=60`)
    const items: JobItem[] = Object((await client.get(`/v1/jobs/${job.at('job_id')}/items`)).body).items
    const runs = await Promise.all(items.slice(0, 2).map(({ run_id: runId }) => client.get(`/v1/runs/${runId}`)))
    expect(runs.map((run) => run.at('result', 'email'))).toEqual(['ada@example.com', 'bob@example.com'])
    expect(items).toMatchObject([
      { outcome: 'found' },
      { outcome: 'found' },
      {
        outcome: 'invalid',
        error: { message: '`/input/email` cannot be used: this is no email address. Write one like ada@example.com.' },
      },
    ])
  })

  it.each<[string, unknown]>([
    ['to', 'kim%example.com@relay.example'],
    ['cc', ['bob@example.com', 'example.com!kim@relay.example']],
    ['bcc', '=?utf-8?q?kim?=@relay.example'],
  ])('is no mail whose %s leads to another address: %j', async (member, address) => {
    const input = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', [member]: address }
    const refused = await client.post('/v1/run', { capability: 'email.send', input })
    expect([refused.status, refused.at('error', 'param')]).toEqual([400, `/input/${member}`])
  })

  it('is read by a watch', async () => {
    const made = await client.post('/v1/watch', {
      capability: 'company.news',
      input: { domain: 'https://www.acme.example/' },
      every: '1d',
    })
    expect([made.status, made.at('input')]).toEqual([200, { domain: 'acme.example' }])
  })

  it('of an invitation names a person, in the sandbox as live', async () => {
    for (const url of ['https://www.linkedin.com/company/acme', 'https://www.linkedin.com/sales/company/1234']) {
      const refused = await client.post('/v1/run', { capability: 'linkedin.invite', input: { profile_url: url } })
      expect([refused.status, refused.at('error', 'param')]).toEqual([400, '/input/profile_url'])
      expect(refused.at('error', 'message')).toMatch(/linkedin\.com\/in\/ada-example/)
    }
  })
})
