import { describe, expect, it } from '@jest/globals'
import { type PlanAnswer, planRun, type RoutedOffer } from '../../../domain/routing/candidates.ts'
import { LIST_RATES } from '../../../domain/pricing/rates.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { RoutePlan } from '../../../domain/routing/plan.ts'
import { CIRCUIT_COOLDOWN_MS } from '../../../domain/routing/thresholds.ts'
import {
  brokenRecord,
  buildCapability,
  buildOffer,
  buildRecord,
  buildRouting,
  type OfferTerms,
} from './build-routing.ts'

const offers = (terms: Readonly<Record<string, OfferTerms>>): RoutedOffer[] =>
  Object.entries(terms).map(([provider, of]) => buildOffer(provider, of))

interface Case {
  readonly offers: readonly RoutedOffer[]
  readonly routing?: Parameters<typeof buildRouting>[0]
  readonly capability?: Parameters<typeof buildCapability>[0]
  readonly input?: Parameters<typeof planRun>[0]['input']
}

const answerTo = ({ routing, capability, input = { domain: 'example.com' }, ...rest }: Case): PlanAnswer =>
  planRun({
    offers: rest.offers,
    input,
    routing: buildRouting(routing),
    capability: buildCapability(capability),
    rates: LIST_RATES,
  })

function planFor(request: Case): RoutePlan {
  const answer = answerTo(request)
  if (answer.kind === 'refused') throw new Error(`refused: ${answer.error.message}`)
  return answer.plan
}

function errorFor(request: Case) {
  const answer = answerTo(request)
  if (answer.kind === 'plan') throw new Error('it was planned')
  return answer.error
}

const tried = (plan: RoutePlan): string[] => plan.candidates.map(({ provider }) => provider)

describe('a candidate', () => {
  const needs = (...requires: string[][]) => buildOffer('one', { requires })

  it.each([
    ['has its one field', needs(['domain']), { domain: 'example.com' }, true],
    ['has one of two sets', needs(['email'], ['domain']), { domain: 'example.com' }, true],
    ['has more than it needs', needs(['domain']), { domain: 'example.com', full_name: 'Ada' }, true],
    ['needs no field', needs([]), {}, true],
    ['has false and zero as values', needs(['live', 'page']), { live: false, page: 0 }, true],
    ['lacks its field', needs(['domain']), { full_name: 'Ada' }, false],
    ['has null in its field', needs(['domain']), { domain: null }, false],
    ['has an empty field', needs(['domain']), { domain: '' }, false],
    [
      'has half of each set',
      needs(['full_name', 'domain'], ['first_name', 'last_name']),
      { domain: 'example.com', first_name: 'Ada' },
      false,
    ],
  ])('%s: %#', (_, offer, input, isCandidate) => {
    const answer = answerTo({ offers: [offer], input })
    expect(answer.kind).toBe(isCandidate ? 'plan' : 'refused')
    if (answer.kind === 'refused')
      expect(answer.error).toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('its required inputs are missing'),
      })
  })

  it('leaves out only the offer that does not serve the requested platform', () => {
    const plan = planFor({
      offers: offers({ x_only: { platforms: ['x'] }, tiktok_only: { platforms: ['tiktok'] }, anywhere: {} }),
      input: { domain: 'example.com', platform: 'x' },
    })
    expect(tried(plan)).toEqual(['anywhere', 'x_only'])
    expect(plan.excluded).toEqual([{ provider: 'tiktok_only', reason: 'it does not serve x' }])
  })

  it('leaves out an account that cannot be called, with the reason', () => {
    const plan = planFor({ offers: offers({ a: { unusable: 'no platform account' }, b: {} }) })
    expect(tried(plan)).toEqual(['b'])
    expect(plan.excluded).toEqual([{ provider: 'a', reason: 'no platform account' }])
  })

  it('is priced for the requested platform: in the hold, under max_cost and in the stored plan', () => {
    const pricing = {
      model: 'metered',
      base: 0n,
      perResult: parseUsd('0.001'),
      defaultLimit: 10,
      byPlatform: { linkedin: { base: parseUsd('0.01'), perResult: parseUsd('0.004') } },
    } as const
    const request = { offers: [buildOffer('one', { pricing })], capability: { limitField: 'limit' } }
    const on = (platform: string) => ({ ...request, input: { domain: 'example.com', platform, limit: 5 } })
    expect(planFor(on('linkedin'))).toMatchObject({
      hold: '0.03',
      candidates: [{ max_charge: '0.03', price: { model: 'metered', base: '0.01', per_result: '0.004' } }],
    })
    expect(planFor(on('x'))).toMatchObject({
      hold: '0.005',
      candidates: [{ price: { model: 'metered', base: '0.00', per_result: '0.001' } }],
    })
    expect(planFor({ ...on('x'), routing: { max_cost: '0.02' } }).hold).toBe('0.005')
    expect(errorFor({ ...on('linkedin'), routing: { max_cost: '0.02' } })).toMatchObject({
      code: 'cost_limit_exceeded',
      required: '0.03',
    })
  })

  it("is refused with the capability's name when no provider offers it", () => {
    expect(errorFor({ offers: [] })).toEqual({
      code: 'provider_not_available',
      message: 'No provider can serve test.lookup now.',
    })
  })

  it('makes the same plan from the same facts', () => {
    const request = { offers: offers({ a: { price: '0.03' }, b: { price: '0.02', record: brokenRecord() }, c: {} }) }
    expect(planFor(request)).toEqual(planFor({ offers: request.offers.toReversed() }))
  })
})

describe('routing.max_cost excludes dearer offers before money is held', () => {
  const three = offers({ a: { price: '0.01' }, b: { price: '0.02' }, c: { price: '0.03' } })

  it.each([
    ['0.03', ['a', 'b', 'c'], '0.03'],
    ['0.029999', ['a', 'b'], '0.02'],
    ['0.02', ['a', 'b'], '0.02'],
    ['0.01', ['a'], '0.01'],
  ])('%s leaves %j and holds %s', (maxCost, providers, hold) => {
    const plan = planFor({ offers: three, routing: { max_cost: maxCost } })
    expect({ providers: tried(plan), hold: plan.hold }).toEqual({ providers, hold })
  })

  it('refuses with the price that would fit when all are dearer', () => {
    expect(errorFor({ offers: three, routing: { max_cost: '0.009999' } })).toEqual({
      code: 'cost_limit_exceeded',
      controls: ['max_cost'],
      required: '0.01',
      fits_with_max_cost: '0.01',
      message: 'No offer fits under routing.max_cost 0.009999; the cheapest costs 0.01.',
    })
  })

  it('names the price of an offer that could serve, never of one that could not', () => {
    const mixed = offers({
      cheap: { price: '0.01', unusable: 'no platform account' },
      blind: { price: '0.02', requires: [['email']] },
      dear: { price: '0.03' },
    })
    expect(errorFor({ offers: mixed, routing: { max_cost: '0.005' } })).toMatchObject({
      code: 'cost_limit_exceeded',
      fits_with_max_cost: '0.03',
    })
  })

  it("names the pinned provider's own price", () => {
    expect(errorFor({ offers: three, routing: { provider: 'c', max_cost: '0.02' } })).toMatchObject({
      required: '0.03',
      fits_with_max_cost: '0.03',
    })
  })

  it('lets free offers pass under a limit of zero', () => {
    const plan = planFor({ offers: offers({ free: { price: '0' }, paid: {} }), routing: { max_cost: '0.00' } })
    expect({ providers: tried(plan), hold: plan.hold }).toEqual({ providers: ['free'], hold: '0.00' })
  })

  it('judges a metered offer by the requested limit', () => {
    const metered = {
      pricing: { model: 'metered' as const, base: parseUsd('0.01'), perResult: parseUsd('0.002'), defaultLimit: 20 },
    }
    const request = (limit: number) =>
      answerTo({
        offers: offers({ metered }),
        routing: { max_cost: '0.03' },
        capability: { limitField: 'limit' },
        input: { domain: 'example.com', limit },
      })
    expect([request(10).kind, request(11).kind]).toEqual(['plan', 'refused'])
  })
})

describe('how many providers a run may try', () => {
  const five = offers({ a: {}, b: { price: '0.02' }, c: { price: '0.03' }, d: { price: '0.04' }, e: { price: '0.05' } })

  it('is three at most, and holds the most expensive of those three', () => {
    const plan = planFor({ offers: five })
    expect({ providers: tried(plan), hold: plan.hold }).toEqual({ providers: ['a', 'b', 'c'], hold: '0.03' })
  })

  it('holds the most expensive of the first three even when it is not the last of them', () => {
    const plan = planFor({
      offers: offers({
        dear: { price: '0.90', expectedLatencyMs: 1 },
        cheap: { expectedLatencyMs: 2 },
        middle: { price: '0.20', expectedLatencyMs: 3 },
        fourth: { price: '5.00', expectedLatencyMs: 4 },
      }),
      routing: { strategy: 'fastest' },
    })
    expect({ providers: tried(plan), hold: plan.hold }).toEqual({
      providers: ['dear', 'cheap', 'middle'],
      hold: '0.90',
    })
  })

  it('is one without fallback, and holds only its price', () => {
    const plan = planFor({ offers: five, routing: { allow_fallback: false } })
    expect({ providers: tried(plan), hold: plan.hold, pinned: plan.pinned }).toEqual({
      providers: ['a'],
      hold: '0.01',
      pinned: false,
    })
  })

  it('is one when pinned, with or without fallback, and the others are left out', () => {
    for (const allow_fallback of [true, false]) {
      const plan = planFor({ offers: five, routing: { provider: 'd', allow_fallback } })
      expect({ providers: tried(plan), hold: plan.hold, pinned: plan.pinned }).toEqual({
        providers: ['d'],
        hold: '0.04',
        pinned: true,
      })
      expect(plan.excluded.map(({ provider, reason }) => `${provider}: ${reason}`)).toEqual(
        ['a', 'b', 'c', 'e'].map((other) => `${other}: another provider is pinned`),
      )
    }
  })

  it('is none when an unknown provider is pinned, and the others are not reported as failed', () => {
    expect(errorFor({ offers: five, routing: { provider: 'zeta' } })).toEqual({
      code: 'provider_not_available',
      message: 'The pinned provider zeta cannot serve test.lookup now.',
    })
  })
})

describe('circuits', () => {
  const record = brokenRecord()

  it('passes over an open one while another is closed, with the reason', () => {
    const plan = planFor({ offers: offers({ a: { record }, b: { price: '0.05' } }) })
    expect(tried(plan)).toEqual(['b'])
    expect(plan.skipped).toEqual([{ provider: 'a', reason: 'circuit open after repeated failures' }])
  })

  it('fills the three candidates with closed ones', () => {
    const plan = planFor({
      offers: offers({ a: { record }, b: { price: '0.02' }, c: { price: '0.03' }, d: { price: '0.04' } }),
    })
    expect({ providers: tried(plan), hold: plan.hold }).toEqual({ providers: ['b', 'c', 'd'], hold: '0.04' })
  })

  it('tries a provider even when every circuit is open', () => {
    const plan = planFor({ offers: offers({ a: { record }, b: { record, price: '0.02' } }) })
    expect({ providers: tried(plan), skipped: plan.skipped, hold: plan.hold }).toEqual({
      providers: ['a', 'b'],
      skipped: [],
      hold: '0.02',
    })
  })

  it('never skips the only candidate that is left', () => {
    const alone = offers({ a: { record }, b: { unusable: 'no platform account' } })
    expect(tried(planFor({ offers: alone }))).toEqual(['a'])
  })

  it('never skips a pinned provider', () => {
    const plan = planFor({ offers: offers({ a: { record }, b: {} }), routing: { provider: 'a' } })
    expect({ providers: tried(plan), skipped: plan.skipped }).toEqual({ providers: ['a'], skipped: [] })
  })

  it('gives the only attempt to a closed one when there is no fallback', () => {
    expect(
      tried(planFor({ offers: offers({ a: { record }, b: { price: '0.05' } }), routing: { allow_fallback: false } })),
    ).toEqual(['b'])
  })

  it('tries again after the cool-down', () => {
    const cooled = { ...record, lastFailureAgeMs: CIRCUIT_COOLDOWN_MS }
    expect(tried(planFor({ offers: offers({ a: { record: cooled }, b: { price: '0.05' } }) }))).toEqual(['a', 'b'])
  })
})

describe('what the plan fixes when the money is reserved', () => {
  it('marks a candidate whose provider works on its own run as resumable', () => {
    const { candidates } = planFor({ offers: offers({ actors: { repeat: 'resumed' }, lookups: {} }) })
    expect(candidates.map(({ provider, resumable }) => [provider, resumable])).toEqual([
      ['actors', true],
      ['lookups', undefined],
    ])
  })

  it('keeps price, limit, lane, deadline and health of each candidate', () => {
    const slow = {
      expectedLatencyMs: ({ wait }: { readonly wait?: unknown }) => (wait === true ? 60_000 : 1),
      deadlineMs: 90_000,
      price: '0.50',
    }
    const plan = planFor({
      offers: offers({ slow, known: { record: buildRecord() } }),
      input: { domain: 'example.com', wait: true },
      capability: { billing: 'per_call', sends: true },
    })
    expect(plan).toEqual({
      version: 1,
      strategy: 'cheapest',
      pinned: false,
      billing: 'per_call',
      sends: true,
      skipped: [],
      excluded: [],
      hold: '0.50',
      shape: { fields: 'domain', country: null },
      candidates: [
        {
          provider: 'known',
          price: { model: 'flat', amount: '0.01' },
          max_charge: '0.01',
          lane: 'quick',
          deadline_ms: 10_000,
          health: 'healthy',
        },
        {
          provider: 'slow',
          price: { model: 'flat', amount: '0.50' },
          max_charge: '0.50',
          lane: 'slow',
          deadline_ms: 90_000,
          health: 'unknown',
        },
      ],
    })
  })

  it('can be stored and read back as JSON without a change', () => {
    const plan = planFor({ offers: offers({ a: {}, b: { price: '0.02', record: brokenRecord() } }) })
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
  })
})
