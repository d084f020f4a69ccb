import { type NoValues, statement } from '../statement.ts'

/** One broken promise of the ledger; amounts are microdollars. */
export interface Drift {
  readonly workspace_id: string
  readonly environment: string
  readonly promise: string
  readonly expected: bigint
  readonly found: bigint
}

/** The amounts of a wallet are the sums of its transfers, and what it holds is the sum of its open holds. */
export const WALLET_DRIFT = statement<NoValues, Drift>({
  name: 'find_wallet_drift',
  effect: false,
  text: `with movement as (
      select credit_account_id as account_id, amount from transfer
      union all select debit_account_id, -amount from transfer
    ), balance as (
      select a.workspace_id, a.environment, a.kind, coalesce(sum(m.amount), 0)::bigint as total
      from account a left join movement m on m.account_id = a.id where a.workspace_id is not null
      group by a.id
    ), open_hold as (
      select workspace_id, environment, sum(held)::bigint as total from run where held > 0 group by 1, 2
    )
    select w.workspace_id, w.environment, 'receivable = sum of transfers' as promise, coalesce(-b.total, 0) as expected,
      w.receivable as found
      from wallet w left join balance b on b.workspace_id = w.workspace_id and b.environment = w.environment
        and b.kind = 'receivable'
      where coalesce(-b.total, 0) <> w.receivable
    union all
    select w.workspace_id, w.environment, 'available = sum of transfers' as promise, b.total as expected,
      w.available as found
      from wallet w join balance b on b.workspace_id = w.workspace_id and b.environment = w.environment
        and b.kind = 'available'
      where b.total <> w.available
    union all
    select w.workspace_id, w.environment, 'held = sum of transfers', b.total, w.held
      from wallet w join balance b on b.workspace_id = w.workspace_id and b.environment = w.environment
        and b.kind = 'held'
      where b.total <> w.held
    union all
    select w.workspace_id, w.environment, 'held = sum of open holds', coalesce(o.total, 0), w.held
      from wallet w left join open_hold o on o.workspace_id = w.workspace_id and o.environment = w.environment
      where coalesce(o.total, 0) <> w.held`,
})

/** The hold, the charge, the credit and the usage charges of a run are its transfers, between its own accounts. */
export const RUN_DRIFT = statement<NoValues, Drift>({
  name: 'find_run_drift',
  effect: false,
  text: `with run_ledger as (
      select run_id,
        sum(case when kind = 'hold' then amount when kind in ('charge', 'release')
          or (kind = 'adjustment' and debit_account_id like '%:held') then -amount else 0 end) as open,
        sum(case when kind = 'charge' or (kind = 'adjustment' and debit_account_id like '%:held') then amount
          when kind = 'adjustment' then -amount else 0 end) as charged,
        sum(case when kind = 'adjustment' and debit_account_id like '%:held' then amount
          when kind = 'adjustment' then -amount else 0 end) as adjusted,
        sum(case when kind = 'credit_bounce' then amount else 0 end) as credited
      from transfer where run_id is not null group by run_id
    )
    select r.workspace_id, r.environment, 'open hold of ' || r.id || ' = its transfers' as promise,
      coalesce(l.open, 0)::bigint as expected, r.held as found
      from run r left join run_ledger l on l.run_id = r.id where coalesce(l.open, 0) <> r.held
    union all
    select r.workspace_id, r.environment, 'charge of ' || r.id || ' = its transfers', coalesce(l.charged, 0)::bigint,
      coalesce(r.charged, 0)
      from run r left join run_ledger l on l.run_id = r.id where coalesce(l.charged, 0) <> coalesce(r.charged, 0)
    union all
    select r.workspace_id, r.environment, 'credit of ' || r.id || ' = its transfers', coalesce(l.credited, 0)::bigint,
      coalesce(r.credited, 0)
      from run r left join run_ledger l on l.run_id = r.id where coalesce(l.credited, 0) <> coalesce(r.credited, 0)
    union all
    select r.workspace_id, r.environment, 'usage charges of ' || r.id || ' = its adjustments',
      coalesce(l.adjusted, 0)::bigint, coalesce(u.total, 0)::bigint
      from run r left join run_ledger l on l.run_id = r.id
        left join (select run_id, sum(amount) as total from usage_charge group by run_id) u on u.run_id = r.id
      where coalesce(l.adjusted, 0) <> coalesce(u.total, 0)
    union all
    select r.workspace_id, r.environment, 'transfers of ' || r.id || ' are between its own accounts', 0::bigint,
      count(*)
      from run r join transfer t on t.run_id = r.id
      where not (t.debit_account_id like r.workspace_id || ':' || r.environment || ':%'
        or t.credit_account_id like r.workspace_id || ':' || r.environment || ':%')
      group by r.id`,
})

/** A top-up, its reversals and its invoice are its transfers between its own accounts, and what Stripe has reported. */
export const TOPUP_DRIFT = statement<NoValues, Drift>({
  name: 'find_topup_drift',
  effect: false,
  text: `with topup_ledger as (
      select topup_id, sum(case when kind = 'topup' then amount else 0 end) as credited,
        sum(case when kind <> 'refund' then 0
          when credit_account_id like 'platform:%' then amount else -amount end) as refunded,
        sum(case when kind <> 'chargeback' then 0
          when credit_account_id like 'platform:%' then amount else -amount end) as charged_back
      from transfer where topup_id is not null group by topup_id
    ), said as (
      select p.topup_id, greatest(0, p.refunded - coalesce((
          select sum(f.amount) from stripe_refund_failure f where f.payment_id = p.id and f.failed_at >= p.refunded_at),
            0)) as refunded,
        coalesce((select sum(d.amount) from stripe_dispute d where d.payment_id = p.id and d.takes), 0) as disputed
      from stripe_payment p where p.topup_id is not null
    )
    select coalesce(t.workspace_id, '') as workspace_id, coalesce(t.environment, '') as environment,
      'top-up ' || coalesce(t.id, l.topup_id, '') || ' = its transfers' as promise,
      coalesce(l.credited, 0)::bigint as expected,
      coalesce(case when t.status = 'paid' then t.amount end, 0) as found
      from topup t full join topup_ledger l on l.topup_id = t.id
      where coalesce(l.credited, 0) <> coalesce(case when t.status = 'paid' then t.amount end, 0)
    union all
    select t.workspace_id, t.environment, 'refunds of top-up ' || t.id || ' = their transfers',
      coalesce(l.refunded, 0)::bigint, t.refunded
      from topup t left join topup_ledger l on l.topup_id = t.id where coalesce(l.refunded, 0) <> t.refunded
    union all
    select t.workspace_id, t.environment, 'chargebacks of top-up ' || t.id || ' = their transfers',
      coalesce(l.charged_back, 0)::bigint, t.charged_back
      from topup t left join topup_ledger l on l.topup_id = t.id where coalesce(l.charged_back, 0) <> t.charged_back
    union all
    select t.workspace_id, t.environment, 'reversals of top-up ' || t.id || ' = what Stripe has said',
      least(s.refunded + s.disputed, t.amount)::bigint, t.refunded + t.charged_back
      from topup t join said s on s.topup_id = t.id where t.status = 'paid'
        and least(s.refunded + s.disputed, t.amount) <> t.refunded + t.charged_back
    union all
    select t.workspace_id, t.environment, 'transfers of top-up ' || t.id || ' are between its own accounts', 0::bigint,
      count(*)
      from topup t join transfer x on x.topup_id = t.id
      where not (starts_with(x.debit_account_id, t.workspace_id || ':' || t.environment || ':')
        or starts_with(x.credit_account_id, t.workspace_id || ':' || t.environment || ':'))
      group by t.id
    union all
    select t.workspace_id, t.environment, 'invoice of top-up ' || t.id || ' = what it kept',
      case when t.status = 'paid' then t.amount - t.refunded - t.charged_back else 0 end,
        coalesce(i.amount - i.refunded, 0)
      from topup t left join invoice i on i.source = t.id
      where (t.status = 'paid') <> (i.id is not null)
        or (i.amount, i.refunded) <> (t.amount, t.refunded + t.charged_back)`,
})

/** Each side of a referral is its transfers, between the accounts that it names. */
export const REFERRAL_DRIFT = statement<NoValues, Drift>({
  name: 'find_referral_drift',
  effect: false,
  text: `with referral_move as (
      select split_part(t.key, ':', 2) as newcomer, split_part(t.key, ':', 3) as side, t.amount, t.debit_account_id,
        t.credit_account_id
      from transfer t where t.kind = 'referral'
    ), referral_side as (
      select r.workspace_id as newcomer, side.name as side,
        side.owner, case when r.status = 'credited' then r.amount else 0 end as stated
      from referral r cross join lateral (values ('referred', r.workspace_id),
        ('referrer', r.referrer_workspace_id)) side (name, owner)
    ), referral_ledger as (
      select coalesce(newcomer, '') as workspace_id, coalesce(side, '') as side,
        coalesce(max(s.stated), 0) as stated, coalesce(sum(m.amount * case
          when m.debit_account_id = 'platform:live:promotion'
            and m.credit_account_id in (s.owner || ':live:available', s.owner || ':live:receivable') then 1
          when m.credit_account_id = 'platform:live:promotion'
            and m.debit_account_id in (s.owner || ':live:available', s.owner || ':live:receivable') then -1
        end), 0) as moved,
        -- Between other accounts than its own, or of no referral.
        count(*) filter (where m.amount is not null
          and (s.owner is null or (m.debit_account_id, m.credit_account_id) not in (
          ('platform:live:promotion', s.owner || ':live:available'),
            ('platform:live:promotion', s.owner || ':live:receivable'),
          (s.owner || ':live:available', 'platform:live:promotion'),
            (s.owner || ':live:receivable', 'platform:live:promotion')))) as foreign_moves
      from referral_side s full join referral_move m using (newcomer, side) group by newcomer, side
    )
    select workspace_id, 'live' as environment,
      'credits of the referral of ' || workspace_id || ' (' || side || ') = its transfers' as promise,
      moved::bigint as expected, stated as found
      from referral_ledger where moved <> stated or foreign_moves > 0`,
})
