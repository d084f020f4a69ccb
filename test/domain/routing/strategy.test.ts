import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { OfferRecord } from '../../../domain/routing/health.ts'
import { NO_HITS, type OfferHits } from '../../../domain/routing/hits.ts'
import { STRATEGIES, type Strategy } from '../../../domain/routing/plan.ts'
import { SAMPLE_MIN } from '../../../domain/routing/thresholds.ts'
import { orderBy } from '../../../domain/routing/strategy.ts'
import { findRate, latencyMs, type Weighed } from '../../../domain/routing/weighed.ts'
import { buildRecord } from './build-routing.ts'

/** microdollars, ms, and a record of `successes` out of `calls` or none. */
function offer(
  provider: string,
  maxCharge: bigint,
  expectedLatencyMs: number,
  [successes, calls]: readonly [number, number] = [0, 0],
): Weighed {
  const record = calls === 0 ? undefined : buildRecord({ provider, successes, calls, latencyMsP50: null })
  return { provider, maxCharge, expectedLatencyMs, record }
}

/** Runs that try three offers and pay for matches. */
const ANY = { tries: 3, billing: 'on_match' } as const

const order = (strategy: Strategy, offers: readonly Weighed[]): string =>
  orderBy(strategy, offers, ANY)
    .map(({ provider }) => provider)
    .join(' ')

describe('each strategy ranks first what it is named for', () => {
  const cheap = offer('cheap', 10_000n, 9_000, [70, 100])
  const fast = offer('fast', 90_000n, 200, [80, 100])
  const sure = offer('sure', 80_000n, 5_000, [999, 1_000])
  const offers = [sure, cheap, fast]

  it.each([
    ['cheapest', 'cheap sure fast'],
    ['fastest', 'fast sure cheap'],
    ['highest_success_rate', 'sure fast cheap'],
    ['best_value', 'cheap fast sure'],
  ] as const)('%s: %s', (strategy, expected) => {
    expect(order(strategy, offers)).toBe(expected)
  })

  it('best_value pays for a sure answer rather than a rare one, and for a quick one', () => {
    const twiceAsDearButSure = offer('sure', 20_000n, 1_000, [995, 1_000])
    const cheapButRarelyThere = offer('rare', 10_000n, 1_000, [400, 1_000])
    const cheapButSlow = offer('slow', 10_000n, 60_000, [995, 1_000])
    expect(order('best_value', [cheapButSlow, cheapButRarelyThere, twiceAsDearButSure])).toBe('sure rare slow')
  })

  it('best_value still orders free offers', () => {
    expect(order('best_value', [offer('a', 0n, 5_000), offer('b', 0n, 100), offer('c', 0n, 100, [100, 1_000])])).toBe(
      'b c a',
    )
  })
})

describe('ties', () => {
  it.each<[Strategy, string, readonly Weighed[], string]>([
    ['cheapest', 'by name when all else is equal', [offer('b', 1n, 1), offer('a', 1n, 1)], 'a b'],
    ['cheapest', 'by success before speed', [offer('a', 1n, 1, [50, 100]), offer('b', 1n, 9, [99, 100])], 'b a'],
    ['cheapest', 'by speed when success is equal', [offer('a', 1n, 9), offer('b', 1n, 1)], 'b a'],
    ['fastest', 'by success before price', [offer('a', 1n, 1, [50, 100]), offer('b', 9n, 1, [99, 100])], 'b a'],
    ['fastest', 'by price when success is equal', [offer('a', 9n, 1), offer('b', 1n, 1)], 'b a'],
    ['highest_success_rate', 'by price before speed', [offer('a', 9n, 1), offer('b', 1n, 9)], 'b a'],
    ['highest_success_rate', 'by speed when the price is equal', [offer('a', 1n, 9), offer('b', 1n, 1)], 'b a'],
    ['best_value', 'by price', [offer('a', 100n, 1), offer('b', 50n, 1)], 'b a'],
    ['best_value', 'by name when all else is equal', [offer('b', 1n, 1), offer('a', 1n, 1)], 'a b'],
  ])('of %s are broken %s', (strategy, _, offers, expected) => {
    expect(order(strategy, offers)).toBe(expected)
  })
})

describe('an offer without calls', () => {
  it('comes before one that is known to fail, and after one that is proven', () => {
    expect(
      order('cheapest', [offer('bad', 1n, 1, [30, 100]), offer('new', 1n, 1), offer('good', 1n, 1, [99, 100])]),
    ).toBe('good new bad')
  })

  it('is known by its month when it was not called within the hour', () => {
    const counted = buildRecord({
      calls: 0,
      successes: 0,
      latencyMsP50: null,
      month: { found: 500, missed: 0, failures: 2, latency: [0, 0, 9] },
    })
    const known: Weighed = { ...offer('known', 1n, 9_000), record: counted }
    expect(order('highest_success_rate', [offer('new', 1n, 1), known])).toBe('known new')
    expect(latencyMs(known)).toBe(22)
  })
})

describe('small samples do not look perfect', () => {
  it(`rates no provider that was called fewer than ${SAMPLE_MIN} times`, () => {
    for (let calls = 1; calls < SAMPLE_MIN; calls += 1) {
      for (let successes = 0; successes <= calls; successes += 1) {
        expect(findRate(offer('few', 1n, 1, [successes, calls]))).toBe(findRate(offer('new', 1n, 1)))
      }
    }
  })

  it.each([
    [
      [9, 9],
      [95, 100],
    ],
    [
      [10, 10],
      [95, 100],
    ],
    [
      [20, 20],
      [990, 1_000],
    ],
    [
      [1, 1],
      [95, 100],
    ],
  ] as const)('ranks %j behind %j', (few, many) => {
    expect(order('highest_success_rate', [offer('few', 1n, 1, few), offer('many', 9n, 9, many)])).toBe('many few')
  })

  it('does not condemn a new provider for its first failure', () => {
    expect(findRate(offer('unlucky', 1n, 1, [0, 1]))).toBe(findRate(offer('new', 1n, 1)))
  })

  it('takes the measured latency over the expected one', () => {
    const measured: Weighed = { ...offer('a', 1n, 10), record: buildRecord({ latencyMsP50: 4_000 }) }
    expect([latencyMs(measured), latencyMs(offer('b', 1n, 10))]).toEqual([4_000, 10])
  })
})

describe('the order', () => {
  const weighed: fc.Arbitrary<Weighed> = fc.record({
    provider: fc.string({ minLength: 1, maxLength: 4 }),
    maxCharge: fc.oneof(fc.bigInt({ min: 0n, max: 3n }), fc.bigInt({ min: 0n, max: 2n ** 62n })),
    expectedLatencyMs: fc.integer({ min: 1, max: 60_000 }),
    record: fc.option(
      fc
        .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }))
        .map(([successes, failures]): OfferRecord =>
          buildRecord({ successes, calls: successes + failures, latencyMsP50: null }),
        ),
      { nil: undefined },
    ),
  })
  const distinct = fc.uniqueArray(weighed, { selector: ({ provider }) => provider, maxLength: 8 })

  it('does not depend on the order in which offers arrive, and keeps every one of them', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STRATEGIES), distinct, fc.func(fc.nat()), (strategy, offers, rank) => {
        const shuffled = offers.toSorted((a, b) => rank(a.provider) - rank(b.provider))
        const ordered = orderBy(strategy, offers, ANY)
        expect(orderBy(strategy, shuffled, ANY)).toEqual(ordered)
        expect(new Set(ordered)).toEqual(new Set(offers))
        expect(ordered).toHaveLength(offers.length)
      }),
    )
  })

  it('does not change the list that it gets', () => {
    const offers = [offer('b', 2n, 1), offer('a', 1n, 1)]
    orderBy('cheapest', offers, ANY)
    expect(offers.map(({ provider }) => provider)).toEqual(['b', 'a'])
  })

  it('never places a dearer offer before a cheaper one under cheapest, however large the amounts', () => {
    fc.assert(
      fc.property(distinct, (offers) => {
        const prices = orderBy('cheapest', offers, ANY).map(({ maxCharge }) => maxCharge)
        expect(prices.every((price, index) => index === 0 || price >= (prices[index - 1] ?? 0n))).toBe(true)
      }),
    )
  })

  it('improves with every further success at the same number of calls, under any strategy', () => {
    fc.assert(
      fc.property(fc.integer({ min: SAMPLE_MIN, max: 500 }), fc.nat(), (calls, seed) => {
        const successes = seed % calls
        const worse = offer('worse', 5n, 5, [successes, calls])
        const better = offer('zz better', 5n, 5, [successes + 1, calls])
        expect(findRate(better)).toBeGreaterThan(findRate(worse))
        for (const strategy of STRATEGIES) expect(order(strategy, [worse, better])).toBe('zz better worse')
      }),
    )
  })
})

describe('an offer that always finds what another misses', () => {
  const never: OfferHits = {
    first: [{ found: 0, answered: 50 }],
    recent: { found: 0, answered: 28 },
    after: new Map(),
  }
  const always = (first: OfferHits['first'] = []): OfferHits => ({
    first,
    recent: NO_HITS.recent,
    after: new Map([['a-misser', { found: 50, answered: 50 }]]),
  })
  const misser: Weighed = { ...offer('a-misser', 20_000n, 5, [50, 50]), hits: never }
  const finder = (hits: OfferHits, price = 34_000n): Weighed => ({ ...offer('finder', price, 5, [54, 54]), hits })

  it.each<Strategy>(['best_value', 'highest_success_rate'])(
    'is first by %s, although it has rarely been first',
    (by) => {
      for (const first of [[], [{ found: 4, answered: 4 }], [{ found: 0, answered: 2 }]])
        expect(order(by, [misser, finder(always(first))])).toBe('finder a-misser')
    },
  )

  it('is not taken to find all where the other finds most', () => {
    const most: OfferHits = { ...never, first: [{ found: 950, answered: 1_000 }], recent: { found: 26, answered: 28 } }
    const rare = { ...finder(always([{ found: 30, answered: 100 }])) }
    expect(findRate(rare, [{ ...misser, hits: most }])).toBeLessThan(0.6)
    expect(findRate(rare, [misser])).toBeGreaterThan(0.75)
  })

  it('follows a cheap offer that finds now and then, where that is worth its wait', () => {
    const cheap: Weighed = {
      ...offer('a-misser', 1_000n, 5, [50, 50]),
      hits: { ...never, first: [{ found: 400, answered: 1_000 }], recent: { found: 11, answered: 28 } },
    }
    expect(order('best_value', [cheap, finder(always([{ found: 50, answered: 60 }]), 90_000n)])).toBe('a-misser finder')
  })
})
