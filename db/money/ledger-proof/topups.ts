import type { PROVED_OF_TOPUPS, TopupPromise } from '../../../domain/wallets/proof.ts'
import { statement } from '../../statement.ts'
import type { BrokenPromiseOf } from './broken.ts'

const OWN_ACCOUNTS = `u.workspace_id || ':' || u.environment || ':'`
/** The amount of a reversal: positive where it goes back to the platform. */
const REVERSED = `case when t.credit_account_id like 'platform:%' then t.amount else -t.amount end`

/**
 * The promises of top-ups that are broken: a top-up, its reversals and its invoice are its transfers between its own
 * accounts, and what Stripe has reported. A transfer may name a top-up that does not exist. `topup` is the condition of
 * the top-ups `u`, `transfer` that of their transfers `t`.
 */
const brokenTopups = (topup: string, transfer: string): string => `with ledger as (
    select t.topup_id as id, sum(case when t.kind = 'topup' then t.amount else 0 end)::bigint as credited,
      sum(case when t.kind = 'refund' then ${REVERSED} else 0 end)::bigint as refunded,
      sum(case when t.kind = 'chargeback' then ${REVERSED} else 0 end)::bigint as charged_back,
      count(*) filter (where not (starts_with(t.debit_account_id, ${OWN_ACCOUNTS})
        or starts_with(t.credit_account_id, ${OWN_ACCOUNTS}))) as unknown_accounts
    from transfer t left join topup u on u.id = t.topup_id where ${transfer} group by t.topup_id
  ), looked as (
    select u.*, u.status = 'paid' as paid, u.refunded + u.charged_back as reversed,
      case when u.status = 'paid' then u.amount else 0 end as credited,
      case when u.status = 'paid' then u.amount - u.refunded - u.charged_back else 0 end as kept
    from topup u where ${topup}
  ), reported as (
    select s.topup_id as id, greatest(0, s.refunded - coalesce((select sum(f.amount) from stripe_refund_failure f
        where f.payment_id = s.id and f.failed_at >= s.refunded_at), 0))
      + coalesce((select sum(d.amount) from stripe_dispute d where d.payment_id = s.id and d.takes), 0) as reversed
    from stripe_payment s join looked on looked.id = s.topup_id
  )
  select coalesce(u.workspace_id, '') as "workspaceId", coalesce(u.environment, '') as environment, p.promise,
    coalesce(u.id, l.id, '') as subject, coalesce(p.expected, 0) as expected, coalesce(p.found, 0) as found
  from looked u full join ledger l on l.id = u.id left join reported s on s.id = u.id
  left join invoice i on i.source = u.id
  cross join lateral (values
    ('topup', coalesce(l.credited - l.refunded - l.charged_back, 0), u.kept, false),
    ('topup_credit', coalesce(l.credited, 0), coalesce(u.credited, 0), false),
    ('topup_refunds', coalesce(l.refunded, 0), u.refunded, false),
    ('topup_chargebacks', coalesce(l.charged_back, 0), u.charged_back, false),
    ('topup_reversals', case when u.paid and s.id is not null then least(s.reversed, u.amount)::bigint end,
      u.reversed, false),
    ('topup_accounts', 0, case when u.id is not null then l.unknown_accounts end, false),
    ('topup_invoice', u.kept, coalesce(i.amount - i.refunded, 0),
      u.paid <> (i.id is not null) or i.amount <> u.amount or i.refunded <> u.reversed)
  ) p (promise, expected, found, differs)
  where (p.expected <> p.found or p.differs) and p.promise = any (:promises::text[])
  order by subject, array_position(:promises::text[], p.promise)`

type ProvedPromise = (typeof PROVED_OF_TOPUPS)[number]

/** Of these top-ups. */
export const BROKEN_TOPUPS_OF = statement<
  { topupIds: readonly string[]; promises: readonly ProvedPromise[] },
  BrokenPromiseOf<ProvedPromise>
>({
  name: 'find_broken_topups',
  effect: false,
  text: brokenTopups('u.id = any (:topupIds::text[])', 't.topup_id = any (:topupIds::text[]) and u.id is not null'),
})

/** Of all top-ups. */
export const BROKEN_TOPUPS = statement<{ promises: readonly TopupPromise[] }, BrokenPromiseOf<TopupPromise>>({
  name: 'find_all_broken_topups',
  effect: false,
  text: brokenTopups('true', 't.topup_id is not null'),
})
