import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { readEvery } from '../../../domain/watches/every.ts'
import { encodeId } from '../../../domain/ids/ids.ts'
import { scheduleOffsetOf, nextRefreshMs } from '../../../domain/watches/times.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe('an interval', () => {
  it.each([
    ['1h', HOUR_MS],
    ['36h', 36 * HOUR_MS],
    ['1d', DAY_MS],
    ['30d', 30 * DAY_MS],
    ['720h', 30 * DAY_MS],
  ])('%s is %i ms', (text, ms) => {
    expect(readEvery(text)).toBe(ms)
  })
  it.each(['0h', '1', 'h', '1m', '31d', '721h', '1000h', '01h', '1H', ' 1h', '1.5h', '-1h', '1h ', '1w'])(
    '%j is refused',
    (text) => {
      expect(readEvery(text)).toBeNull()
    },
  )
})

const idAt = (nowMs: number, seed: number): string =>
  encodeId(
    'watch',
    nowMs,
    Uint8Array.from({ length: 16 }, (_, index) => (seed * 31 + index * (seed + 7)) % 256),
  )

const watches = fc.record({
  watchId: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => encodeId('watch', 1_790_000_000_000, bytes)),
  createdAtMs: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
  everyMs: fc.integer({ min: 1, max: 720 }).map((hours) => hours * HOUR_MS),
})

describe('when a watch is due', () => {
  it('is first a full interval after it was made, with at most a tenth of it or ten minutes more', () => {
    fc.assert(
      fc.property(watches, (watch) => {
        const { firstMs } = scheduleOffsetOf(watch)
        const delayMs = firstMs - watch.createdAtMs - watch.everyMs
        expect(delayMs).toBeGreaterThanOrEqual(0)
        expect(delayMs).toBeLessThanOrEqual(Math.min(600_000, watch.everyMs / 10) + 1_000)
      }),
    )
  })

  it('is then once every interval, in seconds at the phase of its Schedule', () => {
    fc.assert(
      fc.property(watches, fc.integer({ min: -100, max: 1_000_000_000 }), (watch, afterMs) => {
        const { firstMs, phaseMs } = scheduleOffsetOf(watch)
        const next = nextRefreshMs(watch, firstMs + afterMs)
        expect([next % watch.everyMs, next % 1_000, (next - firstMs) % watch.everyMs]).toEqual([phaseMs, 0, 0])
        expect(next).toBeGreaterThan(firstMs + afterMs)
        if (afterMs >= 0) expect(next - firstMs - afterMs).toBeLessThanOrEqual(watch.everyMs)
      }),
    )
  })

  it('a thousand watches that are made in one minute are due over ten, no minute taking more than twice its share', () => {
    const minutes = new Map<number, number>()
    for (let index = 0; index < 1_000; index += 1) {
      const createdAtMs = 1_790_000_000_000 + index * 60
      const minute = Math.floor(
        (scheduleOffsetOf({ watchId: idAt(createdAtMs, index), createdAtMs, everyMs: 6 * HOUR_MS }).firstMs -
          1_790_000_000_000 -
          6 * HOUR_MS) /
          60_000,
      )
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1)
    }
    expect(minutes.size).toBeGreaterThanOrEqual(10)
    expect(Math.max(...minutes.values())).toBeLessThanOrEqual(200)
  })
})
