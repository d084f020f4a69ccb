import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { bounceCreditKey, PLATFORM_ACCOUNT_SQL, WALLET_ACCOUNT_SQL } from './ledger.ts'

export interface Movement {
  readonly workspaceId: string
  readonly environment: Environment
  /** The top-up that it belongs to. */
  readonly topupId: string
  /** Above zero. */
  readonly amount: Microdollars
}

/**
 * Credits a paid top-up. The wallet's receivable is repaid from it first. The transfers are written after the wallet is
 * locked, so a wallet's transfers are numbered in the order in which they took effect.
 */
export const CREDIT_TOPUP = statement<
  { workspaceId: string; environment: Environment; amount: string; topupId: string },
  { repaid: bigint }
>({
  name: 'credit_topup',
  effect: 'within',
  text: `with wallet_now as materialized (
      select w.*, least(w.receivable, :amount::bigint) as repaid from wallet w where w.workspace_id = :workspaceId
        and w.environment = :environment for update
    ), credited as (
      update wallet w set available = n.available + :amount::bigint - n.repaid, receivable = n.receivable - n.repaid
      from wallet_now n where w.workspace_id = n.workspace_id and w.environment = n.environment
      returning w.workspace_id
    ), entry as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, topup_id, key)
      select ${PLATFORM_ACCOUNT_SQL('n', 'funding')}, ${WALLET_ACCOUNT_SQL('n', 'available')}, :amount::bigint, 'topup',
        :topupId, 'topup:' || :topupId
      from wallet_now n
      returning id
    ), repayment as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, topup_id, key)
      select ${WALLET_ACCOUNT_SQL('n', 'available')}, ${WALLET_ACCOUNT_SQL('n', 'receivable')}, n.repaid, 'adjustment',
        :topupId, 'topup:' || :topupId || ':repaid'
      from wallet_now n cross join entry where n.repaid > 0
      returning id
    )
    select n.repaid from wallet_now n where (select count(*) from credited) = 1`,
})

/**
 * Adds a top-up to its wallet once; its key refuses a second time. Returns the part of it that repaid the receivable.
 */
export async function creditTopup(
  tx: Queries,
  { workspaceId, environment, topupId, amount }: Movement,
): Promise<Microdollars> {
  const [row] = await tx.query(CREDIT_TOPUP, { workspaceId, environment, amount: amount.toString(), topupId })
  if (row === undefined) throw new Error('the wallet to credit does not exist')
  return row.repaid
}

/**
 * An amount above zero is taken: from the available amount, and the rest becomes a receivable. An amount below zero is
 * returned: first to the receivable. Open holds stay as they are.
 */
const MOVE = (name: string, platform: 'funding' | 'promotion' | 'revenue') =>
  statement<
    {
      workspaceId: string
      environment: Environment
      amount: string
      /** The top-up that it belongs to. */
      topupId: string | null
      /** The run that it belongs to. */
      runId: string | null
      kind: string
      key: string
    },
    { receivable: bigint }
  >({
    name,
    effect: 'within',
    text: `with wallet_now as materialized (
      select w.*, case when :amount::bigint > 0 then least(w.available, :amount::bigint)
        else :amount::bigint + least(w.receivable, - :amount::bigint) end as taken
      from wallet w where w.workspace_id = :workspaceId and w.environment = :environment for update
    ), owing as (
      insert into account (id, workspace_id, environment, kind)
      select ${WALLET_ACCOUNT_SQL('n', 'receivable')}, n.workspace_id, n.environment, 'receivable' from wallet_now n
        where n.taken <> :amount::bigint
      on conflict (id) do nothing
    ), moved as (
      update wallet w set available = n.available - n.taken, receivable = n.receivable + (:amount::bigint - n.taken)
      from wallet_now n where w.workspace_id = n.workspace_id and w.environment = n.environment
      returning w.workspace_id
    ), part as (
      select ${WALLET_ACCOUNT_SQL('n', 'available')} as own, ${PLATFORM_ACCOUNT_SQL('n', platform)} as platform,
        n.taken as amount, '' as suffix from wallet_now n
      union all
      select ${WALLET_ACCOUNT_SQL('n', 'receivable')}, ${PLATFORM_ACCOUNT_SQL('n', platform)},
        :amount::bigint - n.taken, ':owed' from wallet_now n
    ), entry as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, topup_id, run_id, key)
      select case when p.amount > 0 then p.own else p.platform end,
        case when p.amount > 0 then p.platform else p.own end, abs(p.amount), :kind, :topupId, :runId, :key || p.suffix
      from part p where p.amount <> 0
      returning id
    )
    select n.receivable + (:amount::bigint - n.taken) as receivable from wallet_now n
    where (select count(*) from moved) = 1 and (select count(*) from entry) > 0`,
  })

export const REVERSE_TOPUP = MOVE('reverse_topup', 'funding')
export const MOVE_REFERRAL_CREDIT = MOVE('move_referral_credit', 'promotion')
export const CREDIT_BOUNCE = MOVE('credit_bounce', 'revenue')

export interface Reversal extends Omit<Movement, 'amount'> {
  /** The amount taken from the wallet; below zero: returned to it. Not zero. */
  readonly amount: Microdollars
  readonly kind: 'refund' | 'chargeback'
  /** The number of this reversal of the top-up, counted from 1: it is booked once. */
  readonly number: number
}

/**
 * Books the amount that a refund or a chargeback takes from a wallet, or that comes back from one; returns the wallet's
 * receivable afterwards.
 */
export async function reverseTopup(
  tx: Queries,
  { workspaceId, environment, topupId, amount, kind, number }: Reversal,
): Promise<Microdollars> {
  const [row] = await tx.query(REVERSE_TOPUP, {
    workspaceId,
    environment,
    amount: amount.toString(),
    topupId,
    runId: null,
    kind,
    key: `topup:${topupId}:${number}`,
  })
  if (row === undefined) throw new Error('the wallet to take from does not exist')
  return row.receivable
}

export interface ReferralMove {
  readonly workspaceId: string
  /** The amount credited to the live wallet; below zero: taken back. Not zero. */
  readonly amount: Microdollars
  /** The key of this side of the referral and this move: it is booked once. */
  readonly key: string
}

/**
 * Credits one side of a referral, or takes the credit back: at most the available amount, and the rest becomes a
 * receivable.
 */
export async function moveReferralCredit(tx: Queries, { workspaceId, amount, key }: ReferralMove): Promise<void> {
  const moved = await tx.query(MOVE_REFERRAL_CREDIT, {
    workspaceId,
    environment: 'live',
    amount: (-amount).toString(),
    topupId: null,
    runId: null,
    kind: 'referral',
    key,
  })
  if (moved.length !== 1) throw new Error('a wallet to credit for a referral does not exist')
}

export interface BounceCredit extends Pick<Movement, 'workspaceId' | 'environment' | 'amount'> {
  readonly runId: string
}

/** Returns what a run was charged for an address that bounced, first to the receivable; a second time is refused. */
export async function creditBounce(tx: Queries, { runId, amount, ...wallet }: BounceCredit): Promise<void> {
  const credited = await tx.query(CREDIT_BOUNCE, {
    ...wallet,
    amount: (-amount).toString(),
    topupId: null,
    runId,
    kind: 'credit_bounce',
    key: bounceCreditKey(runId),
  })
  if (credited.length !== 1) throw new Error('the wallet to credit for a bounce does not exist')
}
