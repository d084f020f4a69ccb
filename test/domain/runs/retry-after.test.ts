import { describe, expect, it } from '@jest/globals'
import { waitBeforeRetry } from '../../../domain/runs/retry-after.ts'

describe('a provider that requests a pause', () => {
  it.each([
    [
      'is called again after it where the rest of the attempt has time for it',
      { retryAfterMs: 3_000, elapsedMs: 500, deadlineMs: 10_000, calls: 1 },
      3_000,
    ],
    [
      'is called again at once when the pause is zero',
      { retryAfterMs: 0, elapsedMs: 500, deadlineMs: 10_000, calls: 1 },
      0,
    ],
    [
      'is called again after it when it just fits',
      { retryAfterMs: 8_500, elapsedMs: 500, deadlineMs: 10_000, calls: 1 },
      8_500,
    ],
    [
      'is not called again when an answer would come too late',
      { retryAfterMs: 8_501, elapsedMs: 500, deadlineMs: 10_000, calls: 1 },
      null,
    ],
    [
      'is not called again beyond the deadline',
      { retryAfterMs: 60_000, elapsedMs: 0, deadlineMs: 30_000, calls: 1 },
      null,
    ],
    ['is called again only once', { retryAfterMs: 10, elapsedMs: 500, deadlineMs: 10_000, calls: 2 }, null],
    [
      'is not called again when it names no time',
      { retryAfterMs: undefined, elapsedMs: 0, deadlineMs: 10_000, calls: 1 },
      null,
    ],
  ])('%s', (_, refused, waitMs) => {
    expect(waitBeforeRetry(refused)).toBe(waitMs)
  })
})
