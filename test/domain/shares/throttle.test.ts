import fc from 'fast-check'
import { describe, expect, it } from '@jest/globals'
import { createThrottle } from '../../../domain/shares/throttle.ts'

const LIMITS = { burst: 3, everyMs: 20, delayMsMax: 100 }
const delays = (count: number, now = 0): number[] => {
  const throttle = createThrottle(LIMITS)
  return Array.from({ length: count }, () => throttle.delayMs('a', now))
}

describe('a pace', () => {
  it('lets a burst through and delays later ones, up to the longest delay', () => {
    expect(delays(12)).toEqual([0, 0, 0, 20, 40, 60, 80, 100, 100, 100, 100, 100])
  })

  it('is separate for each caller', () => {
    const throttle = createThrottle(LIMITS)
    for (let time = 0; time < 20; time += 1) throttle.delayMs('a', 0)
    expect(throttle.delayMs('b', 0)).toBe(0)
  })

  it('counts heavier requests several times', () => {
    const throttle = createThrottle(LIMITS)
    expect([0, 1, 2].map(() => throttle.delayMs('a', 0, 3))).toEqual([0, 20, 80])
  })

  it('recovers with time, however much came before', () => {
    const throttle = createThrottle(LIMITS)
    for (let time = 0; time < 5_000; time += 1) throttle.delayMs('a', 0)
    expect(throttle.delayMs('a', 50)).toBeGreaterThan(0)
    expect(throttle.delayMs('a', 1_000)).toBe(0)
  })

  it('never delays for longer than its maximum, and never more than its rate requires', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 200 }), (pauses) => {
        const throttle = createThrottle(LIMITS)
        let now = 0
        const answeredAt = pauses.map((pause) => {
          now += pause
          const delay = throttle.delayMs('a', now)
          expect(delay).toBeGreaterThanOrEqual(0)
          expect(delay).toBeLessThanOrEqual(LIMITS.delayMsMax)
          return now + delay
        })
        // Where no delay is the longest one, any four are at least one step apart.
        for (const [index, at] of answeredAt.entries()) {
          const fourth = answeredAt[index + LIMITS.burst]
          if (fourth !== undefined && answeredAt.length <= LIMITS.burst + LIMITS.delayMsMax / LIMITS.everyMs)
            expect(fourth - at).toBeGreaterThanOrEqual(LIMITS.everyMs)
        }
      }),
    )
  })
})
