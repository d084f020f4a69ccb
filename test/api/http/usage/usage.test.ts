import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseUsd } from '../../../../domain/money/microdollars.ts'
import { openBrowser } from '../../../support/browser.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { enter, type Person, signUpPerson } from '../../dashboard/person.ts'

let service: TestService
let person: Person
let api: HttpClient
beforeAll(async () => {
  service = await startTestService()
  person = await signUpPerson(service.url, 'Engines')
  api = httpClient(service.url, person.testKey)
  const run = (capability: string, input: object, as = api) => as.post('/v1/run', { capability, input })
  await run('person.enrich', { email: 'ada@example.com' })
  await run('person.enrich', { email: 'kim@example.com' })
  await run('contact.find', { full_name: 'Ada Example', domain: 'example.com' })
  await run('contact.find', { full_name: 'Ada +no-match', domain: 'example.com' })
  const session = httpClient(service.url, person.token)
  const asSession = { capability: 'person.enrich', input: { email: 'lee@example.com' } }
  await session.post('/v1/run', asSession, { 'Service-Environment': 'test' })
}, 120_000)
afterAll(() => service.stop())

interface Line {
  readonly runs: number
  readonly succeeded: number
  readonly charged: string
}
const sumOf = (lines: readonly Line[]) => ({
  runs: lines.reduce((sum, { runs }) => sum + runs, 0),
  succeeded: lines.reduce((sum, { succeeded }) => sum + succeeded, 0),
  charged: lines.reduce((sum, { charged }) => sum + parseUsd(charged), 0n),
})

describe('usage', () => {
  it('is the same in all, by day, by capability, by provider and by key, and what the wallet paid', async () => {
    const { body } = await api.get('/v1/usage?days=7')
    const usage = Object(body)
    expect(usage).toMatchObject({ days: 7, complete: true, total: { runs: 5, succeeded: 4, no_match: 1 } })
    const { latency_ms_p50: half, latency_ms_p95: most } = usage.total
    expect(half).toBeGreaterThan(0)
    expect(most).toBeGreaterThanOrEqual(half)
    expect(usage.by_day).toHaveLength(7)
    for (const group of ['by_day', 'by_capability', 'by_provider', 'by_key'])
      expect([group, sumOf(usage[group])]).toEqual([group, sumOf([usage.total])])
    expect(
      usage.by_capability.map((line: { capability: string; runs: number }) => [line.capability, line.runs]),
    ).toEqual(
      expect.arrayContaining([
        ['person.enrich', 3],
        ['contact.find', 2],
      ]),
    )
    expect(
      usage.by_key.map((line: { api_key_id: string | null; runs: number }) => [line.api_key_id, line.runs]),
    ).toEqual([
      [expect.stringMatching(/^key_/), 4],
      [null, 1],
    ])
    const wallet = await api.get('/v1/wallet')
    expect(parseUsd('1000.00') - parseUsd(String(wallet.at('balance')))).toBe(sumOf([usage.total]).charged)
  })

  it("is of the request's environment alone, and of 1 to 90 days", async () => {
    const live = await httpClient(service.url, person.token).get('/v1/usage')
    expect(live.at('total')).toEqual({
      runs: 0,
      succeeded: 0,
      no_match: 0,
      charged: '0.00',
      latency_ms_p50: null,
      latency_ms_p95: null,
    })
    for (const days of ['0', '91', 'x']) expect((await api.get(`/v1/usage?days=${days}`)).status).toBe(400)
  })

  it('is a picture on the dashboard, whose numbers are those of the API', async () => {
    const browser = await enter(openBrowser(), service.url, person)
    const page = (await browser.get(`${service.url}/dashboard/test/usage?days=7`)).text
    const usage = Object((await api.get('/v1/usage?days=7')).body)
    const bars = [...page.matchAll(/<rect [^>]*><title>(\d\d-\d\d):\s\$([\d.]+)<\/title>/g)].map(([, day, charged]) => [
      day,
      charged,
    ])
    expect(bars).toEqual(
      usage.by_day.map(({ day, charged }: { day: string; charged: string }) => [day.slice(5), charged]),
    )
    const balances = Object((await api.get('/v1/wallet/balances?days=7')).body)
    const dots = [...page.matchAll(/<circle [^>]*><title>(\d\d-\d\d): \$([\d.]+)/g)].map(([, day, amount]) => [
      day,
      amount,
    ])
    expect(dots).toEqual(
      balances.items.map(({ day, balance }: { day: string; balance: string }) => [day.slice(5), balance]),
    )
    const line = usage.by_capability.find(({ capability }: { capability: string }) => capability === 'person.enrich')
    expect(page).toMatch(new RegExp(`>person\\.enrich</th><td class="numeric">3</td>[^$]*\\$${line.charged}<`))
  })
})
