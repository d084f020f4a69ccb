import { ADDRESS_CAPABILITIES, CREDITABLE_DAYS } from '../../../domain/bounces/credit.ts'
import type { Microdollars } from '../../../domain/money/microdollars.ts'
import { type CreditLimits, REFERRAL_SPEND, type ReferralState } from '../../../domain/referrals/credit.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { MONTH_BEGIN_SQL } from './read.ts'

export interface StoredReferralState extends ReferralState {
  readonly workspaceId: string
  readonly referrer: string
  /** The credited amount; null: none. */
  readonly amount: Microdollars | null
  readonly moves: number
}

/** The card of a top-up: chosen on the simulated page, or reported by Stripe for the payment. */
const CARD_OF = (topup: string): string =>
  `coalesce(${topup}.card_fingerprint, (select p.card_fingerprint from stripe_payment p
    where p.topup_id = ${topup}.id))`

/** The newest runs of a capability that are read: a newcomer with more would need as many bounces for one credit. */
const CREDITABLE_RUNS_MAX = 10_000

/**
 * A wallet holds what was paid in and credited, less what was spent. So the paid-in amount less the remaining balance
 * is what was spent of it. Two kinds of charges may come back, and count once they are final: one whose final bill is
 * not read yet, and one for an address that may still bounce (decisions, "Bounce credit"). The latter are read only
 * where the rest is enough.
 */
export const READ_STATES = statement<
  { workspaceIds: readonly string[]; spend: string; addressCapabilities: readonly string[]; creditableDays: number },
  StoredReferralState
>({
  name: 'read_referral_facts',
  effect: false,
  text: `select r.workspace_id as "workspaceId", r.referrer_workspace_id as referrer, r.status, r.amount, r.moves,
      t.amount - t.refunded - t.charged_back as kept, ${CARD_OF('t')} as card,
        used.total - creditable.total as spent
    from referral r join wallet w on w.workspace_id = r.workspace_id and w.environment = 'live'
      left join topup t on t.id = r.topup_id
      cross join lateral (
        select coalesce(sum(u.amount - u.refunded - u.charged_back), 0)::bigint as total from topup u
        where u.workspace_id = r.workspace_id and u.environment = 'live' and u.status = 'paid'
      ) paid
      cross join lateral (
        select coalesce(sum(n.charged), 0)::bigint as total from run n
        where n.environment = 'live' and n.workspace_id = r.workspace_id and n.final_bill_due_at is not null
      ) unbilled
      cross join lateral (
        select paid.total - (w.available + w.held - w.receivable) - unbilled.total as total
      ) used
      cross join lateral (
        select coalesce(sum(sold.charged), 0)::bigint as total
        from unnest(:addressCapabilities::text[]) one (capability) cross join lateral (
          select n.charged, n.finished_at, n.credited, n.final_bill_due_at from run n
          where n.workspace_id = r.workspace_id and n.environment = 'live' and n.capability = one.capability
          order by n.id desc limit ${CREDITABLE_RUNS_MAX}
        ) sold
        where used.total >= :spend::bigint and sold.credited is null and sold.final_bill_due_at is null
          and sold.finished_at > clock_timestamp() - make_interval(days => :creditableDays::integer)
      ) creditable
    where r.workspace_id = any (:workspaceIds::text[])`,
})

/** The referrals of newcomers, with what decides about their credit. */
export const readStates = (db: Queries, workspaceIds: readonly string[]): Promise<StoredReferralState[]> =>
  db.query(READ_STATES, {
    workspaceIds,
    spend: REFERRAL_SPEND.toString(),
    addressCapabilities: ADDRESS_CAPABILITIES,
    creditableDays: CREDITABLE_DAYS,
  })

/** A newcomer is checked every second at first and every hour in the end: one that never spends costs little. */
export const CLAIM_DUE = statement<{ limit: number }, { workspaceId: string }>({
  name: 'claim_due_referrals',
  effect: 'within',
  text: `with due as materialized (
      select workspace_id from referral where look_at <= now() order by look_at limit :limit for update skip locked
    )
    update referral r set look_at = clock_timestamp() + least(greatest((clock_timestamp() - r.created_at) / 20,
      interval '1 second'), interval '1 hour')
    from due where r.workspace_id = due.workspace_id
    returning r.workspace_id as "workspaceId"`,
})

export const LOCK_REFERRAL = statement<{ workspaceId: string }>({
  name: 'lock_referral',
  effect: 'within',
  text: 'select from referral where workspace_id = :workspaceId for update',
})

/** Only one worker at a time counts the referrer's limits. */
export const LOCK_REFERRER = statement<{ referrer: string }>({
  name: 'lock_referrer',
  effect: 'within',
  text: 'select from referral_code where workspace_id = :referrer for update',
})

export const READ_LIMITS = statement<{ referrer: string; card: string | null }, CreditLimits>({
  name: 'read_referral_limits',
  effect: false,
  text: `select exists (
        select from topup t where t.workspace_id = :referrer and t.environment = 'live' and t.status = 'paid'
          and ${CARD_OF('t')} = :card
      ) as "cardSeen",
      count(*)::integer as "inAll",
      (count(*) filter (where credited_at >= ${MONTH_BEGIN_SQL}))::integer as "thisMonth"
    from referral where referrer_workspace_id = :referrer and credited_at is not null`,
})

export const CLAIM_CARD = statement<{ card: string | null; workspaceId: string }>({
  name: 'claim_referral_card',
  effect: 'within',
  text: `insert into referral_card (fingerprint, workspace_id) values (:card, :workspaceId) on conflict do nothing
    returning fingerprint`,
})

export const NOTE_STEP = statement<{ workspaceId: string; status: string; moves: number; amount: string | null }>({
  name: 'note_referral_step',
  effect: 'within',
  text: `update referral set status = :status, moves = :moves, look_at = null,
    amount = coalesce(amount, :amount::bigint),
      credited_at = case when :status in ('credited', 'taken_back') then coalesce(credited_at, clock_timestamp()) end,
      taken_back_at = case when :status = 'taken_back' then coalesce(taken_back_at, clock_timestamp()) end
    where workspace_id = :workspaceId`,
})
