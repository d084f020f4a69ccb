import { describe, expect, it } from '@jest/globals'
import { pauseAfterTrouble, RETRY_DELAYS_MS, retryDelayMs } from '../../../domain/webhooks/schedule.ts'
import { attemptInWords, retryInWords, spanInWords } from '../../../domain/webhooks/sentences.ts'

describe('the text for an operator', () => {
  it('has the timers of the schedule', () => {
    expect(RETRY_DELAYS_MS.map((ms, index) => retryInWords(index + 1, 7, ms))).toEqual([
      'retry 1 of 6 in 1 min',
      'retry 2 of 6 in 5 min',
      'retry 3 of 6 in 30 min',
      'retry 4 of 6 in 2 h',
      'retry 5 of 6 in 6 h',
      'retry 6 of 6 in 24 h',
    ])
    expect(retryInWords(0, 7, 12_300)).toBe('first attempt in 13 s')
  })

  it.each([
    [0, '0 s'],
    [400, '1 s'],
    [59_001, '1 min'],
    [60_001, '2 min'],
    [3_600_000, '1 h'],
    [5_400_000, '90 min'],
    [86_399_999, '24 h'],
  ])('of %i ms: %s', (ms, words) => {
    expect(spanInWords(ms)).toBe(words)
  })

  it("describes an attempt without a word of the receiver's", () => {
    const attempt = {
      at: '',
      status_code: 500,
      error: 'the server answered 500',
      latency_ms: 12,
      response: 'secret words',
    }
    expect(attemptInWords(attempt)).toBe('answered 500 after 12 ms')
    expect(attemptInWords({ ...attempt, status_code: null, error: 'connection refused' })).toBe(
      'connection refused after 12 ms',
    )
  })
})

describe('the schedule of attempts', () => {
  it('has six retries, and none after the last attempt that is allowed', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((made) => retryDelayMs(made, 7))).toEqual([
      60_000,
      300_000,
      1_800_000,
      7_200_000,
      21_600_000,
      86_400_000,
      null,
    ])
    expect([retryDelayMs(1, 1), retryDelayMs(8, 8), retryDelayMs(7, 8)]).toEqual([null, null, null])
  })

  it('has growing pauses, four minutes at most, while our own database is down', () => {
    expect([1, 2, 3, 4, 5, 6, 100].map(pauseAfterTrouble)).toEqual([
      15_000, 30_000, 60_000, 120_000, 240_000, 240_000, 240_000,
    ])
  })
})
