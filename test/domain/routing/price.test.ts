import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { formatUsd, parseUsd } from '../../../domain/money/microdollars.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { Pricing } from '../../../domain/providers/manifest.ts'
import { deliveryCharge, maxCharge, noMatchCharge, priceTerms } from '../../../domain/routing/price.ts'
import { buildCandidate } from './build-routing.ts'

const flat: Pricing = { model: 'flat', amount: parseUsd('0.05') }
const metered: Pricing = { model: 'metered', base: parseUsd('0.01'), perResult: parseUsd('0.002'), defaultLimit: 20 }
const byPlatform: Pricing = {
  ...metered,
  byPlatform: {
    linkedin: { base: parseUsd('0.005'), perResult: parseUsd('0.004001') },
    x: { base: 0n, perResult: 1n },
  },
}
/** The candidate that a plan makes of these terms for this limit. */
const candidateOf = (pricing: Pricing, limit: number, more: JsonObject = {}) => {
  const input = { limit, ...more }
  return buildCandidate('one', {
    price: priceTerms(pricing, input),
    max_charge: formatUsd(maxCharge(pricing, input, 'limit')),
  })
}

describe('the most that a call can cost', () => {
  it.each([
    ['a flat price', flat, { limit: 100 }, 'limit', '0.05'],
    ['base and the requested limit', metered, { limit: 5 }, 'limit', '0.02'],
    ['the default limit without a requested one', metered, {}, 'limit', '0.05'],
    ['the default limit when the capability has no limit', metered, { limit: 5 }, undefined, '0.05'],
    ['the default limit when the limit is null', metered, { limit: null }, 'limit', '0.05'],
    ['the limit by its own name', metered, { limit: 5, page_size: 10 }, 'page_size', '0.03'],
    ["the platform's own rates", byPlatform, { platform: 'linkedin', limit: 3 }, 'limit', '0.017003'],
    ["the platform's own rates at the default limit", byPlatform, { platform: 'linkedin' }, 'limit', '0.08502'],
    ['a single microdollar each, exactly', byPlatform, { platform: 'x', limit: 7 }, 'limit', '0.000007'],
    ['the general rates on a platform without its own', byPlatform, { platform: 'reddit', limit: 5 }, 'limit', '0.02'],
    ['the general rates without a platform', byPlatform, { limit: 5 }, 'limit', '0.02'],
    ['the general rates when the platform is no text', byPlatform, { platform: 3, limit: 5 }, 'limit', '0.02'],
    [
      'the general rates for a word that every object knows',
      byPlatform,
      { platform: 'constructor', limit: 5 },
      'limit',
      '0.02',
    ],
    ['a flat price on every platform', flat, { platform: 'linkedin', limit: 5 }, 'limit', '0.05'],
  ] as const)('is %s', (_, pricing, input, field, amount) => {
    expect(formatUsd(maxCharge(pricing, input, field))).toBe(amount)
  })
})

describe('what a delivery costs', () => {
  it.each([
    ['a flat price whatever was delivered', flat, 1, 7, '0.05'],
    ['the base and each result', metered, 10, 3, '0.016'],
    ['the base when nothing was delivered', metered, 10, 0, '0.01'],
    ['the agreed maximum at the limit', metered, 10, 10, '0.03'],
    ['no more than the agreed maximum when more came', metered, 10, 1_000, '0.03'],
  ] as const)('is %s', (_, pricing, limit, units, amount) => {
    expect(formatUsd(deliveryCharge(candidateOf(pricing, limit), { units }))).toBe(amount)
  })

  it.each([
    ['linkedin', 10, 3, '0.017003'],
    ['linkedin', 10, 10, '0.04501'],
    ['linkedin', 10, 11, '0.04501'],
    ['x', 100, 99, '0.000099'],
    ['x', 100, 0, '0.00'],
    ['reddit', 10, 3, '0.016'],
  ])('on %s with limit %i and %i delivered is %s', (platform, limit, units, amount) => {
    expect(formatUsd(deliveryCharge(candidateOf(byPlatform, limit, { platform }), { units }))).toBe(amount)
  })

  it('is never more than what was agreed when the money was reserved', () => {
    const usd = fc.bigInt({ min: 0n, max: 10_000_000n })
    const pricing: fc.Arbitrary<Pricing> = fc.oneof(
      fc.record({ model: fc.constant('flat' as const), amount: usd }),
      fc.record({
        model: fc.constant('metered' as const),
        base: usd,
        perResult: usd,
        defaultLimit: fc.integer({ min: 1, max: 100 }),
      }),
    )
    fc.assert(
      fc.property(pricing, fc.integer({ min: 1, max: 1_000 }), fc.nat(10_000), (terms, limit, units) => {
        const candidate = candidateOf(terms, limit)
        const charge = deliveryCharge(candidate, { units })
        expect(charge >= 0n && charge <= parseUsd(candidate.max_charge)).toBe(true)
      }),
    )
  })
})

describe('what a miss costs', () => {
  it.each([
    ['per_call', flat, '0.05'],
    ['per_call', metered, '0.01'],
    ['on_match', flat, '0.00'],
    ['on_match', metered, '0.00'],
    ['metered', metered, '0.00'],
  ] as const)('%s %o: %s', (billing, pricing, amount) => {
    expect(formatUsd(noMatchCharge(candidateOf(pricing, 10), billing))).toBe(amount)
  })
})

describe('a price as it is stored', () => {
  it('carries strings only, so that it survives JSON', () => {
    expect([priceTerms(flat, {}), priceTerms(metered, {})]).toEqual([
      { model: 'flat', amount: '0.05' },
      { model: 'metered', base: '0.01', per_result: '0.002' },
    ])
  })

  it.each([
    ['linkedin', '0.005', '0.004001'],
    ['x', '0.00', '0.000001'],
    ['reddit', '0.01', '0.002'],
  ])('has, on %s, what the plan needs of it and no price of the other platforms', (platform, base, perResult) => {
    expect(priceTerms(byPlatform, { platform })).toEqual({ model: 'metered', base, per_result: perResult })
  })
})
