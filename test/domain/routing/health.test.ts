import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  circuitIsOpen,
  HEALTH_STATUSES,
  healthStatus,
  type MonthRecord,
  reliability,
} from '../../../domain/routing/health.ts'
import { wilsonLowerBound } from '../../../domain/routing/wilson.ts'
import { bestHealth, shownHealth } from '../../../domain/routing/health-shown.ts'
import { CIRCUIT_COOLDOWN_MS, CIRCUIT_FAILURES, SAMPLE_MIN } from '../../../domain/routing/thresholds.ts'
import { buildRecord } from './build-routing.ts'

const HOUR_MS = 3_600_000
const UNCONFIRMED = { lastSuccessAgeMs: HOUR_MS + 1 }
const tally = fc
  .integer({ min: 1, max: 5_000 })
  .chain((calls) => fc.tuple(fc.integer({ min: 0, max: calls }), fc.constant(calls)))

describe("Wilson's lower bound", () => {
  // Published values of the 95 % interval without continuity correction.
  it.each([
    [0, 0, 0],
    [0, 10, 0],
    [1, 1, 0.2065],
    [5, 10, 0.2366],
    [10, 10, 0.7225],
    [95, 100, 0.8882],
    [100, 100, 0.963],
    [980, 1_000, 0.9693],
  ])('of %i out of %i is %d', (successes, calls, bound) => {
    expect(wilsonLowerBound(successes, calls)).toBeCloseTo(bound, 3)
  })

  it('lies between zero and the raw rate, and below it wherever there were calls', () => {
    fc.assert(
      fc.property(tally, ([successes, calls]) => {
        const bound = wilsonLowerBound(successes, calls)
        expect(bound).toBeGreaterThanOrEqual(0)
        expect(bound).toBeLessThanOrEqual(successes / calls)
        expect(bound).toBeLessThan(1)
      }),
    )
  })

  it('grows with the number of calls at the same rate', () => {
    fc.assert(
      fc.property(tally, fc.integer({ min: 2, max: 50 }), ([successes, calls], times) => {
        fc.pre(successes > 0)
        expect(wilsonLowerBound(successes * times, calls * times)).toBeGreaterThan(wilsonLowerBound(successes, calls))
      }),
    )
  })

  it('grows with every success and falls with every failure', () => {
    fc.assert(
      fc.property(tally, ([successes, calls]) => {
        expect(wilsonLowerBound(successes + 1, calls + 1)).toBeGreaterThan(wilsonLowerBound(successes, calls))
        expect(wilsonLowerBound(successes, calls + 1)).toBeLessThanOrEqual(wilsonLowerBound(successes, calls))
      }),
    )
  })
})

describe('health', () => {
  it.each([
    ['nothing was seen', undefined, 'unknown'],
    ['no call was decided', { calls: 0, successes: 0 }, 'unknown'],
    ['nine perfect calls', { calls: 9, successes: 9 }, 'unknown'],
    ['nine failed calls, not the latest ones', { calls: 9, successes: 0 }, 'unknown'],
    ['ten perfect calls within the hour', { calls: 10, successes: 10 }, 'healthy'],
    ['a good record, confirmed exactly an hour ago', { lastSuccessAgeMs: HOUR_MS }, 'healthy'],
    ['a strong record, not confirmed within the hour', { lastSuccessAgeMs: HOUR_MS + 1 }, 'stable'],
    [
      'a good but not strong record, not confirmed within the hour',
      { successes: 90, lastSuccessAgeMs: HOUR_MS + 1 },
      'degraded',
    ],
    ['a strong record without any known success', { lastSuccessAgeMs: null }, 'stable'],
    ['ten perfect calls, not confirmed within the hour', { calls: 10, successes: 10, ...UNCONFIRMED }, 'unknown'],
    ['one perfect call fewer than a strong record takes', { calls: 34, successes: 34, ...UNCONFIRMED }, 'unknown'],
    ['as many perfect calls as a strong record takes', { calls: 35, successes: 35, ...UNCONFIRMED }, 'stable'],
    ['a good record of too few calls for a strong one', { calls: 34, successes: 33, ...UNCONFIRMED }, 'unknown'],
    ['a bad record of few calls', { calls: 12, successes: 10, ...UNCONFIRMED }, 'degraded'],
    ['half of the calls', { successes: 50 }, 'degraded'],
    ['a high raw rate of few calls: the lower bound decides', { calls: 12, successes: 11 }, 'degraded'],
    ['none of the calls', { successes: 0, lastSuccessAgeMs: null }, 'degraded'],
    ['an open circuit, whatever the record', { failuresInRow: CIRCUIT_FAILURES, lastFailureAgeMs: 0 }, 'outage'],
    ['an open circuit after few calls', { calls: 5, successes: 0, failuresInRow: 5, lastFailureAgeMs: 0 }, 'outage'],
  ] as const)('%s: %s', (_, record, status) => {
    expect(healthStatus(record === undefined ? undefined : buildRecord(record))).toBe(status)
  })

  it('is never better for a worse record', () => {
    const rank = (status: string): number => ['outage', 'degraded', 'unknown', 'stable', 'healthy'].indexOf(status)
    fc.assert(
      fc.property(
        fc.integer({ min: SAMPLE_MIN, max: 500 }),
        fc.nat(),
        fc.constantFrom(0, HOUR_MS + 1),
        (calls, seed, lastSuccessAgeMs) => {
          const successes = seed % calls
          const worse = healthStatus(buildRecord({ calls, successes, lastSuccessAgeMs }))
          const better = healthStatus(buildRecord({ calls, successes: successes + 1, lastSuccessAgeMs }))
          expect(rank(worse)).toBeGreaterThanOrEqual(0)
          expect(rank(better)).toBeGreaterThanOrEqual(rank(worse))
        },
      ),
    )
  })

  it.each([
    ['its own calls', (calls: number) => ({ calls, successes: calls })],
    [
      'the figures of its provider',
      (calls: number) => ({ calls: 0, successes: 0, reported: { calls, successes: calls } }),
    ],
  ])('is never a warning where all calls succeeded, by %s', (_, record) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom(0, HOUR_MS + 1, null),
        (calls, lastSuccessAgeMs) => {
          expect(['healthy', 'stable', 'unknown']).toContain(
            healthStatus(buildRecord({ ...record(calls), lastSuccessAgeMs })),
          )
        },
      ),
    )
  })

  it('is always one of the published words', () => {
    fc.assert(
      fc.property(
        tally,
        fc.nat(10),
        fc.nat(HOUR_MS * 2),
        fc.nat(60_000),
        ([successes, calls], failuresInRow, success, failure) => {
          const record = buildRecord({
            calls,
            successes,
            failuresInRow,
            lastSuccessAgeMs: success,
            lastFailureAgeMs: failure,
          })
          expect(HEALTH_STATUSES).toContain(healthStatus(record))
        },
      ),
    )
  })
})

describe('a circuit', () => {
  it.each([
    ['closed', 'nothing is known', undefined],
    [
      'closed',
      'there was one failure fewer than it takes',
      { failuresInRow: CIRCUIT_FAILURES - 1, lastFailureAgeMs: 0 },
    ],
    ['open', 'there were enough failures in a row just now', { failuresInRow: CIRCUIT_FAILURES, lastFailureAgeMs: 0 }],
    [
      'open',
      'the last failure is just within the cool-down',
      { failuresInRow: CIRCUIT_FAILURES, lastFailureAgeMs: CIRCUIT_COOLDOWN_MS - 1 },
    ],
    ['closed', 'the cool-down is over', { failuresInRow: CIRCUIT_FAILURES, lastFailureAgeMs: CIRCUIT_COOLDOWN_MS }],
    ['closed', 'no age is known', { failuresInRow: CIRCUIT_FAILURES, lastFailureAgeMs: null }],
  ] as const)('is %s when %s', (state, _, record) => {
    expect(circuitIsOpen(record === undefined ? undefined : buildRecord(record))).toBe(state === 'open')
  })
})

const month = (found: number, failures: number): MonthRecord => ({ found, missed: 0, failures, latency: [] })
/** A record without a call within the hour, with these counts for the month. */
const silent = (counts: MonthRecord) =>
  buildRecord({
    calls: 0,
    successes: 0,
    latencyMsP50: null,
    latencyMsP95: null,
    lastSuccessAgeMs: 2 * HOUR_MS,
    month: counts,
  })

describe('the hour and the month together', () => {
  it.each([
    ['a strong month, silent now', silent(month(1_000, 5)), 'stable'],
    ['a fair month, silent now', silent(month(850, 150)), 'degraded'],
    ['a poor month, silent now', silent(month(50, 50)), 'degraded'],
    ['a month that proves nothing', silent(month(9, 0)), 'unknown'],
    [
      'a strong month confirmed by one call',
      buildRecord({ calls: 1, successes: 1, month: month(1_000, 5) }),
      'healthy',
    ],
    [
      'a strong month and an hour that mostly fails',
      buildRecord({ calls: 100, successes: 10, month: month(1_000, 5) }),
      'degraded',
    ],
    [
      'a strong month and two failures now',
      buildRecord({ calls: 2, successes: 0, failuresInRow: 2, lastSuccessAgeMs: 2 * HOUR_MS, month: month(1_000, 5) }),
      'stable',
    ],
    [
      'a strong month and an outage now',
      buildRecord({ calls: 5, successes: 0, failuresInRow: 5, lastFailureAgeMs: 1_000, month: month(1_000, 5) }),
      'outage',
    ],
    [
      'an outage that has not ended yet',
      buildRecord({ failuresInRow: 5, lastFailureAgeMs: HOUR_MS, month: month(1_000, 5) }),
      'outage',
    ],
    ['a poor month that is well again', buildRecord({ calls: 200, successes: 200, month: month(50, 50) }), 'healthy'],
  ] as const)('%s: %s', (_, record, status) => {
    expect(healthStatus(record)).toBe(status)
  })

  it("does not drop for a provider's first successful calls of an hour", () => {
    const before = reliability(silent(month(995, 5))) ?? 0
    for (let calls = 1; calls <= 50; calls += 1) {
      expect(
        reliability(buildRecord({ calls, successes: calls, month: month(995 + calls, 5) })),
      ).toBeGreaterThanOrEqual(before)
    }
  })

  it('is not reduced by misses', () => {
    const missing = { found: 1, missed: 99, failures: 0, latency: [] }
    expect(healthStatus(silent(missing))).toBe('stable')
  })
})

describe('the figures that a provider reports', () => {
  it.each([
    ['replace too few measured calls', { reported: { calls: 1_000, successes: 990 } }, 'stable', 'provider_reported'],
    [
      'are shown as degraded when they are poor',
      { reported: { calls: 1_000, successes: 600 } },
      'degraded',
      'provider_reported',
    ],
    ['are ignored when they count too few runs', { reported: { calls: 9, successes: 9 } }, 'unknown', 'measured'],
    [
      'are ignored with enough measured calls',
      { calls: 10, successes: 10, reported: { calls: 1_000, successes: 0 } },
      'healthy',
      'measured',
    ],
    [
      'are ignored during a measured outage',
      { calls: 5, failuresInRow: 5, lastFailureAgeMs: 1, reported: { calls: 1_000, successes: 990 } },
      'outage',
      'measured',
    ],
  ] as const)('%s', (_, more, status, source) => {
    expect(shownHealth(buildRecord({ calls: 0, successes: 0, ...more }))).toMatchObject({ status, source })
  })
})

describe('the health shown for several offers', () => {
  it('is that of the healthiest', () => {
    const shown = [undefined, buildRecord({ successes: 10 }), silent(month(1_000, 5))].map(shownHealth)
    expect([bestHealth(shown).status, bestHealth([]).status]).toEqual(['stable', 'unknown'])
  })

  it('of several offers is a good record of few calls rather than a warning, and a warning rather than no record', () => {
    const few = shownHealth(buildRecord({ calls: 20, successes: 20, ...UNCONFIRMED }))
    const poor = shownHealth(buildRecord({ calls: 100, successes: 50 }))
    expect(bestHealth([poor, few, shownHealth(undefined)])).toEqual(few)
    expect(bestHealth([shownHealth(undefined), poor])).toEqual(poor)
  })
})
