import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { LIST_RATES } from '../../../domain/pricing/rates.ts'
import { DATA_REGIONS } from '../../../domain/providers/facts.ts'
import { oneOf } from '../../../domain/providers/field-limits.ts'
import { planRun, type PlanRequest, type RoutedOffer } from '../../../domain/routing/candidates.ts'
import { NO_HITS } from '../../../domain/routing/hits.ts'
import { ATTEMPTS_MAX, type RoutePlan, STRATEGIES } from '../../../domain/routing/plan.ts'
import { type RoutingPolicy, type RoutingRules, rulesOf } from '../../../domain/routing/policy.ts'
import { plannedReason } from '../../../domain/routing/reason.ts'
import { EXPLORE_HOLD_TIMES } from '../../../domain/routing/thresholds.ts'
import { numRunsFor } from '../../support/seed.ts'
import { buildCapability, buildOffer, buildRouting } from './build-routing.ts'

const PROVIDERS = ['a', 'b', 'c', 'd', 'e', 'f']
const LEVELS = ['vp', 'director', 'intern']

const priced = (provider: string, price: string, more: Partial<RoutedOffer> = {}): RoutedOffer => ({
  ...buildOffer(provider, { price }),
  ...more,
})

interface Given {
  readonly offers?: readonly RoutedOffer[]
  readonly routing?: Parameters<typeof buildRouting>[0]
  readonly policy?: readonly RoutingRules[]
  readonly exploringRun?: string
}

const FOUR = [priced('a', '0.01'), priced('b', '0.02'), priced('c', '0.03'), priced('d', '0.04')]

const answerTo = ({ offers = FOUR, routing = {}, policy = [], exploringRun }: Given) =>
  planRun({
    capability: buildCapability({ billing: 'on_match', sends: false }),
    input: { domain: 'example.com' },
    routing: buildRouting(routing),
    policy,
    rates: LIST_RATES,
    offers,
    ...(exploringRun === undefined ? {} : { exploringRun }),
  })

function planOf(given: Given): RoutePlan {
  const answer = answerTo(given)
  if (answer.kind === 'refused') throw new Error(answer.error.message)
  return answer.plan
}

const tried = (plan: RoutePlan): string[] => plan.candidates.map(({ provider }) => provider)
const reasons = ({ excluded }: RoutePlan) =>
  Object.fromEntries(excluded.map(({ provider, reason }) => [provider, reason]))

describe('the rules of a request and of a policy', () => {
  it('narrow together: what one of them leaves out stays out', () => {
    const plan = planOf({
      routing: { ignore: ['a'], only: ['a', 'b', 'c'] },
      policy: [{ ignore: ['b'] }, { only: ['b', 'c', 'd'] }],
    })
    expect(tried(plan)).toEqual(['c'])
    expect(reasons(plan)).toEqual({
      a: 'the request ignores it',
      b: 'the routing policy ignores it',
      d: 'the request allows only a, b, c',
    })
  })

  it('state who allows what: the request never widens the policy, and neither the key', () => {
    const plan = planOf({
      routing: { only: ['a', 'b', 'c'], allowed_providers: ['b', 'c', 'd'] },
      policy: [{ only: ['c', 'd'] }],
    })
    expect(tried(plan)).toEqual(['c'])
    expect(reasons(plan)).toEqual({
      a: 'the API key does not allow it',
      b: 'the routing policy allows only c, d',
      d: 'the request allows only a, b, c',
    })
    expect(answerTo({ routing: { provider: 'a' }, policy: [{ only: ['b'] }] })).toMatchObject({
      kind: 'refused',
      error: { code: 'provider_not_available', message: expect.stringContaining('the routing policy allows only b') },
    })
  })

  it('name three of the providers that a list allows', () => {
    const only = ['b', ...Array.from({ length: 49 }, (_, index) => `p${index}`)]
    expect(reasons(planOf({ routing: { only } }))).toMatchObject({ a: 'the request allows only b, p0, p1 and 47 more' })
  })

  it('require a region that the provider states: silence never fits', () => {
    const offers = [
      priced('a', '0.01', { dataRegion: 'us' }),
      priced('b', '0.02', { dataRegion: null }),
      priced('c', '0.03', { dataRegion: 'eu' }),
    ]
    const plan = planOf({ offers, routing: { require: { data_region: 'eu' } } })
    expect(tried(plan)).toEqual(['c'])
    expect(reasons(plan)).toEqual({ a: 'its data_region is us, not eu', b: 'its data_region is not stated, not eu' })
    expect(
      answerTo({ offers, routing: { require: { data_region: 'eu' } }, policy: [{ require: { data_region: 'us' } }] }),
    ).toMatchObject({ kind: 'refused' })
  })

  it('put the named ones first, in their order, and the others by the strategy', () => {
    expect(tried(planOf({ routing: { order: ['d', 'b'] } }))).toEqual(['d', 'b', 'a'])
    expect(tried(planOf({ routing: { order: ['x', 'd'], ignore: ['d'] } }))).toEqual(['a', 'b', 'c'])
    expect(tried(planOf({ routing: { order: ['d', 'b'], allow_fallback: false } }))).toEqual(['d'])
  })

  it('order by the request before the capability, the group and the default of the policy', () => {
    const policy = [{ order: ['c'] }, { order: ['d'] }]
    expect(tried(planOf({ routing: { order: ['b'] }, policy }))[0]).toBe('b')
    expect(tried(planOf({ policy }))[0]).toBe('c')
    expect(tried(planOf({ policy: [{}, { order: ['d'] }] }))[0]).toBe('d')
  })

  it('order before own keys', () => {
    const own = priced('d', '0.00', { connectionId: 'conn_d' })
    const given = { offers: [...FOUR.slice(0, 3), own] }
    expect(tried(planOf({ ...given, routing: { strategy: 'best_value' } }))[0]).toBe('d')
    expect(tried(planOf({ ...given, routing: { strategy: 'best_value', order: ['b'] } })).slice(0, 2)).toEqual([
      'b',
      'd',
    ])
  })

  it('end exploring where one of them orders', () => {
    const known = priced('a', '0.02', { hits: { ...NO_HITS, first: [{ found: 60, answered: 100 }] } })
    const given = { offers: [known, priced('b', '0.02')], exploringRun: 'run_0000000000' }
    const isExplored = (routing: Given['routing'], policy: Given['policy'] = []): boolean =>
      planOf({ ...given, policy, routing: { strategy: 'best_value', ...routing } }).candidates.some(
        ({ explored }) => explored === true,
      )
    expect(isExplored({})).toBe(true)
    expect(isExplored({ ignore: ['c'] })).toBe(true)
    expect(isExplored({ order: ['a'] })).toBe(false)
    expect(isExplored({}, [{ order: ['a'] }])).toBe(false)
  })

  it('are named in the reason of the run', () => {
    expect(plannedReason(planOf({ routing: { order: ['b'], ignore: ['a'] } }))).toMatch(
      /^b .* was first in the order of the request, .*; excluded: a \(the request ignores it\)\.$/,
    )
    expect(plannedReason(planOf({ policy: [{ order: ['b'] }] }))).toContain('first in the order of the routing policy')
    expect(plannedReason(planOf({ routing: { order: ['x'] } }))).toContain('first by cheapest')
  })
})

describe('the rules that a policy has for a capability', () => {
  const policy: RoutingPolicy = {
    default: { ignore: ['a'] },
    capabilities: { 'contact.*': { ignore: ['b'] }, 'contact.find': { ignore: ['c'] }, 'person.*': { ignore: ['d'] } },
  }

  it.each<[string | null, string[]]>([
    ['contact.find', ['c', 'b', 'a']],
    ['contact.verify', ['b', 'a']],
    ['company.enrich', ['a']],
    ['constructor', ['a']],
    [null, ['a']],
  ])('are the nearest first: %s', (capability, ignored) => {
    expect(rulesOf(policy, capability).flatMap(({ ignore }) => ignore ?? [])).toEqual(ignored)
  })
})

const slugs = fc.uniqueArray(fc.constantFrom(...PROVIDERS, 'unknown'), { minLength: 1 })
const region = fc.constantFrom(...DATA_REGIONS.slice(0, 2))
const rules: fc.Arbitrary<RoutingRules> = fc.record(
  { order: slugs, only: slugs, ignore: slugs, require: fc.record({ data_region: region }) },
  { requiredKeys: [] },
)
const offer = (provider: string): fc.Arbitrary<RoutedOffer> =>
  fc
    .record({
      price: fc.integer({ min: 0, max: 20 }),
      answered: fc.constantFrom(10, 60),
      found: fc.integer({ min: 0, max: 10 }),
      own: fc.boolean(),
      unusable: fc.constantFrom(null, null, null, 'no platform account'),
      dataRegion: fc.option(region),
      takes: fc.option(fc.subarray(LEVELS, { minLength: 1 })),
    })
    .map(({ price, answered, found, own, unusable, dataRegion, takes }) => ({
      ...buildOffer(provider, {
        price: (price / 100).toFixed(2),
        unusable,
        ...(takes === null ? {} : { takes: { level: oneOf(takes) } }),
      }),
      dataRegion,
      hits: { ...NO_HITS, first: [{ found, answered }] },
      ...(own ? { connectionId: `conn_${provider}` } : {}),
    }))

const requests: fc.Arbitrary<PlanRequest> = fc
  .record({
    offers: fc.tuple(...PROVIDERS.map(offer)).chain((all) => fc.subarray(all, { minLength: 1 })),
    level: fc.constantFrom(...LEVELS),
    rules: fc.oneof(fc.constant({}), rules),
    policy: fc.oneof(fc.constant([]), fc.array(rules, { maxLength: 3 })),
    allowed: fc.option(slugs, { nil: undefined }),
    strategy: fc.oneof(fc.constant('best_value' as const), fc.constantFrom(...STRATEGIES)),
    maxCost: fc.option(fc.integer({ min: 0, max: 20 })),
    allow_fallback: fc.constantFrom(true, true, false),
  })
  .map(({ offers, level, policy, allowed, maxCost, ...given }) => ({
    capability: buildCapability({ billing: 'on_match', sends: false }),
    input: { domain: 'example.com', level },
    routing: buildRouting({
      ...given.rules,
      strategy: given.strategy,
      allow_fallback: given.allow_fallback,
      max_cost: maxCost === null ? null : (maxCost / 100).toFixed(2),
      ...(allowed === undefined ? {} : { allowed_providers: allowed }),
    }),
    policy,
    rates: LIST_RATES,
    offers,
    // It explores where it may.
    exploringRun: 'run_0000000000',
  }))

/** What the property states of every plan. */
const holds = (holdsFor: (plan: RoutePlan, request: PlanRequest) => void, among = requests): void => {
  fc.assert(
    fc.property(among, (request) => {
      const answer = planRun(request)
      if (answer.kind === 'plan') holdsFor(answer.plan, request)
    }),
    { numRuns: numRunsFor(3_000) },
  )
}

/** Requests that often explore: without own keys, by best value. */
const exploring = requests.map(({ offers, routing, ...request }): PlanRequest => ({
  ...request,
  offers: offers.map(({ connectionId: _own, ...one }) => one),
  routing: { ...routing, strategy: 'best_value', allow_fallback: true, max_cost: null },
}))

const allRules = ({ routing, policy = [] }: PlanRequest): RoutingRules[] => [routing, ...policy]
const offerOf = ({ offers }: PlanRequest, provider: string): RoutedOffer => {
  const found = offers.find((one) => one.provider === provider)
  if (found === undefined) throw new Error(`${provider} was never offered`)
  return found
}

describe('whatever the offers and the rules, a plan', () => {
  it('has no candidate that cannot serve, or that a rule or the key leaves out', () => {
    holds((plan, request) => {
      for (const provider of tried(plan)) {
        const { unusable, dataRegion, offer: terms } = offerOf(request, provider)
        expect(unusable).toBeNull()
        expect(terms.takes?.['level']?.accepts(request.input['level'] ?? null) ?? true).toBe(true)
        expect(request.routing.allowed_providers?.includes(provider)).not.toBe(false)
        for (const { only, ignore, require } of allRules(request)) {
          expect(only?.includes(provider)).not.toBe(false)
          expect(ignore?.includes(provider)).not.toBe(true)
          if (require?.data_region !== undefined) expect(dataRegion).toBe(require.data_region)
        }
      }
    })
  })

  it('holds no more than max_cost, and no more than its most expensive candidate', () => {
    holds((plan, { routing }) => {
      const charges = plan.candidates.map(({ max_charge: most }) => parseUsd(most))
      for (const charge of charges) expect(charge <= parseUsd(plan.hold)).toBe(true)
      if (routing.max_cost !== null) expect(parseUsd(plan.hold) <= parseUsd(routing.max_cost)).toBe(true)
      expect(charges.length).toBeLessThanOrEqual(routing.allow_fallback ? ATTEMPTS_MAX : 1)
    })
  })

  it('begins with the named providers, in the order of the nearest rule that has one', () => {
    holds((plan, request) => {
      const order = allRules(request).find((one) => one.order !== undefined)?.order ?? []
      const places = tried(plan).map((provider) => (order.includes(provider) ? order.indexOf(provider) : Infinity))
      expect(places).toEqual(places.toSorted((a, b) => (a === b ? 0 : a - b)))
      const out = new Set(plan.excluded.map(({ provider }) => provider))
      const first = order.find(
        (provider) => !out.has(provider) && request.offers.some((one) => one.provider === provider),
      )
      if (first !== undefined) expect(tried(plan)[0]).toBe(first)
    })
  })

  it('is the same in whichever order the offers come', () => {
    holds((plan, request) => {
      const other = planRun({ ...request, offers: request.offers.toReversed() })
      if (other.kind === 'refused') throw new Error('the order of the offers decided')
      expect({ ...other.plan, excluded: sorted(other.plan.excluded) }).toEqual({
        ...plan,
        excluded: sorted(plan.excluded),
      })
    })
  })

  it('explores with one offer at most, for at most twice the hold, and never where a rule orders', () => {
    let times = 0
    holds((plan, request) => {
      const explored = plan.candidates.filter(({ explored: is }) => is === true)
      expect(explored.length).toBeLessThanOrEqual(1)
      if (explored.length === 0) return
      times += 1
      expect(allRules(request).every(({ order }) => order === undefined)).toBe(true)
      const { exploringRun: _run, ...usual } = request
      const without = planRun(usual)
      if (without.kind === 'refused') throw new Error('it explored what it may not call')
      expect(parseUsd(plan.hold) <= parseUsd(without.plan.hold) * EXPLORE_HOLD_TIMES).toBe(true)
    }, exploring)
    expect(times).toBeGreaterThan(0)
  })
})

const sorted = (all: RoutePlan['excluded']) => all.toSorted((a, b) => (a.provider < b.provider ? -1 : 1))
