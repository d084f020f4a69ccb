import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { CALL_MS_MIN, type Refusal, waitBeforeRetry } from '../../../domain/runs/retry-after.ts'

const refusal = (more: Partial<Refusal>): Refusal => ({ retryAfterMs: 2_000, elapsedMs: 100, deadlineMs: 10_000, tried: 0, ...more })

describe('Retry-After', () => {
  it.each<[string, Partial<Refusal>, number | null]>([
    ['is obeyed inside of the attempt', {}, 2_000],
    ['of nothing means at once', { retryAfterMs: 0 }, 0],
    ['is obeyed when a call just fits behind it', { retryAfterMs: 10_000 - 100 - CALL_MS_MIN }, 10_000 - 100 - CALL_MS_MIN],
    ['is not when a call would not fit behind it', { retryAfterMs: 10_000 - 100 - CALL_MS_MIN + 1 }, null],
    ['counts what the attempt has taken already', { elapsedMs: 7_001 }, null],
    ['of a day is left to the next provider', { retryAfterMs: 86_400_000 }, null],
    ['is obeyed once', { tried: 1 }, null],
    ['of nothing is obeyed once as well', { retryAfterMs: 0, tried: 1 }, null],
    ['that was not said is not waited for', { retryAfterMs: undefined }, null],
    ['after the deadline means nothing', { elapsedMs: 10_000, retryAfterMs: 0 }, null],
  ])('%s', (_, more, wait) => {
    expect(waitBeforeRetry(refusal(more))).toBe(wait)
  })

  it('never keeps an attempt past its deadline, and is never shortened', () => {
    const ms = fc.integer({ min: 0, max: 120_000 })
    fc.assert(fc.property(ms, ms, ms, fc.nat(2), (retryAfterMs, elapsedMs, deadlineMs, tried) => {
      const wait = waitBeforeRetry({ retryAfterMs, elapsedMs, deadlineMs, tried })
      if (wait === null) return
      expect(wait).toBe(retryAfterMs)
      expect(elapsedMs + wait).toBeLessThan(deadlineMs)
    }))
  })
})
