import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildWorkspace } from '../../../build/workspace.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 120_000)
afterAll(async () => {
  await service.stop()
})

async function ownClient(): Promise<HttpClient> {
  const { keys } = await buildWorkspace(service.db)
  return httpClient(service.url, keys.test)
}

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Ada Example${index}`, site: `company${index}.example.com` }))

const FIND = {
  capability: 'contact.find',
  input: { full_name: '{{name}}', domain: '{{site}}' },
  ceiling: '5.00',
}

describe('POST /v1/jobs', () => {
  it('runs every row as a run', async () => {
    const client = await ownClient()
    const made = await client.post('/v1/jobs', { ...FIND, rows: { items: people(25) } })
    console.log(JSON.stringify(made.body, null, 1))
    const ended = await client.get(`/v1/jobs/${String(made.at('job_id'))}?wait=60`)
    console.log(JSON.stringify(ended.body, null, 1))
    const items = await client.get(`/v1/jobs/${String(made.at('job_id'))}/items?limit=3`)
    console.log(JSON.stringify(items.body, null, 1))
    expect(ended.body).toMatchObject({ status: 'succeeded' })
  }, 120_000)
})
