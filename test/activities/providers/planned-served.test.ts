import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { ProviderHttp } from '../../../activities/providers/http.ts'
import { MANIFESTS } from '../../../activities/providers/manifests.ts'
import { createAdapters } from '../../../activities/providers/registry.ts'
import { routingOf } from '../../../api/http/runs/request.ts'
import { check } from '../../../api/validation/check.ts'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import { CAPABILITIES, sufficientInputs } from '../../../domain/capabilities/catalog.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { LIST_RATES } from '../../../domain/pricing/rates.ts'
import type { Offer } from '../../../domain/providers/manifest.ts'
import { planRun } from '../../../domain/routing/candidates.ts'
import { numRunsFor } from '../../support/seed.ts'

/** How many inputs that planning takes are tried with each offer. */
const INPUTS = 500

/** The part of a member's schema from which values are made. */
interface Member {
  readonly type?: string
  readonly enum?: readonly Json[]
  readonly items?: Member
  readonly anyOf?: readonly Member[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly format?: string
  readonly pattern?: string
}

/** Texts that fit one member or another; a text that does not fit makes no input. */
const TEXTS = {
  words: ['Robin Sample', 'shoes', '#shoes', '#', '@', '@robin', 'robin.sample', 'Übergröße', '.', '"', 'a b c d'],
  operators: ['site:example.com shoes', 'shoes -inurl:sale', 'define:shoe', 'website: shoes'],
  domains: [
    'example.com',
    'www.example.com',
    'www.com',
    'www.de',
    'bücher.example',
    'a.b.example.co.uk',
    'x+no.example',
  ],
  people: ['https://www.linkedin.com/in/robin-sample', 'linkedin.com/pub/robin', 'https://de.linkedin.com/in/%C3%BC/'],
  otherPages: [
    'https://www.linkedin.com/company/sample/',
    'linkedin.com/school/sample',
    'linkedin.com/in/',
    'linkedin.com/x',
  ],
  brokenPages: ['linkedin.com/in/%E0%A4%A', 'https://linkedin.com/in/robin?x=linkedin.com/in/ada'],
  posts: [
    'https://www.youtube.com/watch?v=sample',
    'https://www.youtube.com/@sample',
    'https://www.instagram.com/p/sample/',
    'https://www.instagram.com/robin',
    'https://www.tiktok.com/@robin/video/1',
    'https://www.tiktok.com/@robin',
    'https://x.com/robin/status/1',
    'https://www.reddit.com/r/shoes/comments/1/sample/',
    'https://www.reddit.com/user/robin',
    'https://example.com/page',
    'https://user@www.com:8080/',
  ],
  places: ['US', 'GB', 'de', 'XX', 'zz', 'MV'],
  languages: ['en', 'pt-BR', 'zh-Hant', 'zh-XXXX', 'xx', 'xx-YY'],
  others: ['robin.sample@example.com', '+12025550123', '320193', 'AAPL', '10-K', '2026-01-31', '2026-01-31T10:00:00Z'],
}
const texts = fc.constantFrom(...Object.values(TEXTS).flat())

function valueOf(member: Member): fc.Arbitrary<Json> {
  const { enum: values, items, anyOf, type, minimum = 0, maximum = 1_000 } = member
  if (values !== undefined) return fc.constantFrom(...values)
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(valueOf))
  if (items !== undefined) return listOf(valueOf(items), member.maxItems ?? 10)
  if (type === 'integer' || type === 'number')
    return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }))
  if (type === 'boolean') return fc.boolean()
  return member.format === undefined && member.pattern === undefined
    ? fc.oneof(texts, fc.string({ minLength: 1, maxLength: 40 }))
    : fittingTexts(member)
}

const listOf = (value: fc.Arbitrary<Json>, maxItems: number): fc.Arbitrary<Json> =>
  fc.oneof(
    fc.uniqueArray(value, { minLength: 1, maxLength: 2, selector: canonical }),
    fc.uniqueArray(value, { minLength: 1, maxLength: maxItems, selector: canonical }),
    fc
      .uniqueArray(fc.nat({ max: 99 }), { minLength: maxItems, maxLength: maxItems })
      .chain((numbers) =>
        value.map((one) => (typeof one === 'string' ? numbers.map((number) => `${one} ${number}`) : [one])),
      ),
  )

const canonical = (value: Json): string => JSON.stringify(value)

const fitting = new Map<string, fc.Arbitrary<Json>>()

/**
 * Of all texts, those of a member that takes a certain kind, so that few inputs are thrown away. They are found once
 * for each kind: a check compiles its schema.
 */
function fittingTexts(member: Member): fc.Arbitrary<Json> {
  const kind = JSON.stringify(member)
  const known = fitting.get(kind) ?? textsThatFit(kind)
  fitting.set(kind, known)
  return known
}

function textsThatFit(kind: string): fc.Arbitrary<Json> {
  const schema = JSON.parse(`{"type":"object","properties":{"text":${kind}}}`)
  return fc.constantFrom(
    ...Object.values(TEXTS)
      .flat()
      .filter((text) => check(schema, { text }).ok),
  )
}

/**
 * Inputs that the capability accepts: one of its sufficient sets, often what the offer requires, and any of its other
 * members.
 */
function inputsOf(capability: Capability, { requires }: Offer): fc.Arbitrary<JsonObject> {
  const members: Readonly<Record<string, Member>> = JSON.parse(JSON.stringify(capability.inputSchema.properties))
  const names = Object.keys(members)
  // Offers differ in the members that they take: few members besides the set reach most of them.
  const others = fc.oneof(fc.subarray(names, { maxLength: Math.min(2, names.length) }), fc.subarray(names))
  return fc
    .tuple(fc.constantFrom(...sufficientInputs(capability)), fc.constantFrom([], ...requires), others)
    .map((sets) => new Set(sets.flat()))
    .chain((chosen) =>
      fc.record<Record<string, Json>>(
        Object.fromEntries(
          Object.entries(members).flatMap(([name, member]) => (chosen.has(name) ? [[name, valueOf(member)]] : [])),
        ),
      ),
    )
    .filter((input) => check(capability.inputSchema, input).ok)
}

/** A provider that never answers: a refusal of an adapter comes before it is called. */
const silent: ProviderHttp = {
  call: () => Promise.resolve({ kind: 'timeout', sent: true }),
  close: () => Promise.resolve(),
}

const adapters = createAdapters({
  http: silent,
  reportSimulated: () => Promise.resolve(),
  settings: Object.fromEntries(
    MANIFESTS.map(({ slug }) => [slug, { apiKey: 'key', account: 'account.example', contact: 'ops@example.com' }]),
  ),
})

const cases = MANIFESTS.flatMap(({ slug: provider, environment, offers }) =>
  environment === 'test'
    ? []
    : offers.flatMap((offer) => {
        const capability = CAPABILITIES.find(({ slug }) => slug === offer.capability)
        return capability === undefined ? [] : [{ provider, offer, capability }]
      }),
)

const isCandidate = (provider: string, offer: Offer, capability: Capability, input: JsonObject): boolean =>
  planRun({
    capability,
    input,
    routing: routingOf(undefined),
    rates: LIST_RATES,
    offers: [{ provider, offer, unusable: null, record: undefined }],
  }).kind === 'plan'

/** Set before a send reaches its adapter, whatever the input states of them. */
const SENDER = { inbox_id: 'inbox', account_id: 'account', from: 'hello@example.com' }

describe('a provider that planning makes a candidate', () => {
  it.each(cases.map((one) => [one.provider, one.capability.slug, one] as const))(
    '%s does not refuse an input of %s',
    async (provider, slug, { offer, capability }) => {
      const adapter = adapters.get(provider)
      if (adapter === undefined) throw new Error(`${provider} has no adapter`)
      await fc.assert(
        fc.asyncProperty(inputsOf(capability, offer), async (input) => {
          // Another input is drawn, a hundred times for each that counts: a provider that is never planned fails.
          fc.pre(isCandidate(provider, offer, capability, input))
          const result = await adapter.attempt({
            capability: slug,
            input: capability.sends ? { ...input, ...SENDER } : input,
            ...(capability.sends ? { senders: [SENDER.account_id] } : {}),
            idempotencyKey: 'run_sample:1',
            deadlineMs: 1_000,
            signal: AbortSignal.abort(),
          })
          expect(result).not.toMatchObject({ outcome: 'rejected' })
        }),
        { numRuns: numRunsFor(INPUTS) },
      )
    },
  )
})
