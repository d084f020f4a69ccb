import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseUsd } from '../../../../domain/money/microdollars.ts'
import { openBrowser } from '../../../support/browser.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { findContact } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { enter, type Person, signUpPerson } from '../../dashboard/person.ts'

let service: SharedService
let person: Person
let api: HttpClient
beforeAll(async () => {
  service = await sharedTestService()
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

/** A day in UTC, this many days from today. */
const day = (from: number): string => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

interface Line {
  readonly runs: number
  readonly succeeded: number
  readonly charged: string
}

/** Days and amounts of the shapes in the drawings of a kind: one for a wide page, one for a phone. */
function valuesIn(page: string, kind: string, shape: 'rect' | 'circle'): string[][] {
  const drawings = [...page.matchAll(new RegExp(`<svg class="chart ${kind}"[^]*?</svg>`, 'g'))].map(
    ([drawing]) => drawing,
  )
  const title = new RegExp(`<${shape} [^>]*><title>(\\d\\d-\\d\\d):\\s\\$([\\d.]+)`, 'g')
  return [...drawings.join('').matchAll(title)].map(([, at = '', amount = '']) => [at, amount])
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

  it('is grouped by facts of the runs and by a key of their metadata, whose sums are exactly the total', async () => {
    const own = httpClient(service.url, (await signUpPerson(service.url, 'Grouped')).testKey)
    const run = (metadata: object | undefined, input: object) =>
      own.post('/v1/run', { capability: 'person.enrich', input, ...(metadata && { metadata }) })
    const requested: [object | undefined, string][] = [
      [{ customer: 'acme', tier: 'a' }, 'ada'],
      [{ customer: 'acme' }, 'kim'],
      [{ customer: 'initech', tier: 'a' }, 'lee'],
      [{ customer: 'initech' }, 'robin+no-match'],
      [undefined, 'sam'],
    ]
    for (const [metadata, name] of requested) await run(metadata, { email: `${name}@example.com` })
    await own.post('/v1/run', { ...findContact(), metadata: { customer: 'acme' } })
    const usage = async (grouping: string) =>
      Object((await own.get(`/v1/usage?days=2&${new URLSearchParams({ group_by: grouping }).toString()}`)).body)
    for (const by of ['day', 'capability', 'provider', 'api_key', 'metadata.customer', 'metadata.tier', 'metadata.-']) {
      const { group_by: grouping, items, rest, total } = await usage(by)
      expect([grouping, rest, sumOf(items)]).toEqual([by, null, sumOf([total])])
    }
    const byCustomer = (await usage('metadata.customer')).items
    expect(byCustomer.map((line: { group: string | null; runs: number }) => [line.group, line.runs])).toEqual(
      expect.arrayContaining([
        ['acme', 3],
        ['initech', 2],
        [null, 1],
      ]),
    )
    const charges = byCustomer.map(({ charged }: Line) => parseUsd(charged))
    expect(charges).toEqual(charges.toSorted((a: bigint, b: bigint) => (a < b ? 1 : -1)))
    expect((await usage('metadata.-')).items).toMatchObject([{ group: null, runs: 6 }])
    for (const grouping of ['key', 'metadata', 'metadata.', 'metadata.a[b]', ''])
      expect([grouping, Object((await own.get(`/v1/usage?group_by=${grouping}`)).body).error?.param]).toEqual([
        grouping,
        '/group_by',
      ])
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

  it('is of chosen days, of which the last is not after today', async () => {
    const [first, end] = [day(-3), day(1)]
    const chosen = Object((await api.get(`/v1/usage?since=${first}&until=${end}`)).body)
    expect(chosen).toEqual((await api.get('/v1/usage?days=4')).body)
    expect(chosen.by_day[0].day).toBe(first)
    expect((await api.get(`/v1/usage?since=${first}`)).body).toEqual(chosen)
    const before = Object((await api.get(`/v1/usage?days=2&until=${day(0)}`)).body)
    expect(before).toMatchObject({ days: 2, total: { runs: 0 }, by_capability: [] })
    expect(before.by_day.map((line: { day: string }) => line.day)).toEqual([day(-2), day(-1)])
    expect((await api.get(`/v1/usage?since=${day(-89)}`)).at('days')).toBe(90)
  })

  it.each([
    ['a day after today', { until: 2 }, '/until'],
    ['a first day after the last one', { since: 0, until: 0 }, '/since'],
    ['a first day after today', { since: 1 }, '/since'],
    ['91 days', { since: -90 }, '/since'],
  ])('is not of %s', async (_, days, param) => {
    const query = Object.entries(days)
      .map(([name, from]) => `${name}=${day(from)}`)
      .join('&')
    for (const path of ['/v1/usage', '/v1/wallet/balances']) {
      const refused = await api.get(`${path}?${query}`)
      expect([refused.status, refused.at('error', 'code'), refused.at('error', 'param')]).toEqual([
        400,
        'invalid_request',
        param,
      ])
    }
  })

  it.each([
    ['the last days', 'days=7', 'days=7'],
    ['chosen days', `since=${day(-4)}&until=${day(0)}`, `since=${day(-4)}&until=${day(1)}`],
    ['days before the first run', `since=${day(-9)}&until=${day(-1)}`, `since=${day(-9)}&until=${day(0)}`],
  ])('is a picture on the dashboard, whose numbers are those of the API: of %s', async (_, ofPage, ofRoute) => {
    const browser = await enter(openBrowser(), service.url, person)
    const page = (await browser.get(`${service.url}/dashboard/test/usage?${ofPage}`)).text
    const usage = Object((await api.get(`/v1/usage?${ofRoute}`)).body)
    const balances = Object((await api.get(`/v1/wallet/balances?${ofRoute}`)).body)
    for (const kind of ['wide', 'narrow']) {
      expect(valuesIn(page, kind, 'rect')).toEqual(
        usage.by_day.map((line: { day: string; charged: string }) => [line.day.slice(5), line.charged]),
      )
      expect(valuesIn(page, kind, 'circle')).toEqual(
        balances.items.map((item: { day: string; balance: string }) => [item.day.slice(5), item.balance]),
      )
    }
    expect(page).toContain(`title="$${usage.total.charged}"`)
    for (const line of usage.by_capability)
      expect(page).toMatch(
        new RegExp(`>${line.capability}</th><td class="numeric">${line.runs}</td>[^$]*\\$${line.charged}<`),
      )
  })

  it('shows on the dashboard what is wrong with chosen days, at their fields, which keep them', async () => {
    const browser = await enter(openBrowser(), service.url, person)
    const shown = async (query: string) => (await browser.get(`${service.url}/dashboard/test/usage?${query}`)).text
    const reversed = await shown(`since=${day(-1)}&until=${day(-2)}`)
    expect(reversed).toContain('id="filter-since-fault">The first day is later than the last one.')
    expect(reversed).toContain(`value="${day(-2)}"`)
    expect(await shown(`until=${day(1)}`)).toContain('id="filter-until-fault">The last day is later than today (UTC).')
    expect(await shown('since=2026-02-31')).toMatch(/id="filter-since-fault">[^<]/)
    expect(await shown(`since=${day(-90)}`)).toContain('These are 91 days. Choose 90 at most.')
  })
})
