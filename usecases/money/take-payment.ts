import type { Queries } from '../../db/database.ts'
import { linkPayment, lockPayment } from '../../db/money/payments/payment-reports.ts'
import { endTopup, type LockedTopup, lockTopup } from '../../db/money/payments/topups.ts'
import { judgePayment, type ReportedPayment } from '../../domain/payments/judge-payment.ts'
import type { PaymentReference } from '../../domain/payments/order.ts'
import { applied, type AppliedPayment, noted, refused } from './applied.ts'
import { bookReversals } from './book-reversals.ts'
import { creditPaidTopup } from './pay-topup.ts'

/** The top-up that Stripe names, locked together with its payment; or the reason why they do not fit. */
export async function topupOf(
  tx: Queries,
  reference: PaymentReference,
  paymentId: string | null,
): Promise<LockedTopup | AppliedPayment> {
  if (paymentId !== null) await lockPayment(tx, paymentId)
  const topup = await lockTopup(tx, reference.reference)
  if (topup === null) return refused(`${reference.reference} is no top-up`)
  if (topup.workspaceId !== reference.workspaceId || topup.environment !== reference.environment)
    return refused(`${topup.id} is of another workspace or environment than the event states`)
  if (topup.simulated) return refused(`${topup.id} is a simulation without a payment at Stripe`)
  if (paymentId !== null && !(await linkPayment(tx, paymentId, topup.id)))
    return refused(`${topup.id} is paid by another payment than ${paymentId}, or that pays another top-up`)
  return topup
}

interface Payment extends ReportedPayment {
  readonly paymentId: string | null
}

/** Credits a top-up with its payment, once, when the payment is the requested amount. */
export async function applyPayment(
  tx: Queries,
  reference: PaymentReference,
  { paymentId, ...payment }: Payment,
): Promise<AppliedPayment> {
  const topup = await topupOf(tx, reference, paymentId)
  if ('outcome' in topup) return topup
  const judged = judgePayment(topup, payment)
  switch (judged.kind) {
    case 'credit':
      await creditPaidTopup(tx, topup)
      return applied(`${topup.id} was credited`)
    case 'credited': {
      const deliveries = await bookReversals(tx, topup)
      return deliveries === null
        ? noted(`${topup.id} was credited before`)
        : { ...applied(`${topup.id} was credited before; what was refunded or disputed is booked`), deliveries }
    }
    case 'differs': {
      const { explanation } = judged
      if (topup.status !== 'paid') await endTopup(tx, topup.id, { status: 'amount_differs', explanation })
      return refused(`${topup.id}: ${explanation}`)
    }
    case 'waits':
      return refused(`${topup.id} waits for an operator: another event named another amount`)
  }
}
