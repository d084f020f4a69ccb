import { type NoValues, statement } from '../../statement.ts'

/** A side of a referral whose credit is not its transfers; amounts are microdollars. */
interface ReferralDrift {
  /** The referred workspace. */
  readonly workspaceId: string
  /** `referred` or `referrer`. */
  readonly side: string
  readonly expected: bigint
  readonly found: bigint
}

/** Each side of a referral is its transfers, between the accounts that it names. */
export const REFERRAL_DRIFT = statement<NoValues, ReferralDrift>({
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
    select workspace_id as "workspaceId", side, moved::bigint as expected, stated as found
      from referral_ledger where moved <> stated or foreign_moves > 0`,
})
