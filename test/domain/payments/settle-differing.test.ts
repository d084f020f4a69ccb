import { describe, expect, it } from '@jest/globals'
import {
  type DifferingAnswer,
  type DifferingDecision,
  settleDiffering,
} from '../../../domain/payments/settle-differing.ts'
import type { TopupStatus } from '../../../domain/payments/topup.ts'

const credit = (amount: bigint): DifferingDecision => ({ kind: 'credit', amount })
const close: DifferingDecision = { kind: 'close' }

describe('a top-up whose payment differs', () => {
  it.each<[TopupStatus, bigint, DifferingDecision, DifferingAnswer['kind']]>([
    ['amount_differs', 20_000_000n, credit(18_000_000n), 'do'],
    ['amount_differs', 20_000_000n, close, 'do'],
    ['paid', 18_000_000n, credit(18_000_000n), 'done'],
    ['paid', 20_000_000n, credit(18_000_000n), 'refused'],
    ['paid', 18_000_000n, close, 'refused'],
    ['failed', 20_000_000n, close, 'done'],
    ['failed', 20_000_000n, credit(18_000_000n), 'refused'],
    ['pending', 20_000_000n, credit(18_000_000n), 'refused'],
    ['pending', 20_000_000n, close, 'refused'],
    ['expired', 20_000_000n, credit(20_000_000n), 'refused'],
    ['amount_differs', 20_000_000n, credit(0n), 'refused'],
    ['amount_differs', 20_000_000n, credit(18_000_001n), 'refused'],
    ['amount_differs', 20_000_000n, credit(10_000_010_000n), 'refused'],
  ])('by %s over %d: %j is %s', (status, amount, decision, kind) => {
    expect(settleDiffering({ status, amount }, decision).kind).toBe(kind)
  })
})
