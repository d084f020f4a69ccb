import type { Queries } from '../../db/database.ts'
import { stopAutoTopup } from '../../db/money/payments/auto-topup.ts'
import { NOTE_REVERSALS, READ_REVERSALS } from '../../db/money/payments/reversals.ts'
import type { LockedTopup } from '../../db/money/payments/topups.ts'
import { lookAtReferral } from '../../db/money/referrals/topup.ts'
import { reverseTopup } from '../../db/money/wallets/move.ts'
import { reversalsOf } from '../../domain/payments/reversals.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'

/**
 * Brings the ledger in line with Stripe's reports about a top-up's payment: nothing before the top-up is paid. A
 * chargeback stops automatic top-ups. null: nothing was booked; otherwise the deliveries of the events that it wrote.
 */
export async function bookReversals(tx: Queries, topup: LockedTopup): Promise<readonly DeliveryToStart[] | null> {
  const { id: topupId, workspaceId, environment } = topup
  const [reported] = await tx.query(READ_REVERSALS, { topupId })
  if (topup.status !== 'paid' || reported === undefined) return null
  const { refunded, chargedBack, changes, isDisputed } = reversalsOf(topup, reported)
  if (changes.length === 0) return null
  await lookAtReferral(tx, topupId)
  let number = topup.reversals
  for (const { kind, amount } of changes) {
    number += 1
    await reverseTopup(tx, { workspaceId, environment, topupId, amount, kind, number })
  }
  await tx.query(NOTE_REVERSALS, {
    topupId,
    refunded: refunded.toString(),
    chargedBack: chargedBack.toString(),
    number,
  })
  return isDisputed ? stopAutoTopup(tx, topup) : []
}
