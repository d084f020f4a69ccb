import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { stopAutoTopup } from './auto-topup.ts'
import { lookAtReferral } from '../referrals/topup.ts'
import { reverseTopup } from '../wallets/move.ts'
import type { LockedTopup } from './topups.ts'

/**
 * What Stripe has reported so far. A failed refund is subtracted only when it failed after the latest report of the
 * refunded total.
 */
export const READ_REVERSALS = statement<{ topupId: string }, { refunded: bigint; disputed: bigint }>({
  name: 'read_reversals',
  effect: false,
  text: `select greatest(0, p.refunded - coalesce((
        select sum(f.amount) from stripe_refund_failure f where f.payment_id = p.id and f.failed_at >= p.refunded_at),
          0))::bigint as refunded,
      coalesce((select sum(d.amount) from stripe_dispute d where d.payment_id = p.id and d.takes),
        0)::bigint as disputed
    from stripe_payment p where p.topup_id = :topupId`,
})

export const NOTE_REVERSALS = statement<{ topupId: string; refunded: string; chargedBack: string; number: number }>({
  name: 'note_reversals',
  effect: 'within',
  text: `with noted as (
      update topup set refunded = :refunded::bigint, charged_back = :chargedBack::bigint, reversals = :number
        where id = :topupId returning id
    )
    update invoice set refunded = :refunded::bigint + :chargedBack::bigint from noted where source = noted.id`,
})

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
