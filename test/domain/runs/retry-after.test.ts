import { describe, expect, it } from '@jest/globals'
import { waitBeforeRetry } from '../../../domain/runs/retry-after.ts'

describe('a provider that asks to be left alone for a while', () => {
  it.each([
    [
      'is waited for where the rest of the attempt has room',
      { retryAfterMs: 3_000, elapsedMs: 500, deadlineMs: 10_000, calls: 1 },
      3_000,
    ],
    [
      'is asked again at once when it asks for no time',
      { retryAfterMs: 0, elapsedMs: 500, deadlineMs: 10_000, calls: 1 },
      0,
    ],
    ['is waited for when that just fits', { retryAfterMs: 8_500, elapsedMs: 500, deadlineMs: 10_000, calls: 1 }, 8_500],
    [
      'is not waited for when an answer would come too late',
      { retryAfterMs: 8_501, elapsedMs: 500, deadlineMs: 10_000, calls: 1 },
      null,
    ],
    [
      'is not waited for beyond the deadline',
      { retryAfterMs: 60_000, elapsedMs: 0, deadlineMs: 30_000, calls: 1 },
      null,
    ],
    ['is waited for once only', { retryAfterMs: 10, elapsedMs: 500, deadlineMs: 10_000, calls: 2 }, null],
    [
      'is not asked twice when it names no time',
      { retryAfterMs: undefined, elapsedMs: 0, deadlineMs: 10_000, calls: 1 },
      null,
    ],
  ])('%s', (_, refused, waitMs) => {
    expect(waitBeforeRetry(refused)).toBe(waitMs)
  })
})
