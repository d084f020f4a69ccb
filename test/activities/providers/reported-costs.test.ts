import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createEndpointCallers } from '../../../activities/providers/endpoints.ts'
import { loadKnownProviders } from '../../../activities/providers/known-providers.ts'
import { decodeBody } from '../../../activities/providers/http-body.ts'
import type { HttpAnswer, ProviderHttp, ProviderRequest } from '../../../activities/providers/http.ts'
import type { CatalogEndpoint } from '../../../domain/catalog/endpoint.ts'
import { formatUsd, parseUsd } from '../../../domain/money/microdollars.ts'
import { finalAdjustment } from '../../../domain/routing/raw-billing.ts'
import { microdollarsOf } from '../../../domain/providers/reported-cost.ts'
import { LIST_RATES } from '../../../domain/pricing/rates.ts'
import { PLATFORM_MULTIPLIER } from '../../../domain/money/multiplier.ts'
import { planRaw } from '../../../domain/raw/plan.ts'
import type { EndpointCaller } from '../../../domain/providers/endpoint-call.ts'
import type { AdapterResult } from '../../../domain/providers/manifest.ts'
import { beginWaterfall, step } from '../../../domain/routing/waterfall.ts'
import { numRunsFor } from '../../support/seed.ts'

const { catalog, manifests } = loadKnownProviders({})

/** A body as it comes over the wire, and headers. */
interface Sent {
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Reads a provider's bytes as a connection does, without one. */
function answers(send: (request: ProviderRequest) => Sent): ProviderHttp {
  return {
    async call(request) {
      const { text, headers = {} } = send(request)
      const decoded = decodeBody({
        status: 200,
        contentType: 'application/json',
        bytes: new TextEncoder().encode(text),
        expect: request.expect ?? 'json',
      })
      if ('fault' in decoded) throw new Error(`${decoded.fault}: ${text}`)
      return { kind: 'answer', status: 200, headers, body: decoded.body, retryAfterMs: null } satisfies HttpAnswer
    },
    close: () => Promise.resolve(),
  }
}

function callerOf(slug: string, http: ProviderHttp): EndpointCaller {
  const caller = createEndpointCallers({ http, settings: { [slug]: { apiKey: 'a-key' } }, catalog, manifests }).get(
    slug,
  )
  if (caller === undefined) throw new Error(`no caller for ${slug}`)
  return caller
}

function found(slug: string, name: string): CatalogEndpoint {
  const endpoint = catalog.find(slug, name)
  if (endpoint === undefined) throw new Error(`${slug} has no ${name}`)
  return endpoint
}

/** The charge of a delivery, from the provider's result on: plan, attempt, decision. */
function chargeOf(
  endpoint: CatalogEndpoint,
  result: AdapterResult,
): { hold: bigint; estimate: bigint; charge: bigint } {
  const provider = catalog.provider(endpoint.provider)
  if (provider === undefined || result.kind !== 'delivered') throw new Error(`not delivered: ${JSON.stringify(result)}`)
  const planned = planRaw({
    provider,
    endpoint,
    manifest: undefined,
    environment: 'live',
    input: [{}],
    routing: { max_cost: null, strategy: 'best_value' },
    unusable: null,
    connectionId: null,
    health: 'unknown',
    rates: LIST_RATES,
  })
  if (planned.kind === 'refused') throw new Error(planned.error.message)
  const [cost, rateCard] = [microdollarsOf(result.cost), microdollarsOf(result.rateCard)]
  const next = step(beginWaterfall(planned.plan), {
    kind: 'answered',
    answer: {
      provider: endpoint.provider,
      outcome: 'succeeded',
      units: result.units,
      ...(cost === null ? {} : { cost: formatUsd(cost) }),
      ...(rateCard === null ? {} : { rate_card: formatUsd(rateCard) }),
    },
  })
  if (next.kind !== 'settle') throw new Error('a delivery settles')
  return {
    hold: parseUsd(planned.plan.hold),
    estimate: endpoint.cost.estimate === null ? 0n : parseUsd(endpoint.cost.estimate),
    charge: parseUsd(next.decision.charge),
  }
}

/** A number in some notation, and its value as a fraction that the test computes without parsing the text. */
interface Written {
  readonly text: string
  readonly over: bigint
  readonly under: bigint
}

const MICRO = 1_000_000n
const power = (exponent: number): bigint => 10n ** BigInt(exponent)
const halfUp = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)

/** Any spelling of a number in JSON: short and long fractions, exponents, `-0`. */
const spelled: fc.Arbitrary<Written> = fc
  .record({
    sign: fc.constantFrom('', '', '', '', '-'),
    integer: fc.oneof(
      { weight: 3, arbitrary: fc.constant('0') },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 99 }).map(String) },
      fc.bigInt({ min: 1n, max: 10n ** 18n }).map(String),
    ),
    fraction: fc.oneof(
      fc.constant(''),
      fc.stringMatching(/^\d{1,6}$/),
      fc.stringMatching(/^0\d{14,24}$/),
      fc.constantFrom('020000000000000004', '11999999999999998', '0000005', '00000049999999999999999', '000'),
    ),
    exponent: fc.option(
      fc.record({
        mark: fc.constantFrom('e', 'E'),
        plus: fc.constantFrom('', '+'),
        by: fc.integer({ min: -12, max: 4 }),
      }),
      { nil: null, freq: 3 },
    ),
  })
  .map(({ sign, integer, fraction, exponent }) => {
    const by = exponent?.by ?? 0
    const shift = by - fraction.length
    const digits = BigInt(`${sign}${integer}${fraction}`)
    const power10 = exponent === null ? '' : `${exponent.mark}${by < 0 ? '' : exponent.plus}${by}`
    return {
      text: `${sign}${integer}${fraction === '' ? '' : `.${fraction}`}${power10}`,
      over: shift > 0 ? digits * power(shift) : digits,
      under: shift < 0 ? power(-shift) : 1n,
    }
  })

/** The same as a text, with and without blanks around it. */
const quoted = (number: fc.Arbitrary<Written>): fc.Arbitrary<Written> =>
  fc
    .tuple(number, fc.constantFrom('', ' ', '\\t'), fc.constantFrom('', ' ', '\\n'))
    .map(([one, before, after]) => ({ ...one, text: `"${before}${one.text}${after}"` }))
const inJson = fc.oneof(spelled, quoted(spelled))

/** Invalid values in the place of a cost. */
const NO_AMOUNTS = [
  '-1',
  '-0.020000000000000004',
  '1e15',
  '1e400',
  '{}',
  '[]',
  'true',
  'false',
  '"NaN"',
  '""',
  '"free"',
  '12345678901234567890',
]

interface Reporter {
  readonly slug: string
  readonly endpoint: string
  readonly path?: Readonly<Record<string, string>>
  /** The price of one reported unit, in microdollars; the most that is believed. */
  readonly unit: bigint
  readonly most: bigint
  /** Its answer with this as the reported cost. */
  readonly answer: (json: string) => Sent
  /** A header contains only text. */
  readonly inHeader?: true
}

const CREDITS_MOST = 1_000_000n
const header =
  (name: string) =>
  (json: string): Sent => ({ text: '[{"likelihood":9}]', headers: { [name]: json } })

/** Every provider that reports the cost of a raw call; Apify, which reports a run, is below. */
const REPORTERS: readonly Reporter[] = [
  {
    slug: 'dataforseo',
    endpoint: 'POST /v3/serp/google/organic/live/advanced',
    unit: MICRO,
    most: 999_999_999n,
    answer: (json) => ({
      text: `{"status_code":20000,"cost":${json},"tasks":[{"id":"1","status_code":20000,"cost":0.5,"result":[{"items":[{"a":1}]}]}]}`,
    }),
  },
  {
    slug: 'leadmagic',
    endpoint: 'POST /v1/people/email-finder',
    unit: 24_000n,
    most: CREDITS_MOST,
    answer: (json) => ({ text: `{"email":"a@example.com","credits_consumed":${json}}` }),
  },
  {
    slug: 'thecompaniesapi',
    endpoint: 'GET /v2/companies/{domain}',
    path: { domain: 'example.com' },
    unit: 1_900n,
    most: CREDITS_MOST,
    answer: (json) => ({ text: `{"about":{},"meta":{"cost":${json}}}` }),
  },
  {
    slug: 'tavily',
    endpoint: 'POST /search',
    unit: 8_000n,
    most: CREDITS_MOST,
    answer: (json) => ({ text: `{"results":[],"usage":{"credits":${json}}}` }),
  },
  {
    slug: 'peopledatalabs',
    endpoint: 'GET /v5/person/enrich',
    unit: 350_000n,
    most: CREDITS_MOST,
    answer: header('x-call-credits-spent'),
    inHeader: true,
  },
  {
    slug: 'wappalyzer',
    endpoint: 'GET /lookup',
    unit: 22_500n,
    most: CREDITS_MOST,
    answer: header('wappalyzer-credits-spent'),
    inHeader: true,
  },
]

const call = (endpoint: CatalogEndpoint, path: Readonly<Record<string, string>> | undefined) => ({
  endpoint,
  request: {
    ...(path === undefined ? {} : { path }),
    ...(endpoint.method === 'GET' ? {} : { input: endpoint.bodyType === 'task' ? [{ keyword: 'x' }] : {} }),
  },
  idempotencyKey: 'run:1',
  deadlineMs: 30_000,
  signal: new AbortController().signal,
  cap: null,
  resume: null,
  onStarted: () => Promise.resolve(),
})

/** Bytes to charge: the provider answers with this as the reported cost. */
async function charged({ slug, endpoint: name, path, answer }: Reporter, json: string) {
  const endpoint = found(slug, name)
  const result = await callerOf(
    slug,
    answers(() => answer(json)),
  ).call(call(endpoint, path))
  return { ...chargeOf(endpoint, result), cost: result.kind === 'delivered' ? result.cost : undefined }
}

describe.each(REPORTERS.map((reporter) => [reporter.slug, reporter] as const))(
  'the cost that %s reports',
  (_slug, reporter) => {
    it('is charged by its digits, in any notation', async () => {
      await fc.assert(
        fc.asyncProperty(reporter.inHeader === true ? spelled : inJson, async ({ text, over, under }) => {
          const { cost, charge, hold, estimate } = await charged(reporter, text)
          const microdollars = halfUp(over * reporter.unit, under)
          const readable =
            over >= 0n &&
            (reporter.unit === MICRO ? microdollars < (reporter.most + 1n) * MICRO : over <= reporter.most * under)
          expect(cost).toEqual(readable ? { kind: 'amount', amount: microdollars } : { kind: 'unreadable' })
          const due = readable ? halfUp(microdollars * 143n, 100n) : estimate
          expect(charge).toBe(due < hold ? due : hold)
        }),
        { numRuns: numRunsFor(300) },
      )
    })

    it.each(reporter.inHeader === true ? ['-1', '1e15', 'many', '', '0,5'] : NO_AMOUNTS)(
      'is unreadable as %s, and the rate card is charged where there is one',
      async (json) => {
        const { cost, charge, estimate } = await charged(reporter, json)
        expect([cost, charge]).toEqual([{ kind: 'unreadable' }, estimate])
      },
    )

    if (reporter.inHeader !== true) {
      it('is missing as null', async () => {
        expect((await charged(reporter, 'null')).cost).toEqual({ kind: 'absent' })
      })
    }
  },
)

describe("the reported cost of an actor's run", () => {
  const endpoint = found('apify', 'POST /v2/actors/{actorId}/runs')
  const path = { actorId: 'invented~actor' }

  interface Run {
    readonly usage?: string
    readonly price?: string
    readonly items?: number
  }
  const runOf = ({ usage, price, items = 3 }: Run): ProviderHttp =>
    answers(({ url }) => {
      if (url.includes('/items'))
        return { text: JSON.stringify(Array.from({ length: items }, (_, index) => ({ index }))) }
      const pricing =
        price === undefined ? '' : `,"pricingInfo":{"pricingModel":"PRICE_PER_DATASET_ITEM","pricePerUnitUsd":${price}}`
      return {
        text: `{"data":{"id":"run1","status":"SUCCEEDED","defaultDatasetId":"d1"${usage === undefined ? '' : `,"usageTotalUsd":${usage}`}${pricing}}}`,
      }
    })
  const ran = async (run: Run) => {
    const result = await callerOf('apify', runOf(run)).call(call(endpoint, path))
    return { ...chargeOf(endpoint, result), result }
  }
  const bill = async (usage: string | undefined) =>
    callerOf('apify', runOf(usage === undefined ? {} : { usage })).readBill?.({
      externalId: 'run1',
      request: {},
      deadlineMs: 15_000,
      signal: new AbortController().signal,
    })

  it('is charged at first, and billed in the end, by its digits', async () => {
    await fc.assert(
      fc.asyncProperty(inJson, async ({ text, over, under }) => {
        const microdollars = halfUp(over * MICRO, under)
        const readable = over >= 0n && microdollars < 1_000_000_000n * MICRO
        const { charge, hold } = await ran({ usage: text })
        const due = readable ? halfUp(microdollars * 143n, 100n) : 0n
        const within = due < hold ? due : hold
        expect(charge).toBe(within)
        const read = await bill(text)
        expect(read).toEqual(readable ? { kind: 'final', cost: microdollars } : { kind: 'unreadable' })
        if (read?.kind === 'final')
          expect(finalAdjustment(0n, read.cost, { hold, multiplier: PLATFORM_MULTIPLIER })).toBe(within)
      }),
      { numRuns: numRunsFor(300) },
    )
  })

  it('is charged at first by the exact sum of its items where that is more', async () => {
    await fc.assert(
      fc.asyncProperty(inJson, fc.integer({ min: 1, max: 40 }), async ({ text, over, under }, items) => {
        const { charge, hold, result } = await ran({ price: text, items })
        const microdollars = halfUp(over * MICRO * BigInt(items), under)
        const readable = over >= 0n && microdollars < 1_000_000_000n * MICRO
        expect(result).toMatchObject({
          rateCard: readable ? { kind: 'amount', amount: microdollars } : { kind: 'unreadable' },
        })
        const due = readable ? (microdollars * 143n + 99n) / 100n : 0n
        expect(charge).toBe(due < hold ? due : hold)
      }),
      { numRuns: numRunsFor(200) },
    )
  })

  it.each(NO_AMOUNTS)(
    'is unreadable as %s: the rate card is charged at first, and a run without items is not a miss',
    async (usage) => {
      const { charge, result } = await ran({ usage, price: '0.002' })
      expect([charge, result]).toMatchObject([8_580n, { cost: { kind: 'unreadable' } }])
      expect((await ran({ usage, items: 0 })).charge).toBe(0n)
      expect(await bill(usage)).toEqual({ kind: 'unreadable' })
    },
  )

  it.each(['null', undefined])('is not booked yet as %s', async (usage) => {
    expect(await bill(usage)).toEqual({ kind: 'pending', cost: null, detail: 'no cost is booked' })
  })
})
