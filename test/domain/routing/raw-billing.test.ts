import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { formatUsd, parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import { costWithin, measuredPriceAt, PLATFORM_MULTIPLIER as multiplier } from '../../../domain/money/multiplier.ts'
import { chargeOf, finalAdjustment, firstActorCharge, holdOf } from '../../../domain/routing/raw-billing.ts'

const usd = (text: string | null): bigint | null => (text === null ? null : parseUsd(text))
const must = (text: string): bigint => parseUsd(text)

describe('the hold (Spec 4.3.1)', () => {
  it.each<[string, string | null, string | null, string]>([
    ['estimate x 1.5', '0.10', null, '0.15'],
    ['rounded up at half a microdollar', '0.000001', null, '0.000002'],
    ['rounded up at an odd microdollar', '0.000003', null, '0.000005'],
    ['a free estimate', '0.00', null, '0.00'],
    ['no published rates', null, null, '1.00'],
    ['lowered by max_cost', '0.10', '0.12', '0.12'],
    ['lowered by max_cost below the estimate', '0.10', '0.05', '0.05'],
    ['lowered by max_cost without rates', null, '0.40', '0.40'],
    ['not raised by max_cost', '0.10', '0.50', '0.15'],
    ['not raised by max_cost without rates', null, '9.00', '1.00'],
    ['max_cost at the hold', '0.10', '0.15', '0.15'],
    ['a max_cost of zero', '0.10', '0.00', '0.00'],
    ['a max_cost of zero without rates', null, '0.00', '0.00'],
    ['a free source under a max_cost', '0.00', '0.01', '0.00'],
    ['a large estimate', '999999.99', null, '1499999.985'],
  ])('%s', (_name, estimate, maxCost, hold) => {
    expect(formatUsd(holdOf(usd(estimate), usd(maxCost)))).toBe(hold)
  })
})

describe('the estimate: what the caller pays by the rate card', () => {
  it.each([
    ['0.01', '0.0143'],
    ['0.002', '0.00286'],
    ['0.35', '0.5005'],
    ['0.000001', '0.000002'],
    ['0.000007', '0.000011'],
    ['0.00', '0.00'],
    ['0.0006', '0.000858'],
    ['1.00', '1.43'],
    ['0.000100', '0.000143'],
    ['0.000101', '0.000145'],
  ])('a rate of %s is %s', (rate, estimate) => {
    expect(formatUsd(platformPrice(must(rate)))).toBe(estimate)
  })
})

describe('the charge of a delivered call (Spec 4.3.2)', () => {
  it.each<[string, string | null, string | null, string, string]>([
    ['measured below the hold', '0.05', '0.10', '0.15', '0.0715'],
    ['measured at the hold', '0.10', '0.10', '0.143', '0.143'],
    ['measured a microdollar above the hold', '0.100001', '0.10', '0.143', '0.143'],
    ['measured far above the hold', '5.00', '0.10', '0.15', '0.15'],
    ['measured above max_cost', '0.20', '0.10', '0.05', '0.05'],
    ['measured wins over a higher estimate', '0.01', '0.10', '0.15', '0.0143'],
    ['measured wins over a lower estimate', '0.09', '0.01', '1.00', '0.1287'],
    ['a measured cost of zero', '0.00', '0.10', '0.15', '0.00'],
    ['a measured cost of zero without rates', '0.00', null, '1.00', '0.00'],
    ['no measured cost: the estimate', null, '0.10', '0.15', '0.10'],
    ['no measured cost: the estimate capped by max_cost', null, '0.10', '0.05', '0.05'],
    ['no measured cost and no rates', null, null, '1.00', '0.00'],
    ['half a microdollar is rounded up', '0.000050', '0.10', '0.15', '0.000072'],
    ['below half a microdollar is rounded down', '0.000001', '0.10', '0.15', '0.000001'],
    ['the smallest cost that rounds up', '0.000004', '0.10', '0.15', '0.000006'],
    ['an own key: zero held, zero charged', '0.30', '0.10', '0.00', '0.00'],
    ['a federal source', null, '0.00', '0.00', '0.00'],
    ['a federal source that reports a cost all the same', '0.10', '0.00', '0.00', '0.00'],
  ])('%s', (_name, measured, estimate, hold, charge) => {
    expect(
      formatUsd(chargeOf({ measured: usd(measured), estimate: usd(estimate), hold: must(hold), multiplier })),
    ).toBe(charge)
  })
})

describe('an actor run (Spec 4.3.4, 4.3.5)', () => {
  it.each([
    ['1.00', '0.6993'],
    ['0.143', '0.10'],
    ['0.15', '0.104895'],
    ['0.000001', '0.00'],
    ['0.00', '0.00'],
    ['1.43', '1.00'],
    ['0.0143', '0.01'],
  ])('a hold of %s lets the provider spend %s', (hold, cap) => {
    expect(formatUsd(costWithin(must(hold), multiplier)).startsWith(cap)).toBe(true)
  })

  it.each<[string, string | null, string | null, string, string]>([
    ['the rate card before a report', null, '0.20', '1.00', '0.20'],
    ['the rate card when the report is lower', '0.10', '0.20', '1.00', '0.20'],
    ['the report when it is higher', '0.20', '0.20', '1.00', '0.286'],
    ['equal ones', '0.10', '0.143', '1.00', '0.143'],
    ['the hold caps the rate card', null, '2.00', '1.00', '1.00'],
    ['the hold caps the report', '2.00', '0.20', '1.00', '1.00'],
    ['partial items by the rate card', '0.00', '0.03', '0.15', '0.03'],
    ['nothing known', null, null, '1.00', '0.00'],
    ['no report and no items', '0.00', '0.00', '1.00', '0.00'],
  ])('first charges %s', (_name, measured, estimate, hold, charge) => {
    expect(
      formatUsd(firstActorCharge({ measured: usd(measured), estimate: usd(estimate), hold: must(hold), multiplier })),
    ).toBe(charge)
  })

  it.each([
    ['up, within the hold', '0.20', '0.30', '1.00', '0.229'],
    ['down: the overcharge is refunded', '0.20', '0.10', '1.00', '-0.057'],
    ['up, capped by the hold', '0.20', '3.00', '1.00', '0.80'],
    ['at the hold already', '1.00', '3.00', '1.00', '0.00'],
    ['no change', '0.143', '0.10', '1.00', '0.00'],
    ['down to zero', '0.20', '0.00', '1.00', '-0.20'],
    ['by one microdollar', '0.142999', '0.10', '1.00', '0.000001'],
    ['under a max_cost', '0.04', '0.10', '0.05', '0.01'],
  ])('the final bill adjusts: %s', (_name, charged, finalCost, hold, adjustment) => {
    expect(formatUsd(finalAdjustment(must(charged), must(finalCost), { hold: must(hold), multiplier }))).toBe(
      adjustment,
    )
  })
})

it('never charges above the hold, and a cap that was respected never costs more than the hold', () => {
  const amount = fc.bigInt({ min: 0n, max: 10_000_000_000n })
  const maybe = fc.option(amount, { nil: null })
  const multipliers = fc.bigInt({ min: 10_000n, max: 10_000_000n })
  fc.assert(
    fc.property(maybe, maybe, fc.tuple(amount, multipliers), amount, (measured, estimate, [hold, by], finalCost) => {
      const delivery = { measured, estimate, hold, multiplier: by }
      const first = firstActorCharge(delivery)
      expect(chargeOf(delivery) <= hold && first <= hold).toBe(true)
      const total = first + finalAdjustment(first, finalCost, delivery)
      expect(total >= 0n && total <= hold).toBe(true)
      expect(measuredPriceAt(costWithin(hold, by), by) <= hold).toBe(true)
    }),
  )
})
