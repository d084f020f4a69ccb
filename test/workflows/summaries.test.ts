import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { buildSession } from '../build/session.ts'
import { httpClient, type HttpClient } from '../support/http.ts'
import { findContact } from '../support/run-client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let api: HttpClient
beforeAll(async () => {
  service = await startTestService({ sweepEveryMs: 300 })
  api = httpClient(service.url, service.workspace.keys.test)
})
afterAll(() => service.stop())

/** As the list of workflows in Temporal's Web UI shows it. */
const summaryOf = async (workflowId: string) =>
  (await service.client.workflow.getHandle(workflowId).describe()).staticSummary()

it('a workflow states in the list what it does, and names no person', async () => {
  const run = await api.post('/v1/run', findContact(''))
  expect(await summaryOf(String(run.at('run_id')))).toBe('contact.find, sandbox')
  const raw = await api.post('/v1/run', {
    provider: 'hunter',
    endpoint: '/email-finder',
    query: { domain: 'example.com', full_name: 'Ada Example' },
  })
  expect(await summaryOf(String(raw.at('run_id')))).toBe('/email-finder, sandbox')
  const session = httpClient(service.url, (await buildSession(service.db, service.workspace.id)).token)
  const erasure = await session.post('/v1/erasures', { subject: 'ada@example.com' })
  // It starts behind the answer.
  const summary = await until(
    () => summaryOf(String(erasure.at('erasure_id'))).catch(() => null),
    (known) => known !== null,
  )
  expect(summary).toMatch(/^erasure of a person, (sandbox|live)$/)
})
