import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp, type ProviderHttp } from '../../../activities/providers/http.ts'
import { CAPABILITIES, findCapability } from '../../../domain/capabilities/catalog.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { AdapterResult, Offer, ProviderAdapter, ProviderManifest } from '../../../domain/providers/manifest.ts'
import { startSimulator, type Reply, type Simulator } from '../../support/http-simulator.ts'
import { sampled } from '../../support/seed.ts'

export const API_KEY = 'key-that-must-never-show'

/** One capability of one provider, with its documented successes, misses and refusals. */
export interface AdapterContract {
  readonly manifest: ProviderManifest
  readonly capability: string
  readonly input: JsonObject
  readonly create: (account: {
    readonly apiKey: string
    readonly baseUrl: string
    readonly http: ProviderHttp
  }) => ProviderAdapter
  readonly success: Reply
  readonly misses: Readonly<Record<string, Reply>>
  /** Answers with status 200 that are neither a delivery nor a miss. */
  readonly unusable: Readonly<Record<string, Reply>>
  /** The provider's answers to too many requests, and for an account without credits. */
  readonly rateLimit?: Reply
  readonly exhausted?: Reply
  /** The payload that is passed on, where it is more than the one answer of `success`. */
  readonly raw?: unknown
  /** The units that the success delivers, for capabilities that are billed by the result; 1 by default. */
  readonly units?: number
  /** The simulator's answers to earlier calls, by path. */
  readonly earlierAnswers?: Readonly<Record<string, Reply>>
  /** Where the provider's statuses have their own meaning. */
  readonly statuses?: Readonly<Record<number, Expected>>
}

type Failed = Extract<AdapterResult, { kind: 'failed' }>
type Expected = Partial<Failed> | { readonly kind: 'noMatch' }

/** How many changed answers are tried with each contract; `THOROUGH=1` tries every one. */
const MUTATIONS_MAX = 10

/** The deadline of calls that are not answered in time: short enough to wait for. */
const DEADLINE_MS = 200
/** The deadline of all others, which a busy machine must not reach. */
const PATIENT_MS = 10_000
const isLate = (reply: Reply): boolean => 'fault' in reply && (reply.fault === 'hang' || reply.fault === 'drip')

const USUAL_STATUSES: Readonly<Record<number, Expected>> = {
  400: { outcome: 'rejected' },
  401: { outcome: 'provider_error', accountExhausted: true },
  402: { outcome: 'provider_error', accountExhausted: true },
  403: { outcome: 'provider_error', accountExhausted: true },
  404: { outcome: 'rejected' },
  408: { outcome: 'provider_timeout' },
  422: { outcome: 'rejected' },
  429: { outcome: 'rate_limited', retryAfterMs: 3_000 },
  500: { outcome: 'provider_error' },
  503: { outcome: 'provider_error' },
}

/** A send whose request may have left has an unknown outcome, so no other provider tries it. */
const LOST_STATUSES: Readonly<Record<number, Expected>> = { 408: { outcome: 'unknown' }, 500: { outcome: 'unknown' } }

const FAULTS: Readonly<Record<string, { readonly reply: Reply; readonly outcome: Failed['outcome'] }>> = {
  'the connection is reset': { reply: { fault: 'reset' }, outcome: 'provider_error' },
  'the connection is reset in mid-body': {
    reply: { fault: 'resetMidBody', json: { text: 'x'.repeat(500) } },
    outcome: 'provider_error',
  },
  'nothing comes before the deadline': { reply: { fault: 'hang' }, outcome: 'provider_timeout' },
  'the body drips beyond the deadline': {
    reply: { fault: 'drip', json: { text: 'x'.repeat(500) } },
    outcome: 'provider_timeout',
  },
  'the body is not valid JSON': {
    reply: { text: '{"data":', headers: { 'content-type': 'application/json' } },
    outcome: 'provider_error',
  },
  'the content type is not JSON': {
    reply: { text: '<html></html>', headers: { 'content-type': 'text/html' } },
    outcome: 'provider_error',
  },
  // Only announced: a busy machine needs longer than the deadline to make and send a body of this size.
  'the body is larger than allowed': {
    reply: { text: '{', headers: { 'content-type': 'application/json', 'content-length': String(11 * 1024 * 1024) } },
    outcome: 'provider_error',
  },
  'it redirects': { reply: { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, outcome: 'provider_error' },
}

/** Runs the same table against any adapter, over a real HTTP server. */
export function adapterContract(contract: AdapterContract): void {
  describe(`${contract.manifest.slug}: ${contract.capability}`, () => {
    let simulator: Simulator
    let http: ProviderHttp

    beforeAll(async () => {
      simulator = await startSimulator()
      http = createProviderHttp()
    })
    afterEach(() => simulator.reset())
    afterAll(async () => {
      await http.close()
      await simulator.close()
    })

    const attempt: Attempt = (reply, { capability = contract.capability, reachable = true } = {}) => {
      simulator.script(reply)
      for (const [path, answer] of Object.entries(contract.earlierAnswers ?? {})) simulator.scriptPath(path, answer)
      const adapter = contract.create({
        apiKey: API_KEY,
        baseUrl: reachable ? simulator.url : 'http://127.0.0.1:1',
        http,
      })
      const deadlineMs = isLate(reply) ? DEADLINE_MS : PATIENT_MS
      return adapter.attempt({
        capability,
        input: contract.input,
        idempotencyKey: 'run_1:1',
        deadlineMs,
        signal: new AbortController().signal,
      })
    }

    it('refuses a capability that it does not offer, without a call', async () => {
      expect(await attempt(contract.success, { capability: 'nothing.offered' })).toMatchObject({
        kind: 'failed',
        outcome: 'rejected',
      })
      expect(simulator.calls).toHaveLength(0)
    })
    promises(contract)
    deliveries(contract, attempt)
    it('calls the endpoints that its offer names, and no other', async () => {
      await attempt(contract.success)
      const { endpoints } = offerOf(contract)
      const called = simulator.calls.map(({ method, path }) => `${method} ${path}`)
      expect(called.filter((one) => endpoints?.some((endpoint) => isCallOf(one, endpoint)) === false)).toEqual([])
    })
    failures(contract, attempt)
    discretion(contract, attempt)
  })
}

type Attempt = (
  reply: Reply,
  change?: { readonly capability?: string; readonly reachable?: boolean },
) => Promise<AdapterResult>

function promises(contract: AdapterContract): void {
  it('offers what it serves, within a deadline, for inputs that the capability has', () => {
    const capability = findCapability(contract.capability)
    const offer = offerOf(contract)
    expect(offer.deadlineMs).toBeGreaterThanOrEqual(1_000)
    expect(
      offer.requires.flat().filter((member) => !Object.hasOwn(capability?.inputSchema.properties ?? {}, member)),
    ).toEqual([])
    expect(offer.requires.some((members) => members.every((member) => Object.hasOwn(contract.input, member)))).toBe(
      true,
    )
  })
}

function deliveries(contract: AdapterContract, attempt: Attempt): void {
  it('delivers a normalized result that fits the capability, and the payload as it came', async () => {
    const result = await attempt(contract.success)
    if (result.kind !== 'delivered') throw new Error(`expected a delivery, got ${JSON.stringify(result)}`)
    expect(outputFaults(contract.capability, result.output)).toEqual([])
    expect(result.raw).toEqual('raw' in contract ? contract.raw : contract.success.json)
    expect(result.units).toBe(contract.units ?? 1)
  })

  // Not a table, because an endpoint that always answers has no misses, and an empty table is refused.
  for (const [name, reply] of Object.entries(contract.misses)) {
    it(`treats ${name} as a miss`, async () => {
      expect(await attempt(reply)).toMatchObject({ kind: 'noMatch' })
    })
  }

  it('never throws and delivers no invalid result when one member of the answer is wrong', async () => {
    const wrong: string[] = []
    for (const [change, json] of sampled(mutations(contract.success.json), MUTATIONS_MAX)) {
      const result = await attempt({ json }).catch((error: unknown) => ({ kind: 'thrown' as const, error }))
      if (result.kind === 'thrown') wrong.push(`${change}: ${String(result.error)}`)
      if (result.kind === 'delivered')
        wrong.push(...outputFaults(contract.capability, result.output).map((fault) => `${change}: ${fault}`))
    }
    expect(wrong).toEqual([])
  })
}

function failures(contract: AdapterContract, attempt: Attempt): void {
  const sends = offerOf(contract).repeat !== 'free'
  const statuses = { ...USUAL_STATUSES, ...(sends ? LOST_STATUSES : {}), ...contract.statuses }

  it.each(Object.entries(contract.unusable))(
    'treats %s as a failure, never as a delivery or a miss',
    async (_name, reply) => {
      expect(await attempt(reply)).toMatchObject({ kind: 'failed', ...(sends ? { outcome: 'unknown' } : {}) })
    },
  )

  const { rateLimit, exhausted } = contract
  if (rateLimit !== undefined) {
    it('recognises the rate limit', async () => {
      expect(await attempt(rateLimit)).toMatchObject({ kind: 'failed', outcome: 'rate_limited' })
    })
  }
  if (exhausted !== undefined) {
    it('stops using an account without credits', async () => {
      expect(await attempt(exhausted)).toMatchObject({
        kind: 'failed',
        outcome: 'provider_error',
        accountExhausted: true,
      })
    })
  }

  it.each(Object.entries(statuses))('answers HTTP %s with its outcome', async (status, expected) => {
    const result = await attempt({ status: Number(status), headers: { 'retry-after': '3' }, text: 'no JSON' })
    expect(result).toMatchObject({ kind: 'failed', ...expected })
    expect('accountExhausted' in result).toBe('accountExhausted' in expected)
  })

  it.each(Object.entries(FAULTS))('fails when %s', async (_name, { reply, outcome }) => {
    expect(await attempt(reply)).toMatchObject({ kind: 'failed', outcome: sends ? 'unknown' : outcome })
  })

  it('fails when the provider cannot be reached', async () => {
    expect(await attempt(contract.success, { reachable: false })).toMatchObject({
      kind: 'failed',
      outcome: 'provider_error',
    })
  })
}

function discretion(contract: AdapterContract, attempt: Attempt): void {
  it.each(Object.keys(USUAL_STATUSES))('quotes neither its key nor the input in the detail of a %s', async (status) => {
    const echo = JSON.stringify([contract.input, API_KEY])
    const body = { error: echo, message: echo, errors: [{ id: echo, code: echo, details: echo }] }
    const result = await attempt({ status: Number(status), json: body })
    const detail = 'detail' in result ? (result.detail ?? '') : ''
    const secrets = [API_KEY, ...Object.values(contract.input)].filter(
      (value) => typeof value === 'string' && value.length > 3,
    )
    expect(secrets.filter((secret) => detail.includes(String(secret)))).toEqual([])
  })
}

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false })
formats.default(ajv)
const validators = new Map(CAPABILITIES.map((capability) => [capability.slug, ajv.compile(capability.outputSchema)]))

/** The errors of a result of this capability; empty when it is valid. */
export function outputFaults(slug: string, output: JsonObject): string[] {
  const validate = validators.get(slug)
  if (validate === undefined) return [`no capability ${slug}`]
  validate(output)
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}

/** Whether `GET /companies/example.com` is a call of `GET /companies/{domain}`. */
function isCallOf(call: string, endpoint: string): boolean {
  const literal = endpoint.split(/\{[^{}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('[^/]+')}$`).test(call)
}

function offerOf({ manifest, capability }: AdapterContract): Offer {
  const offer = manifest.offers.find((candidate) => candidate.capability === capability)
  if (offer === undefined) throw new Error(`${manifest.slug} states no offer for ${capability}`)
  return offer
}

/** The success with one member at a time replaced by a value that its documentation does not promise. */
function mutations(json: unknown): [string, unknown][] {
  const strange: readonly unknown[] = [null, true, 42, 'text', [], {}, [null]]
  return pathsOf(json).flatMap((path) =>
    strange.map((value): [string, unknown] => [
      `/${path.join('/')} is ${JSON.stringify(value)}`,
      replaced(json, path, value),
    ]),
  )
}

function pathsOf(value: unknown): string[][] {
  // The items of a list are alike: the first represents all.
  const members =
    value !== null && typeof value === 'object'
      ? Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined)
      : []
  return [[], ...members.flatMap(([key, member]) => pathsOf(member).map((path) => [key, ...path]))]
}

function replaced(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? replaced(item, rest, replacement) : item))
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, member]) => [
      name,
      name === key ? replaced(member, rest, replacement) : member,
    ]),
  )
}
