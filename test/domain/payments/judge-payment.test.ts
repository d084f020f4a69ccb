import { describe, expect, it } from '@jest/globals'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { judgePayment } from '../../../domain/payments/judge-payment.ts'

const REQUESTED = parseUsd('20.00')
const AS_REQUESTED = { cents: 2000, currency: 'usd' }

describe('a payment of a top-up', () => {
  it.each([
    ['pending', AS_REQUESTED, 'credit'],
    // The checkout had expired or failed, and the payment came all the same.
    ['expired', AS_REQUESTED, 'credit'],
    ['failed', AS_REQUESTED, 'credit'],
    ['paid', AS_REQUESTED, 'credited'],
    ['amount_differs', AS_REQUESTED, 'waits'],
    ['pending', { cents: 1999, currency: 'usd' }, 'differs'],
    ['pending', { cents: 2000, currency: 'eur' }, 'differs'],
    ['pending', { cents: '2000', currency: 'usd' }, 'differs'],
    ['pending', { cents: undefined, currency: undefined }, 'differs'],
    ['paid', { cents: 2001, currency: 'usd' }, 'differs'],
    ['amount_differs', { cents: 1999, currency: 'usd' }, 'differs'],
  ] as const)('that is %s, of %j: %s', (status, payment, kind) => {
    expect(judgePayment({ amount: REQUESTED, status }, payment).kind).toBe(kind)
  })

  it('states what was paid and what was requested', () => {
    expect(judgePayment({ amount: REQUESTED, status: 'pending' }, { cents: 1999, currency: 'eur' })).toEqual({
      kind: 'differs',
      explanation: 'Stripe states that 1999 cents of eur were paid, and 2000 cents of usd were requested',
    })
  })
})
