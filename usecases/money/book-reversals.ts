import type { Queries } from '../../db/database.ts'
import { stopAutoTopup } from '../../db/payments/auto-topup.ts'
import { NOTE_REVERSALS, READ_REVERSALS } from '../../db/payments/reversals.ts'
import type { LockedTopup } from '../../db/payments/topups.ts'
import { lookAtReferral } from '../../db/referrals/topup.ts'
import { reverseTopup } from '../../db/wallets/move.ts'
import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'

const least = (a: Microdollars, b: Microdollars): Microdollars => (a < b ? a : b)

/**
 * Brings the ledger in line with Stripe's reports about a top-up's payment. It books only the difference, so events may
 * arrive in any order and repeatedly. It never takes more than was credited, and nothing before the top-up is paid. A
 * chargeback stops automatic top-ups. null: nothing was booked; otherwise the deliveries of the events that it wrote.
 */
export async function bookReversals(tx: Queries, topup: LockedTopup): Promise<readonly DeliveryToStart[] | null> {
  const { id: topupId, workspaceId, environment, amount } = topup
  const [said] = await tx.query(READ_REVERSALS, { topupId })
  if (topup.status !== 'paid' || said === undefined) return null
  const refunded = least(said.refunded, amount)
  const chargedBack = least(said.disputed, amount - refunded)
  const changes = (
    [
      ['refund', refunded - topup.refunded],
      ['chargeback', chargedBack - topup.chargedBack],
    ] as const
  ).filter(([, change]) => change !== 0n)
  if (changes.length === 0) return null
  await lookAtReferral(tx, topupId)
  let number = topup.reversals
  for (const [kind, change] of changes) {
    number += 1
    await reverseTopup(tx, { workspaceId, environment, topupId, amount: change, kind, number })
  }
  await tx.query(NOTE_REVERSALS, {
    topupId,
    refunded: refunded.toString(),
    chargedBack: chargedBack.toString(),
    number,
  })
  return chargedBack > topup.chargedBack ? stopAutoTopup(tx, topup) : []
}
