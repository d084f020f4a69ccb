import { ADDRESS_CAPABILITIES, CREDITABLE_DAYS } from '../../domain/bounces/credit.ts'
import type { Microdollars } from '../../domain/money/microdollars.ts'
import {
  type CreditLimits,
  judgeEarned,
  nextReferralStep,
  REFERRAL_CREDIT,
  REFERRAL_SPEND,
  type ReferralState,
  type ReferralStatus,
} from '../../domain/referrals/credit.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { moveReferralCredit } from '../wallets/move.ts'
import { MONTH_BEGIN_SQL } from './read.ts'

interface StoredReferralState extends ReferralState {
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

const readStates = (db: Queries, workspaceIds: readonly string[]): Promise<StoredReferralState[]> =>
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

export const CLAIM_DUE_REFERRALS: Transaction = { name: 'claim_due_referrals', effect: true }

/** Claims up to `limit` due referrals and returns the newcomers of those that change. */
export const claimDueReferrals = (db: Database, limit: number): Promise<string[]> =>
  db.transaction(CLAIM_DUE_REFERRALS, async (tx) => {
    const due = await tx.query(CLAIM_DUE, { limit })
    if (due.length === 0) return []
    const referrals = await readStates(
      tx,
      due.map(({ workspaceId }) => workspaceId),
    )
    return referrals.filter((one) => nextReferralStep(one) !== 'later').map(({ workspaceId }) => workspaceId)
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

export const SETTLE_REFERRAL: Transaction = { name: 'settle_referral', effect: true }

/**
 * Brings the referral of one newcomer in line with its state, and moves the money of both sides with it; null: nothing
 * changed. Any number of workers may do this concurrently, beside payments and refunds: the one that has locked the
 * referral decides, and a later change of the top-up makes the referral due again.
 */
export const settleReferral = (db: Database, workspaceId: string): Promise<ReferralStatus | null> =>
  db.transaction(SETTLE_REFERRAL, async (tx) => {
    await tx.query(LOCK_REFERRAL, { workspaceId })
    // A separate statement: it sees what was committed while the lock was awaited.
    const [referral] = await readStates(tx, [workspaceId])
    if (referral === undefined) return null
    const status = await statusOf(tx, referral)
    if (status === null) return null
    const moved = status !== referral.status && (status === 'credited' || status === 'taken_back')
    const amount = referral.amount ?? (status === 'credited' ? REFERRAL_CREDIT : null)
    const moves = referral.moves + (moved ? 1 : 0)
    if (moved && amount !== null)
      await moveBoth(tx, referral, { amount: status === 'credited' ? amount : -amount, number: moves })
    await tx.query(NOTE_STEP, { workspaceId, status, moves, amount: amount?.toString() ?? null })
    return status === referral.status ? null : status
  })

/** null: it is checked later. */
async function statusOf(tx: Queries, referral: StoredReferralState): Promise<ReferralStatus | null> {
  switch (nextReferralStep(referral)) {
    case 'later':
      return null
    case 'rest':
      return referral.status
    case 'take_back':
      return 'taken_back'
    case 'restore':
      return 'credited'
    case 'earned':
      return giveOrRefuse(tx, referral)
  }
}

async function giveOrRefuse(
  tx: Queries,
  { workspaceId, referrer, card }: StoredReferralState,
): Promise<ReferralStatus> {
  await tx.query(LOCK_REFERRER, { referrer })
  const [limits] = await tx.query(READ_LIMITS, { referrer, card })
  if (limits === undefined) throw new Error('the limits of a referrer could not be counted')
  const judged = judgeEarned(limits)
  if (judged !== 'credited') return judged
  const claimed = await tx.query(CLAIM_CARD, { card, workspaceId })
  return claimed.length === 1 ? 'credited' : 'refused'
}

/**
 * The newcomer's wallet first: no workspace is referred by a later one, so wallets along a chain of referrals are
 * always locked in one order.
 */
async function moveBoth(
  tx: Queries,
  { workspaceId, referrer }: StoredReferralState,
  { amount, number }: { readonly amount: Microdollars; readonly number: number },
): Promise<void> {
  for (const [side, owner] of [
    ['referred', workspaceId],
    ['referrer', referrer],
  ] as const) {
    const key = `referral:${workspaceId}:${side}${number === 1 ? '' : `:${number}`}`
    await moveReferralCredit(tx, { workspaceId: owner, amount, key })
  }
}
