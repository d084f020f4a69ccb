import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { findContact } from '../../support/run-client.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { enter, signUpPerson } from './person.ts'

let service: TestService
let browser: Browser
let api: HttpClient
let other: string
beforeAll(async () => {
  service = await startTestService()
  const person = await signUpPerson(service.url, 'Metadata')
  api = httpClient(service.url, person.testKey)
  browser = await enter(openBrowser(), service.url, person)
  other = String((await api.post('/v1/run', findContact())).at('run_id'))
}, 120_000)
afterAll(() => service.stop())

const pageOf = async (path: string): Promise<string> => (await browser.get(`${service.url}/dashboard${path}`)).text

it('metadata is on the page of a run, filters the runs and groups the usage, each with links to the others', async () => {
  const request = { capability: 'contact.find', input: { full_name: 'Meta Sample', domain: 'example.com' } }
  const noted = await api.post('/v1/run', { ...request, metadata: { customer: 'acme & sons=1' } })
  const id = String(noted.at('run_id'))
  const filter = 'metadata=customer%3Dacme+%26+sons%3D1'
  expect(await pageOf(`/test/runs/${id}`)).toContain(
    `<dt>customer</dt><dd><a href="/dashboard/test/runs?${filter}">acme &amp; sons=1</a>`,
  )
  const found = await pageOf(`/test/runs?${filter}`)
  expect(found).toContain(id)
  expect(found).not.toContain(other)
  expect(found).toContain('value="customer=acme &amp; sons=1"')
  expect(await pageOf('/test/runs?metadata=customer')).toContain(
    'id="filter-metadata-fault">Metadata must not be empty',
  )
  const usage = await pageOf('/test/usage?group_by=metadata.customer')
  expect(usage).toContain('<option value="metadata.customer" selected>Metadata: customer</option>')
  expect(usage).toMatch(/By customer[\s\S]*acme &amp; sons=1<\/a>/)
  expect(usage).toMatch(/By customer[\s\S]*>without</)
  const byDay = await pageOf('/test/usage?group_by=day&days=7')
  expect(byDay).toContain('<input type="hidden" name="days" value="7">')
  expect(await pageOf('/test/usage?group_by=x')).toContain('id="filter-group_by-fault">')
})
