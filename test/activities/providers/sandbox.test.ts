import { describe, expect, it } from '@jest/globals'
import { createSandboxAdapter } from '../../../activities/providers/sandbox/adapter.ts'
import {
  SANDBOX_ALPHA,
  SANDBOX_BETA,
  sandboxAlphaManifest,
  sandboxBetaManifest,
} from '../../../activities/providers/sandbox/manifest.ts'
import { classifyMessage } from '../../../domain/replies/classify.ts'
import { readSandbox } from '../../../domain/inbound/sandbox.ts'
import { readScenario } from '../../../domain/sandbox/scenario.ts'
import { CAPABILITIES, defaultLimit, findCapability } from '../../../domain/capabilities/catalog.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { isOtherPerson, nameIn } from '../../../domain/people/same-person.ts'
import type { AdapterResult, Offer } from '../../../domain/providers/manifest.ts'
import { outputFaults } from './contract-kit.ts'

interface Question {
  readonly capability: string
  readonly input: JsonObject
  readonly provider?: string
  readonly idempotencyKey?: string
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
}

const NOTHING = {
  outcome: 'deliver',
  fallback: false,
  slowSeconds: 0,
  partial: false,
  finalBill: 'as reported',
} as const

/** What the sandbox has reported. */
const reports: JsonObject[] = []

const request = ({ provider = SANDBOX_ALPHA, ...question }: Question): Promise<AdapterResult> =>
  createSandboxAdapter(provider, async ({ body }) => void reports.push(body)).attempt({
    idempotencyKey: 'run_1:1',
    deadlineMs: 30_000,
    signal: new AbortController().signal,
    ...question,
  })

const find = (input: JsonObject, provider = SANDBOX_ALPHA) => request({ capability: 'contact.find', input, provider })
const inputOf = (example: Readonly<Record<string, unknown>>): JsonObject => JSON.parse(JSON.stringify(example))
const examples = CAPABILITIES.flatMap((capability) =>
  [SANDBOX_ALPHA, SANDBOX_BETA].map(
    (provider) => [capability.slug, provider, inputOf(capability.exampleInput)] as const,
  ),
)

const metered = CAPABILITIES.filter(({ billing }) => billing === 'metered').map(
  (capability) => [capability.slug, inputOf(capability.exampleInput), defaultLimit(capability)] as const,
)

function itemsOf(result: AdapterResult): JsonObject[] {
  const list = result.kind === 'delivered' ? (result.output.items ?? result.output.links) : null
  if (!Array.isArray(list)) throw new Error('expected a delivered list')
  return list.filter((item): item is JsonObject => item !== null && typeof item === 'object' && !Array.isArray(item))
}

describe('a simulated answer', () => {
  it.each(examples)(
    'to %s of %s fits the capability, is marked, and is the same every time',
    async (capability, provider, input) => {
      const result = await request({ capability, provider, input })
      if (result.kind !== 'delivered') throw new Error('expected a delivery')
      expect(outputFaults(capability, result.output)).toEqual([])
      expect(result.output.simulated).toBe(true)
      expect(await request({ capability, provider, input })).toEqual(result)
    },
  )

  it('is built from the input', async () => {
    expect(await find({ full_name: 'Zoë O’Neil', domain: 'example.org' })).toMatchObject({
      output: { email: 'zoe.oneil@example.org', first_name: 'Zoë', domain: 'example.org' },
    })
    expect(await find({ first_name: 'Robin', last_name: 'van Sample', company: 'Example Works' })).toMatchObject({
      output: { email: 'robin.van.sample@example-works.example', company: 'Example Works' },
    })
    expect(await find({ linkedin_url: 'https://www.linkedin.com/in/robin-sample/' })).toMatchObject({
      output: { email: 'robin.sample@example.com', linkedin_url: 'https://www.linkedin.com/in/robin-sample/' },
    })
  })

  it.each<JsonObject>([
    { full_name: '李 小龍', domain: 'bücher.example' },
    { full_name: '+++', domain: 'a+b.example.com' },
    { full_name: `${'x '.repeat(99)}x`, company: '!!!' },
    { linkedin_url: 'https://www.linkedin.com/in/%E0%A4%A' },
  ])('fits the capability for the odd input %j', async (input) => {
    const result = await find(input)
    expect(result.kind === 'delivered' && outputFaults('contact.find', result.output)).toEqual([])
  })

  it.each(metered)(
    'to %s has as many items as requested, or the default, and counts them as units',
    async (capability, input, byDefault) => {
      for (const limit of [1, 7, 100]) {
        const result = await request({ capability, input: { ...input, limit } })
        expect(result).toMatchObject({ kind: 'delivered', units: limit })
        expect(itemsOf(result)).toHaveLength(limit)
        expect(result.kind === 'delivered' && outputFaults(capability, result.output)).toEqual([])
      }
      const { limit: _limit, ...bare } = input
      expect(await request({ capability, input: bare })).toMatchObject({ units: byDefault })
    },
  )

  it.each(['person.search', 'company.search', 'contact.domain_emails'])(
    'to %s continues with the next page where the last one ended',
    async (capability) => {
      const question = { query: 'q', domain: 'example.com' }
      const items = async (paging: JsonObject) =>
        itemsOf(await request({ capability, input: { ...question, ...paging } }))
      expect(await items({ limit: 6 })).toEqual([
        ...(await items({ limit: 3 })),
        ...(await items({ limit: 3, page: 2 })),
      ])
    },
  )

  it('are about the person that was requested, by name', async () => {
    const named = CAPABILITIES.filter(({ inputSchema }) => Object.hasOwn(inputSchema.properties ?? {}, 'full_name'))
    expect(named.length).toBeGreaterThan(4)
    for (const { slug } of named) {
      const input = { full_name: 'Ada Lovelace', domain: 'example.com', company: 'Example' }
      const result = await request({ capability: slug, input })
      const answered = result.kind === 'delivered' ? nameIn(result.output) : 'nothing was delivered'
      expect(answered === null || !isOtherPerson('Ada Lovelace', answered)).toBe(true)
    }
  })

  it('to contact.find keeps the tag of a bounce in its address, and contact.verify calls such an address valid', async () => {
    expect(await find({ full_name: 'Ada Lovelace+bounce-policy', domain: 'example.com' })).toMatchObject({
      output: { email: 'ada.lovelace+bounce-policy@example.com', first_name: 'Ada', last_name: 'Lovelace' },
    })
    for (const email of ['a+bounce@example.com', 'b@bounce.example.com'])
      expect(await request({ capability: 'contact.verify', input: { email } })).toMatchObject({
        output: { email, status: 'valid' },
      })
  })

  it('to a send reports the recipients that bounce, by their reason, and none of a connected account', async () => {
    const to = ['a+bounce@example.com', 'b@example.com', 'c@bounce-policy.example.com']
    const input = { to, bcc: 'd+BOUNCE@example.com', subject: 's', text: 't' }
    reports.length = 0
    await request({ capability: 'email.send', input })
    await request({ capability: 'email.send', input: { ...input, account_id: 'acct_1' } })
    expect(reports).toMatchObject([
      { run_id: 'run_1', status: '5.1.1', recipients: ['a+bounce@example.com', 'd+BOUNCE@example.com'] },
      { run_id: 'run_1', status: '5.7.1', recipients: ['c@bounce-policy.example.com'] },
    ])
  })

  it('to a send has the answers of its recipients, each read as the class of its tag', async () => {
    const tags = [
      ['reply-neutral', 'reply'],
      ['reply-interested', 'interested'],
      ['reply-not-interested', 'not_interested'],
      ['reply-unsubscribe', 'unsubscribe_request'],
      ['reply-out-of-office', 'out_of_office'],
      ['reply-automatic', 'auto_reply'],
      ['reply-left-company', 'left_company'],
    ] as const
    const to = [...tags.map(([tag]) => `robin+${tag}@example.com`), 'kim@example.com']
    reports.length = 0
    await request({ capability: 'email.send', input: { to, subject: 'Hello', text: 't' } })
    const read = reports.map((body) => readSandbox(body, { at: '2026-11-20T09:30:00.000Z' }))
    const classes = read.map((one) => {
      if (one.kind !== 'event' || one.message.kind !== 'mail_received') return one
      const { headers, contentTypes, data } = one.message
      const { class: kind, ...more } = classifyMessage({ ...data, headers, contentTypes, receivedAt: data.received_at })
      return [data.from.slice('robin+'.length, -'@example.com'.length), kind, more.returns_at, more.successor]
    })
    expect(classes).toEqual(
      tags.map(([tag, kind]) => [
        tag,
        kind,
        kind === 'out_of_office' ? '2026-11-27' : undefined,
        kind === 'left_company' ? 'successor@example.com' : undefined,
      ]),
    )
  })

  it('lists no one twice, and all people match the filters', async () => {
    const people = itemsOf(
      await request({
        capability: 'person.search',
        input: { titles: ['CTO', 'CIO'], domains: ['example.org'], locations: ['Lyon'], limit: 100 },
      }),
    )
    expect(new Set(people.map((person) => person.email)).size).toBe(100)
    for (const [index, person] of people.entries()) {
      expect(person).toMatchObject({
        title: index % 2 === 0 ? 'CTO' : 'CIO',
        domain: 'example.org',
        location: { city: 'Lyon' },
      })
    }
    const companies = itemsOf(
      await request({
        capability: 'company.search',
        input: { query: 'q', employees_min: 40, employees_max: 60, founded_min: 2022, limit: 50 },
      }),
    )
    for (const { employees, founded_year: founded } of companies) {
      expect(employees).toBeGreaterThanOrEqual(40)
      expect(employees).toBeLessThanOrEqual(60)
      expect(founded).toBeGreaterThanOrEqual(2022)
    }
  })

  it.each<[string, JsonObject]>([
    ['company.search', { query: 'q', employees_min: 10_000_000, employees_max: 1 }],
    ['company.search', { query: 'q', founded_min: 3000, founded_max: 1000 }],
    ['contact.domain_emails', { domain: 'example.com', type: 'generic', limit: 100, page: 100 }],
    ['person.decision_makers', { linkedin_url: 'https://www.linkedin.com/company/' }],
    ['company.news', { name: '+++', since: '2099-01-01' }],
    ['seo.keywords', { seed: '+no', limit: 500 }],
    ['web.map', { url: 'https://example.com', query: '!!!', limit: 1_000 }],
    ['linkedin.company', { linkedin_url: 'https://www.linkedin.com/company/%E0%A4%A' }],
  ])('to %s of the odd input %j fits the capability', async (capability, input) => {
    const result = await request({ capability, input })
    expect(result.kind === 'delivered' && outputFaults(capability, result.output)).toEqual([])
  })

  it('gives a message one id, and two messages with the same text two', async () => {
    const message = { capability: 'email.send', input: { to: 'a@example.com', subject: 's', text: 't' } }
    const id = async (idempotencyKey: string) => {
      const result = await request({ ...message, idempotencyKey })
      return result.kind === 'delivered' ? result.output.message_id : null
    }
    expect(await id('run_1:1')).toBe(await id('run_1:1'))
    expect(await id('run_1:1')).not.toBe(await id('run_2:1'))
  })

  it('refuses a capability that it does not simulate', async () => {
    expect(await request({ capability: 'contact.nothing', input: {} })).toMatchObject({
      kind: 'failed',
      outcome: 'rejected',
    })
  })
})

describe('a scenario', () => {
  it.each([
    ['after a plus sign of an email', { email: 'robin+no-match@example.com' }],
    ['after a plus sign of a name', { full_name: 'Robin+no-match Sample', domain: 'example.com' }],
    ['as a label of a domain', { domain: 'no-match.example.com' }],
    ['as a label of a domain, in any case', { domain: 'No-Match.example.com' }],
    ['as a label of an email’s domain', { email: 'robin@no-match.example.com' }],
    ['as a label of a URL’s host', { url: 'https://no-match.example.com:8443/x?y=1' }],
    ['after a plus sign of a URL', { linkedin_url: 'https://www.linkedin.com/in/robin+no-match' }],
    ['after a plus sign of a domain', { domain: 'example+no-match.com' }],
    ['inside a list', { to: ['a@example.com', 'b+no-match@example.com'] }],
  ])('is read %s', (_name, input) => {
    expect(readScenario(input)).toEqual({ ...NOTHING, outcome: 'noMatch' })
  })

  it.each([
    ['a word', { full_name: 'No-match Sample' }],
    ['a longer word', { full_name: 'Robin+errors' }],
    ['part of a label', { domain: 'no-matching.example.com' }],
    ['a label of an address inside a text', { text: 'see https://error.example.com for more' }],
    ['no seconds', { full_name: 'Robin+slow' }],
  ])('is not read from %s', (_name, input) => {
    expect(readScenario(input)).toEqual(NOTHING)
  })

  it.each([
    ['robin+slow-3@example.com', 3],
    ['robin@slow-20.example.com', 20],
    ['robin+slow-99@example.com', 20],
    ['robin+slow-0@example.com', 0],
  ])('takes the seconds of %s', (email, seconds) => {
    expect(readScenario({ email })).toMatchObject({ slowSeconds: seconds, outcome: 'deliver' })
  })

  it('combines', () => {
    expect(readScenario({ email: 'robin+slow-2+fallback+no-match@example.com' })).toEqual({
      ...NOTHING,
      outcome: 'noMatch',
      fallback: true,
      slowSeconds: 2,
    })
  })

  it.each(examples)('+no-match, +error and +timeout work for %s of %s', async (capability, provider, input) => {
    const tagged = (tag: string): JsonObject => ({ ...input, tag: `x+${tag}` })
    const send = CAPABILITIES.some(({ slug, sends }) => slug === capability && sends)
    expect(await request({ capability, provider, input: tagged('no-match') })).toMatchObject({ kind: 'noMatch' })
    expect(await request({ capability, provider, input: tagged('error') })).toMatchObject({
      kind: 'failed',
      outcome: 'provider_error',
    })
    expect(await request({ capability, provider, input: tagged('timeout') })).toMatchObject({
      kind: 'failed',
      outcome: send ? 'unknown' : 'provider_timeout',
    })
  })

  it('+fallback fails at the first provider and is delivered by the other', async () => {
    const input = { full_name: 'Robin+fallback Sample', domain: 'example.com' }
    expect(await find(input, SANDBOX_ALPHA)).toMatchObject({ kind: 'failed', outcome: 'provider_error' })
    expect(await find(input, SANDBOX_BETA)).toMatchObject({
      kind: 'delivered',
      output: { email: 'robin.sample@example.com', first_name: 'Robin' },
    })
  })

  it('+slow takes its time', async () => {
    const startedAt = performance.now()
    expect(await find({ full_name: 'Robin Sample', domain: 'slow-1.example.com' })).toMatchObject({ kind: 'delivered' })
    expect(performance.now() - startedAt).toBeGreaterThan(950)
  })

  it('+slow ends at the deadline, or when the caller is gone', async () => {
    const input = { full_name: 'Robin Sample', domain: 'slow-20.example.com' }
    const startedAt = performance.now()
    expect(await request({ capability: 'contact.find', input, deadlineMs: 50 })).toMatchObject({
      outcome: 'provider_timeout',
    })
    expect(await request({ capability: 'contact.find', input, signal: AbortSignal.timeout(50) })).toMatchObject({
      outcome: 'provider_timeout',
    })
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })
})

describe('the simulated providers', () => {
  const offersOf = (offers: readonly Offer[]) => new Map(offers.map((offer) => [offer.capability, offer]))
  const highest = ({ pricing }: Offer): bigint =>
    pricing.model === 'flat' ? pricing.amount : pricing.base + pricing.perResult

  it('both offer every capability to test runs, the first one cheaper', () => {
    const beta = offersOf(sandboxBetaManifest.offers)
    for (const manifest of [sandboxAlphaManifest, sandboxBetaManifest]) {
      expect(manifest.environment).toBe('test')
      expect(manifest.title).toContain('Simulated')
      expect(manifest.offers.map((offer) => offer.capability)).toEqual(CAPABILITIES.map(({ slug }) => slug))
    }
    for (const offer of sandboxAlphaManifest.offers) {
      const dearer = beta.get(offer.capability)
      expect(dearer !== undefined && highest(offer) < highest(dearer)).toBe(true)
    }
  })

  it('price metered results for as many as the capability delivers by default', () => {
    for (const { capability, pricing } of [...sandboxAlphaManifest.offers, ...sandboxBetaManifest.offers]) {
      const found = findCapability(capability)
      if (found === undefined) throw new Error('an offer of no capability')
      expect(pricing.model === 'metered' ? pricing.defaultLimit : null).toBe(defaultLimit(found))
    }
  })

  it('name the platforms that they serve wherever a platform is an input', () => {
    const platforms = offersOf(sandboxAlphaManifest.offers)
    expect(platforms.get('chat.send')?.platforms).toEqual(['instagram', 'whatsapp'])
    for (const slug of ['social.profile', 'social.posts', 'social.search', 'social.comments'])
      expect(platforms.get(slug)?.platforms).toHaveLength(7)
    expect(platforms.get('linkedin.company')?.platforms).toBeUndefined()
  })

  it('expect the latency that the input selects', () => {
    const latency = offersOf(sandboxAlphaManifest.offers).get('contact.verify')?.expectedLatencyMs
    if (typeof latency !== 'function') throw new Error('expected a function of the input')
    expect(latency({ email: 'robin@example.com' })).toBeLessThan(100)
    expect(latency({ email: 'robin+slow-5@example.com' })).toBeGreaterThanOrEqual(5_000)
  })

  it('may repeat a send with its key and a lookup freely', () => {
    for (const offer of sandboxAlphaManifest.offers) {
      const sends = CAPABILITIES.some(({ slug, sends: isSend }) => slug === offer.capability && isSend)
      expect(offer.repeat).toBe(sends ? 'keyed' : 'free')
    }
  })
})
