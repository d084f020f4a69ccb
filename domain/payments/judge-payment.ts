import { integerOf } from '../json/decimal.ts'
import type { Json } from '../json/json.ts'
import type { Microdollars } from '../money/microdollars.ts'
import { centsOf, type TopupStatus } from './topup.ts'

/** A payment as Stripe reports it. */
export interface ReportedPayment {
  readonly cents: Json | undefined
  readonly currency: Json | undefined
}

export type PaymentJudgement =
  /** It is the requested amount, and the top-up is not credited yet. */
  | { readonly kind: 'credit' }
  /** It was credited before. */
  | { readonly kind: 'credited' }
  /** It is another amount than the requested one. */
  | { readonly kind: 'differs'; readonly explanation: string }
  /** Another event named another amount: an operator decides. */
  | { readonly kind: 'waits' }

/** What a payment means for the top-up that it pays. */
export function judgePayment(
  topup: { readonly amount: Microdollars; readonly status: TopupStatus },
  { cents, currency }: ReportedPayment,
): PaymentJudgement {
  const requested = centsOf(topup.amount)
  if (integerOf(cents) !== requested || currency !== 'usd')
    return {
      kind: 'differs',
      explanation: `Stripe states that ${JSON.stringify(cents ?? null)} cents of ${String(currency)} were paid, and ${requested} cents of usd were requested`,
    }
  if (topup.status === 'paid') return { kind: 'credited' }
  return { kind: topup.status === 'amount_differs' ? 'waits' : 'credit' }
}
