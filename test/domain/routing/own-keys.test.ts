import { describe, expect, it } from '@jest/globals'
import { planRun, type RoutedOffer } from '../../../domain/routing/candidates.ts'
import { type RoutePlan, STRATEGIES } from '../../../domain/routing/plan.ts'
import { deliveryCharge, noMatchCharge } from '../../../domain/routing/price.ts'
import { plannedReason } from '../../../domain/routing/reason.ts'
import { LIST_RATES } from '../../../domain/pricing/rates.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import {
  brokenRecord,
  buildCapability,
  buildOffer,
  buildRecord,
  buildRouting,
  type OfferTerms,
} from './build-routing.ts'

const own = (provider: string, terms: OfferTerms = {}): RoutedOffer => ({
  ...buildOffer(provider, { ...terms, pricing: { model: 'flat', amount: 0n } }),
  connectionId: `conn_${provider}`,
})

const answerTo = (
  offers: readonly RoutedOffer[],
  routing: Parameters<typeof buildRouting>[0] = {},
  billing: RoutePlan['billing'] = 'on_match',
) =>
  planRun({
    offers,
    input: { domain: 'example.com' },
    routing: buildRouting(routing),
    capability: buildCapability({ billing }),
    rates: LIST_RATES,
  })

function planFor(...args: Parameters<typeof answerTo>): RoutePlan {
  const answer = answerTo(...args)
  if (answer.kind === 'refused') throw new Error(answer.error.message)
  return answer.plan
}

const tried = ({ candidates }: RoutePlan) =>
  candidates.map(({ provider, connection_id: by }) => (by === undefined ? provider : `${provider} by ${by}`))

describe('an own key that its provider has rejected', () => {
  const rejected = (provider: string): RoutedOffer => ({
    ...own(provider),
    unusable: 'your own key there is rejected (HTTP 401): connect a new one',
    keyRejected: true,
  })
  const planned = (
    offers: readonly RoutedOffer[],
    rejectedKey: 'stop' | 'pay_others',
    routing: Parameters<typeof buildRouting>[0] = {},
  ) =>
    planRun({
      offers,
      input: { domain: 'example.com' },
      routing: buildRouting(routing),
      capability: buildCapability(),
      rates: LIST_RATES,
      rejectedKey,
    })

  it('leaves no provider that charges, and states what to do', () => {
    expect(planned([rejected('a'), buildOffer('b')], 'stop')).toEqual({
      kind: 'refused',
      error: { code: 'provider_not_available', message: expect.stringContaining('POST /v1/connections/a') },
    })
  })

  it('leaves another own key, which costs nothing', () => {
    const answer = planned([rejected('a'), own('b'), buildOffer('c')], 'stop')
    expect(answer).toMatchObject({
      kind: 'plan',
      plan: { hold: '0.00', candidates: [{ provider: 'b' }], stops_at_rejected_key: true },
    })
  })

  it('is replaced by others that charge where the policy states it', () => {
    expect(planned([rejected('a'), buildOffer('b')], 'pay_others')).toMatchObject({
      kind: 'plan',
      plan: { candidates: [{ provider: 'b' }] },
    })
  })

  it('changes nothing where it would not come first, or cannot serve the input', () => {
    const offers = [rejected('a'), buildOffer('b')]
    expect(planned(offers, 'stop', { order: ['b'] })).toMatchObject({
      kind: 'plan',
      plan: { candidates: [{ provider: 'b' }] },
    })
    const unfit = { ...rejected('a'), offer: { ...rejected('a').offer, requires: [['email']] } }
    expect(planned([unfit, buildOffer('b')], 'stop').kind).toBe('plan')
  })
})

describe('a connected key', () => {
  it('replaces the platform account of its provider: one attempt for each provider', () => {
    const offers = [buildOffer('a'), own('a'), buildOffer('b', { price: '0.02' })]
    expect(tried(planFor(offers))).toEqual(['a by conn_a', 'b'])
    expect(tried(planFor(offers.toReversed()))).toEqual(['a by conn_a', 'b'])
  })

  it('serves where the platform has no account at all', () => {
    expect(tried(planFor([buildOffer('a', { unusable: 'no platform account' }), own('a')]))).toEqual(['a by conn_a'])
  })

  it('competes as any other offer: first by price, not always by speed and success', () => {
    const offers = [
      own('own', { expectedLatencyMs: 900, record: buildRecord({ successes: 60 }) }),
      buildOffer('fast', { price: '0.02', expectedLatencyMs: 100, record: buildRecord({ latencyMsP50: 100 }) }),
    ]
    const first = Object.fromEntries(STRATEGIES.map((strategy) => [strategy, tried(planFor(offers, { strategy }))[0]]))
    expect(first).toEqual({
      cheapest: 'own by conn_own',
      fastest: 'fast',
      highest_success_rate: 'fast',
      best_value: 'own by conn_own',
    })
  })

  it('comes first by best value also where it is slower and finds less', () => {
    const slow = own('own', { expectedLatencyMs: 30_000, record: buildRecord({ latencyMsP50: 30_000 }) })
    const offers = [buildOffer('quick', { price: '0.001', record: buildRecord({ latencyMsP50: 10 }) }), slow]
    expect(tried(planFor(offers, { strategy: 'best_value' }))).toEqual(['own by conn_own', 'quick'])
  })

  it('is used by a run that pins its provider, and by no run that pins another', () => {
    const offers = [buildOffer('a'), own('a'), buildOffer('b')]
    expect(tried(planFor(offers, { provider: 'a' }))).toEqual(['a by conn_a'])
    expect(tried(planFor(offers, { provider: 'b' }))).toEqual(['b'])
  })

  it.each<RoutePlan['billing']>(['on_match', 'per_call', 'metered'])(
    'holds and charges zero, whichever way the capability bills: %s',
    (billing) => {
      const plan = planFor([own('a'), buildOffer('a')], {}, billing)
      const [candidate] = plan.candidates
      if (candidate === undefined) throw new Error('no candidate')
      expect([plan.hold, candidate.max_charge, candidate.price]).toEqual([
        '0.00',
        '0.00',
        { model: 'flat', amount: '0.00' },
      ])
      expect([
        deliveryCharge(candidate, { units: 1 }),
        deliveryCharge(candidate, { units: 100 }),
        noMatchCharge(candidate, billing),
      ]).toEqual([0n, 0n, 0n])
    },
  )

  it('costs zero with fallbacks with a price: the hold is theirs', () => {
    const plan = planFor([own('a'), buildOffer('b', { price: '0.05' }), buildOffer('c', { price: '0.02' })])
    expect([plan.hold, tried(plan)]).toEqual(['0.05', ['a by conn_a', 'c', 'b']])
  })

  it('fits under any max_cost', () => {
    expect(tried(planFor([own('a'), buildOffer('a'), buildOffer('b')], { max_cost: '0.00' }))).toEqual(['a by conn_a'])
  })

  it('never gives way to a paid call of the same provider while it cannot be used', () => {
    const used = own('a', { unusable: 'your own account there is used up or refuses its key for now' })
    expect(answerTo([buildOffer('a'), used], { provider: 'a' })).toMatchObject({
      kind: 'refused',
      error: { code: 'provider_not_available', message: expect.stringContaining('your own account there is used up') },
    })
    const plan = planFor([buildOffer('a'), used, buildOffer('b')])
    expect([tried(plan), plan.excluded]).toEqual([
      ['b'],
      [{ provider: 'a', reason: 'your own account there is used up or refuses its key for now' }],
    ])
  })

  it('needs the same inputs as the offer that it replaces', () => {
    expect(answerTo([buildOffer('a'), own('a', { requires: [['email']] })])).toMatchObject({ kind: 'refused' })
  })

  it('is skipped like any other while its provider fails', () => {
    const plan = planFor([own('a', { record: brokenRecord() }), buildOffer('b')])
    expect([tried(plan), plan.skipped.map(({ provider }) => provider)]).toEqual([['b'], ['a']])
  })
})

describe('the reasons of the plan', () => {
  it("state that the workspace's connection was used", () => {
    expect(plannedReason(planFor([own('a'), buildOffer('a'), buildOffer('b', { price: '0.02' })]))).toBe(
      'a (your own key, not metered, health unknown) was first by cheapest, before b (at most 0.02, health unknown).',
    )
    expect(plannedReason(planFor([own('a'), buildOffer('b')], { provider: 'a' }))).toBe(
      'a (your own key, not metered, health unknown) was pinned by the request.',
    )
  })

  it('name the connection and no part of its credential, and survive storage', () => {
    const plan = planFor([own('a'), buildOffer('b', { price: '0.02' })])
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
    expect(plan.candidates[0]).toEqual({
      provider: 'a',
      price: { model: 'flat', amount: '0.00' },
      max_charge: '0.00',
      lane: 'quick',
      deadline_ms: 10_000,
      health: 'unknown',
      connection_id: 'conn_a',
    })
    expect(Object.keys(plan.candidates[1] ?? {})).not.toContain('connection_id')
  })

  it('do not change for a workspace without connections', () => {
    const offers = [buildOffer('a', { price: '0.03' }), buildOffer('b')]
    expect(planFor(offers).hold).toBe('0.03')
    expect(parseUsd(planFor(offers).candidates[0]?.max_charge ?? '')).toBe(parseUsd('0.01'))
  })
})
