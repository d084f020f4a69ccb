import { describe, expect, it } from '@jest/globals'
import { createSandboxAdapter } from '../../../activities/providers/sandbox/adapter.ts'
import { SANDBOX_ALPHA, SANDBOX_BETA, sandboxAlphaManifest, sandboxBetaManifest } from '../../../activities/providers/sandbox/manifest.ts'
import { readScenario } from '../../../activities/providers/sandbox/scenario.ts'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import type { AttemptResult, JsonObject, Offer } from '../../../domain/providers/manifest.ts'
import { outputFaults } from './contract-kit.ts'

interface Question {
  readonly capability: string
  readonly input: JsonObject
  readonly provider?: string
  readonly idempotencyKey?: string
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
}

const ask = ({ provider = SANDBOX_ALPHA, ...question }: Question): Promise<AttemptResult> =>
  createSandboxAdapter(provider).attempt({ idempotencyKey: 'run_1:1', deadlineMs: 30_000, signal: new AbortController().signal, ...question })

const find = (input: JsonObject, provider = SANDBOX_ALPHA) => ask({ capability: 'contact.find', input, provider })
const inputOf = (example: Readonly<Record<string, unknown>>): JsonObject => JSON.parse(JSON.stringify(example))
const examples = CAPABILITIES.flatMap((capability) => [SANDBOX_ALPHA, SANDBOX_BETA].map((provider) => [capability.slug, provider, inputOf(capability.exampleInput)] as const))

describe('a simulated answer', () => {
  it.each(examples)('to %s of %s fits the capability, is marked, and is the same every time', async (capability, provider, input) => {
    const result = await ask({ capability, provider, input })
    if (result.kind !== 'delivered') throw new Error('expected a delivery')
    expect(outputFaults(capability, result.output)).toEqual([])
    expect(result.output.simulated).toBe(true)
    expect(await ask({ capability, provider, input })).toEqual(result)
  })

  it('is built from the input', async () => {
    expect(await find({ full_name: 'Zoë O’Neil', domain: 'example.org' })).toMatchObject({ output: { email: 'zoe.oneil@example.org', first_name: 'Zoë', domain: 'example.org' } })
    expect(await find({ first_name: 'Robin', last_name: 'van Sample', company: 'Example Works' })).toMatchObject({ output: { email: 'robin.van.sample@example-works.example', company: 'Example Works' } })
    expect(await find({ linkedin_url: 'https://www.linkedin.com/in/robin-sample/' })).toMatchObject({ output: { email: 'robin.sample@example.com', linkedin_url: 'https://www.linkedin.com/in/robin-sample/' } })
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

  it('has as many results as were asked for, and counts them as units', async () => {
    const result = await ask({ capability: 'social.search', input: { platform: 'x', query: 'q', limit: 100 } })
    expect(result).toMatchObject({ kind: 'delivered', units: 100 })
    expect(await ask({ capability: 'social.search', input: { platform: 'x', query: 'q' } })).toMatchObject({ units: 10 })
  })

  it('gives one message one id, and two messages of one text two', async () => {
    const message = { capability: 'email.send', input: { to: 'a@example.com', subject: 's', text: 't' } }
    const id = async (idempotencyKey: string) => {
      const result = await ask({ ...message, idempotencyKey })
      return result.kind === 'delivered' ? result.output.message_id : null
    }
    expect(await id('run_1:1')).toBe(await id('run_1:1'))
    expect(await id('run_1:1')).not.toBe(await id('run_2:1'))
  })

  it('refuses a capability that it does not simulate', async () => {
    expect(await ask({ capability: 'seo.serp', input: {} })).toMatchObject({ kind: 'failed', outcome: 'rejected' })
  })
})

describe('a scenario', () => {
  it.each([
    ['behind a plus sign of an email', { email: 'robin+no-match@example.com' }],
    ['behind a plus sign of a name', { full_name: 'Robin+no-match Sample', domain: 'example.com' }],
    ['as a label of a domain', { domain: 'no-match.example.com' }],
    ['as a label of a domain, whatever the case', { domain: 'No-Match.example.com' }],
    ['as a label of an email’s domain', { email: 'robin@no-match.example.com' }],
    ['as a label of a URL’s host', { url: 'https://no-match.example.com:8443/x?y=1' }],
    ['behind a plus sign of a URL', { linkedin_url: 'https://www.linkedin.com/in/robin+no-match' }],
    ['behind a plus sign of a domain', { domain: 'example+no-match.com' }],
    ['inside a list', { to: ['a@example.com', 'b+no-match@example.com'] }],
  ])('is read %s', (_name, input) => {
    expect(readScenario(input)).toEqual({ outcome: 'noMatch', fallback: false, slowSeconds: 0 })
  })

  it.each([
    ['a word', { full_name: 'No-match Sample' }],
    ['a longer word', { full_name: 'Robin+errors' }],
    ['part of a label', { domain: 'no-matching.example.com' }],
    ['a label of an address inside a text', { text: 'see https://error.example.com for more' }],
    ['no seconds', { full_name: 'Robin+slow' }],
  ])('is not read from %s', (_name, input) => {
    expect(readScenario(input)).toEqual({ outcome: 'deliver', fallback: false, slowSeconds: 0 })
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
    expect(readScenario({ email: 'robin+slow-2+fallback+no-match@example.com' })).toEqual({ outcome: 'noMatch', fallback: true, slowSeconds: 2 })
  })

  it.each(examples)('+no-match, +error and +timeout work for %s of %s', async (capability, provider, input) => {
    const tagged = (tag: string): JsonObject => ({ ...input, tag: `x+${tag}` })
    const send = CAPABILITIES.some(({ slug, sends }) => slug === capability && sends)
    expect(await ask({ capability, provider, input: tagged('no-match') })).toMatchObject({ kind: 'noMatch' })
    expect(await ask({ capability, provider, input: tagged('error') })).toMatchObject({ kind: 'failed', outcome: 'provider_error' })
    expect(await ask({ capability, provider, input: tagged('timeout') })).toMatchObject({ kind: 'failed', outcome: send ? 'unknown' : 'provider_timeout' })
  })

  it('+fallback fails at the first provider and is delivered by the other', async () => {
    const input = { full_name: 'Robin+fallback Sample', domain: 'example.com' }
    expect(await find(input, SANDBOX_ALPHA)).toMatchObject({ kind: 'failed', outcome: 'provider_error' })
    expect(await find(input, SANDBOX_BETA)).toMatchObject({ kind: 'delivered', output: { email: 'robin.sample@example.com', first_name: 'Robin' } })
  })

  it('+slow takes its time', async () => {
    const startedAt = performance.now()
    expect(await find({ full_name: 'Robin Sample', domain: 'slow-1.example.com' })).toMatchObject({ kind: 'delivered' })
    expect(performance.now() - startedAt).toBeGreaterThan(950)
  })

  it('+slow ends at the deadline, or when nobody waits any more', async () => {
    const input = { full_name: 'Robin Sample', domain: 'slow-20.example.com' }
    const startedAt = performance.now()
    expect(await ask({ capability: 'contact.find', input, deadlineMs: 50 })).toMatchObject({ outcome: 'provider_timeout' })
    expect(await ask({ capability: 'contact.find', input, signal: AbortSignal.timeout(50) })).toMatchObject({ outcome: 'provider_timeout' })
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

describe('the simulated providers', () => {
  const offersOf = (offers: readonly Offer[]) => new Map(offers.map((offer) => [offer.capability, offer]))
  const highest = ({ pricing }: Offer): bigint => (pricing.model === 'flat' ? pricing.amount : pricing.base + pricing.perResult)

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

  it('expect the latency that the input asks for', () => {
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
