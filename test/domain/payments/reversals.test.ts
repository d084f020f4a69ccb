import { describe, expect, it } from '@jest/globals'
import { reversalsOf } from '../../../domain/payments/reversals.ts'

/** `before`, `reported`: refunded and disputed of a top-up of 20; `after`: refunded, charged back, and the changes. */
const ROWS = [
  { of: 'no report', before: [0n, 0n], reported: [0n, 0n], after: [0n, 0n], changes: [] },
  { of: 'a refund', before: [0n, 0n], reported: [5n, 0n], after: [5n, 0n], changes: [['refund', 5n]] },
  { of: 'the same refund again', before: [5n, 0n], reported: [5n, 0n], after: [5n, 0n], changes: [] },
  { of: 'a refund that failed', before: [5n, 0n], reported: [0n, 0n], after: [0n, 0n], changes: [['refund', -5n]] },
  { of: 'a dispute', before: [0n, 0n], reported: [0n, 20n], after: [0n, 20n], changes: [['chargeback', 20n]] },
  {
    of: 'a dispute that was won',
    before: [0n, 20n],
    reported: [0n, 0n],
    after: [0n, 0n],
    changes: [['chargeback', -20n]],
  },
  {
    of: 'a dispute of what was refunded',
    before: [15n, 0n],
    reported: [15n, 20n],
    after: [15n, 5n],
    changes: [['chargeback', 5n]],
  },
  {
    of: 'a refund and a dispute of all',
    before: [0n, 20n],
    reported: [5n, 20n],
    after: [5n, 15n],
    changes: [
      ['refund', 5n],
      ['chargeback', -5n],
    ],
  },
  { of: 'more than was paid', before: [0n, 0n], reported: [30n, 30n], after: [20n, 0n], changes: [['refund', 20n]] },
] as const

describe('reversals of a top-up', () => {
  it.each(ROWS)('$of', ({ before, reported, after, changes }) => {
    const topup = { amount: 20n, refunded: before[0], chargedBack: before[1] }
    expect(reversalsOf(topup, { refunded: reported[0], disputed: reported[1] })).toEqual({
      refunded: after[0],
      chargedBack: after[1],
      changes: changes.map(([kind, amount]) => ({ kind, amount })),
      isDisputed: after[1] > before[1],
    })
  })
})
