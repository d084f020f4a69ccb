import type { Database, Queries, Transaction } from '../../db/database.ts'
import { writeTopupFailed } from '../../db/money/payments/auto-topup.ts'
import {
  lockFailures,
  noteFailure,
  noteSuccess,
  readTopup,
  type UnlockedTopup,
} from '../../db/money/payments/automatic-attempts.ts'
import { endTopup, type LockedTopup, lockTopup } from '../../db/money/payments/topups.ts'
import { backoffAfter, type CardChargeOutcome } from '../../domain/payments/auto-topup.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { creditPaidTopup } from './pay-topup.ts'
import { applyPayment } from './take-payment.ts'

export const SETTLE_AUTO_TOPUP: Transaction = { name: 'settle_auto_topup', effect: true }

interface Settled {
  readonly outcome: 'paid' | 'failed'
  readonly deliveries: readonly DeliveryToStart[]
}

/**
 * Ends an automatic top-up as its card charge ended. A paid one is credited like any other, also when Stripe's event
 * came first. After a failure, the next attempt waits for a backoff; after the fourth in a row, automatic top-ups are
 * disabled. Either way an event is written. For a top-up that has ended, returns its outcome.
 */
export const settleAutoTopup = (db: Database, topupId: string, charge: CardChargeOutcome): Promise<Settled> =>
  db.transaction(SETTLE_AUTO_TOPUP, async (tx) => {
    const before = await readTopup(tx, topupId)
    if (before === null) throw new Error('the top-up to settle does not exist')
    const topup = charge.kind === 'paid' ? await pay(tx, before, charge) : await mustLock(tx, topupId)
    if (topup.status === 'paid') {
      await noteSuccess(tx, topup)
      return { outcome: 'paid', deliveries: [] }
    }
    // It had failed before, and its event is written.
    if (before.status !== 'pending' || (topup.status !== 'pending' && charge.kind === 'declined'))
      return { outcome: 'failed', deliveries: [] }
    const reason = charge.kind === 'declined' ? charge.reason : 'amount_differs'
    if (topup.status === 'pending') await endTopup(tx, topupId, { status: 'failed', explanation: reason })
    return { outcome: 'failed', deliveries: await backOffOrDisable(tx, topup, reason) }
  })

async function pay(
  tx: Queries,
  { id, ...topup }: UnlockedTopup,
  { paymentId, cents, currency }: Extract<CardChargeOutcome, { kind: 'paid' }>,
): Promise<LockedTopup> {
  if (topup.simulated) await creditPaidTopup(tx, await mustLock(tx, id))
  else await applyPayment(tx, { purpose: 'topup', reference: id, ...topup }, { paymentId, cents, currency })
  return mustLock(tx, id)
}

async function mustLock(tx: Queries, topupId: string): Promise<LockedTopup> {
  const topup = await lockTopup(tx, topupId)
  if (topup === null) throw new Error('a top-up that was there is gone')
  return topup
}

async function backOffOrDisable(tx: Queries, topup: LockedTopup, reason: string): Promise<readonly DeliveryToStart[]> {
  const failures = (await lockFailures(tx, topup)) + 1
  const nextAttemptAt = await noteFailure(tx, topup, { failures, pauseMs: backoffAfter(failures) })
  return writeTopupFailed(tx, topup, {
    topupId: topup.id,
    amount: topup.amount,
    reason,
    failures,
    nextAttemptAt,
    enabled: nextAttemptAt !== null,
  })
}
