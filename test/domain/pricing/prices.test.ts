import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { formatUsd, parseUsd } from '../../../domain/money/microdollars.ts'
import { formatMultiplier, PLATFORM_MULTIPLIER, priceAt } from '../../../domain/money/multiplier.ts'
import { LIST_RATES, type Rates, parseTerms } from '../../../domain/pricing/rates.ts'
import { priceReason, pricingOf, rawMultiplier } from '../../../domain/pricing/prices.ts'
import type { Pricing } from '../../../domain/providers/manifest.ts'
import { ratesByPlatform, shownAmount } from '../../../domain/routing/price.ts'
import { PLANS } from '../../../domain/tables/limits.ts'
import { buildOffer } from '../routing/build-routing.ts'

const usd = parseUsd
const flat: Pricing = { model: 'flat', amount: usd('0.05') }
const odd: Pricing = { model: 'flat', amount: usd('0.000143') }
const metered: Pricing = { model: 'metered', base: usd('0.01'), perResult: usd('0.002'), defaultLimit: 20 }
const byPlatform: Pricing = {
  ...metered,
  byPlatform: { linkedin: { base: usd('0.005'), perResult: usd('0.004001') }, x: { base: 0n, perResult: 1n } },
}
const free: Pricing = { model: 'flat', amount: 0n }
const freeMetered: Pricing = { model: 'metered', base: 0n, perResult: 0n, defaultLimit: 5 }

const rates = (plan: Rates['plan'], negotiated: Rates['negotiated'] = {}): Rates => ({ plan, negotiated })
const priced = (pricing: Pricing, of: Rates) => pricingOf(buildOffer('hunter', { pricing }), of)
const shown = (pricing: Pricing, of: Rates): string => formatUsd(shownAmount(priced(pricing, of), []))

describe('what an offer costs a workspace', () => {
  const CAPABILITY = 'test.lookup'
  const OFFER = 'test.lookup@hunter'
  it.each<[string, Pricing, Rates, string]>([
    ['pay per call: the list price', flat, LIST_RATES, '0.05'],
    ['Plus: ten percent less', flat, rates('plus'), '0.045'],
    ['Pro: fifteen percent less', flat, rates('pro'), '0.0425'],
    ['Scale: twenty percent less', flat, rates('scale'), '0.04'],
    ['rounded up to the microdollar', odd, rates('plus'), '0.000129'],
    ['a single microdollar stays one', { model: 'flat', amount: 1n }, rates('scale'), '0.000001'],
    ['metered: base and results', metered, rates('plus'), '0.045'],
    ['free stays free on every plan', free, rates('plus'), '0.00'],
    ['free stays free at any agreed rate', free, rates('pay_per_call', { [CAPABILITY]: '0.10' }), '0.00'],
    ['free by results stays free', freeMetered, rates('pay_per_call', { [OFFER]: '0.10' }), '0.00'],
    ['an amount for the capability wins over the plan', flat, rates('scale', { [CAPABILITY]: '0.03' }), '0.03'],
    ['an amount may be above list', flat, rates('scale', { [CAPABILITY]: '0.09' }), '0.09'],
    ['an amount of zero', flat, rates('plus', { [CAPABILITY]: '0.00' }), '0.00'],
    ['an amount makes a metered price flat', metered, rates('plus', { [CAPABILITY]: '0.03' }), '0.03'],
    ["a share of the list price, not of the plan's price", flat, rates('scale', { [CAPABILITY]: '50%' }), '0.025'],
    ['a share above the list price', flat, rates('scale', { [CAPABILITY]: '120%' }), '0.06'],
    ['a share with hundredths of a percent', flat, rates('plus', { [CAPABILITY]: '33.33%' }), '0.016665'],
    ["a share of each of a metered price's rates", metered, rates('plus', { [CAPABILITY]: '50%' }), '0.025'],
    [
      "the provider's own rate wins over the capability's",
      flat,
      rates('plus', { [CAPABILITY]: '0.03', [OFFER]: '0.02' }),
      '0.02',
    ],
    ["another provider's rate does not apply", flat, rates('plus', { 'test.lookup@apollo': '0.02' }), '0.045'],
    ["another capability's rate does not apply", flat, rates('plus', { 'other.lookup': '0.02' }), '0.045'],
    ['a rate of its raw endpoints does not apply', flat, rates('plus', { 'raw:hunter': 'x1.1' }), '0.045'],
  ])('%s', (_, pricing, of, amount) => {
    expect(shown(pricing, of)).toBe(amount)
  })

  it('scales the rates of every platform, each rounded up by itself', () => {
    const found = ratesByPlatform(priced(byPlatform, rates('plus')), ['linkedin', 'x', 'reddit'])
    expect(
      Object.fromEntries(
        [...(found ?? [])].map(([platform, { base, perResult }]) => [
          platform,
          [formatUsd(base), formatUsd(perResult)],
        ]),
      ),
    ).toEqual({
      linkedin: ['0.0045', '0.003601'],
      x: ['0.00', '0.000001'],
      reddit: ['0.009', '0.0018'],
    })
  })

  it('leaves calls through a connection unmetered at any agreed rate', () => {
    const own = { ...buildOffer('hunter', { pricing: free }), connectionId: 'conn_1' }
    expect(pricingOf(own, rates('plus', { [CAPABILITY]: '0.10', [OFFER]: '200%' }))).toEqual(free)
  })

  it('is never negative, never above list by a plan, and never higher on a larger plan', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10_000_000n }), (amount) => {
        const amounts = PLANS.map((plan) => shownAmount(priced({ model: 'flat', amount }, rates(plan)), []))
        expect(amounts.every((one) => one >= 0n && one <= amount && one > 0n === amount > 0n)).toBe(true)
        expect(amounts).toEqual(amounts.toSorted((a, b) => (a > b ? -1 : 1)))
      }),
    )
  })
})

describe("the multiplier of a raw call's cost", () => {
  it.each<[string, Rates, string]>([
    ['list', LIST_RATES, '1.43'],
    ['Plus', rates('plus'), '1.287'],
    ['Pro', rates('pro'), '1.2155'],
    ['Scale', rates('scale'), '1.144'],
    ['a multiplier', rates('scale', { 'raw:hunter': 'x1.2' }), '1.2'],
    ['a multiplier above list', rates('scale', { 'raw:hunter': 'x2' }), '2'],
    ["a share of list, not of the plan's multiplier", rates('scale', { 'raw:hunter': '50%' }), '0.715'],
    ["another provider's", rates('plus', { 'raw:apollo': 'x1.1' }), '1.287'],
    ["the capability's rate, which does not apply", rates('plus', { 'test.lookup@hunter': '0.02' }), '1.287'],
  ])('%s', (_, of, multiplier) => {
    expect(formatMultiplier(rawMultiplier('hunter', of))).toBe(multiplier)
  })

  it('never lets a plan sell a call below its cost', () => {
    for (const plan of PLANS) expect(rawMultiplier('hunter', rates(plan)) > 1_000_000n).toBe(true)
    expect(priceAt(1_000_000n, PLATFORM_MULTIPLIER)).toBe(1_430_000n)
  })
})

describe('a price that differs from the list price names the reason', () => {
  const offer = buildOffer('hunter')
  it.each<[Rates, string | null, string | null]>([
    [LIST_RATES, null, null],
    [rates('plus'), 'Plus: 10 % off the list price.', 'Plus: 10 % off the list price.'],
    [rates('plus', { 'test.lookup': '0.01' }), 'Your negotiated rate.', 'Plus: 10 % off the list price.'],
    [rates('plus', { 'raw:hunter': '90%' }), 'Plus: 10 % off the list price.', 'Your negotiated rate.'],
  ])('%o', (of, routed, raw) => {
    expect([priceReason(offer, of), priceReason({ rawOf: 'hunter' }, of)]).toEqual([routed, raw])
  })
})

describe('the grammar of rates', () => {
  it.each(['0', '0.02', '12.345678', '1%', '85%', '100.01%', '1000%', 'x1', 'x1.2', 'x0.01', 'x10', 'x1.234567'])(
    '%s is one',
    (text) => {
      expect(parseTerms(text)).not.toBeNull()
    },
  )

  it.each([
    '',
    '-0.02',
    '+10%',
    '0.0000001',
    '0%',
    '0.99%',
    '1000.01%',
    '85 %',
    '85.123%',
    'x0',
    'x0.009999',
    'x10.000001',
    '1.2x',
    'X1.2',
    'free',
    '1e3',
    ' 0.02',
  ])('%p is refused', (text) => {
    expect(parseTerms(text)).toBeNull()
  })
})
