import type { ReportedReversals } from '../../../domain/payments/reversals.ts'
import { statement } from '../../statement.ts'

/**
 * What Stripe has reported so far. A failed refund is subtracted only when it failed after the latest report of the
 * refunded total.
 */
export const READ_REVERSALS = statement<{ topupId: string }, ReportedReversals>({
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
