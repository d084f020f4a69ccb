import { describe, expect, it } from '@jest/globals'
import { LIST_RATES } from '../../../domain/pricing/rates.ts'
import { planRun, type RoutedOffer } from '../../../domain/routing/candidates.ts'
import type { RoutePlan } from '../../../domain/routing/plan.ts'
import { plannedReason } from '../../../domain/routing/reason.ts'
import type { HoldRefusal } from '../../../domain/routing/refusal.ts'
import { buildCapability, buildOffer, buildRecord, buildRouting, type OfferTerms } from './build-routing.ts'

const offers = (terms: Readonly<Record<string, OfferTerms>>): RoutedOffer[] =>
  Object.entries(terms).map(([provider, of]) => buildOffer(provider, of))

const answerTo = (
  of: readonly RoutedOffer[],
  refusal?: HoldRefusal,
  routing: Parameters<typeof buildRouting>[0] = {},
) =>
  planRun({
    offers: of,
    input: { domain: 'example.com' },
    routing: buildRouting(routing),
    capability: buildCapability(),
    rates: LIST_RATES,
    ...(refusal === undefined ? {} : { refusal }),
  })

function planFor(...args: Parameters<typeof answerTo>): RoutePlan {
  const answer = answerTo(...args)
  if (answer.kind === 'refused') throw new Error(answer.error.message)
  return answer.plan
}

const tried = ({ candidates }: RoutePlan): string[] => candidates.map(({ provider }) => provider)

describe('a hold that a control refuses leaves out the offers above what is left', () => {
  const three = offers({ a: { price: '0.01' }, b: { price: '0.02' }, c: { price: '0.03' } })
  const refusals: readonly (readonly [HoldRefusal, string])[] = [
    [{ control: 'balance', available: '0.02', limit: null }, 'is more than the 0.02 available in the wallet'],
    [
      { control: 'per_run_limit', available: '9.00', limit: '0.02' },
      'is more than the 0.02 that a single run may hold',
    ],
    [
      { control: 'daily_limit', available: '9.00', limit: '1.00', left: '0.02' },
      'is more than the 0.02 left of the daily cap',
    ],
    [
      { control: 'key_budget', available: '9.00', limit: '1.00', left: '0.02' },
      'is more than the 0.02 left of the budget of this key or app',
    ],
    [
      { control: 'job_ceiling', available: '9.00', limit: '1.00', left: '0.02' },
      'is more than the 0.02 left of the ceiling of its job',
    ],
  ]

  it.each(refusals.map(([refusal, words]) => [refusal.control, refusal, words] as const))(
    'of %s, with the reason',
    (_, refusal, words) => {
      const plan = planFor(three, refusal)
      expect({ providers: tried(plan), hold: plan.hold, excluded: plan.excluded }).toEqual({
        providers: ['a', 'b'],
        hold: '0.02',
        excluded: [{ provider: 'c', reason: `0.03 ${words}` }],
      })
      expect(plannedReason(plan)).toContain(`excluded: c (0.03 ${words})`)
    },
  )

  it('of a wallet that owes something leaves what holds nothing', () => {
    const refusal: HoldRefusal = { control: 'receivable', available: '0.00', limit: '3.00' }
    const plan = planFor(offers({ free: { price: '0' }, paid: {} }), refusal)
    expect({ providers: tried(plan), excluded: plan.excluded }).toEqual({
      providers: ['free'],
      excluded: [{ provider: 'paid', reason: '0.01 cannot be held, because the wallet owes 3.00' }],
    })
  })

  it('takes an offer that was not among the first three', () => {
    const refusal: HoldRefusal = { control: 'balance', available: '0.01', limit: null }
    const finds = (price: string, successes: number) => ({ price, record: buildRecord({ successes }) })
    const four = offers({ a: finds('0.05', 100), b: finds('0.04', 99), c: finds('0.03', 98), d: finds('0.01', 50) })
    expect(tried(planFor(four, undefined, { strategy: 'highest_success_rate' }))).toEqual(['a', 'b', 'c'])
    expect(tried(planFor(four, refusal, { strategy: 'highest_success_rate' }))).toEqual(['d'])
  })

  it('names the hold of the cheapest where none fits', () => {
    const refusal: HoldRefusal = { control: 'balance', available: '0.009999', limit: null }
    expect(answerTo(three, refusal)).toMatchObject({ kind: 'refused', error: { required: '0.01' } })
  })
})
