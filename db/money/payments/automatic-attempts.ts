import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { Queries } from '../../database.ts'
import { newId } from '../../ids.ts'
import { statement } from '../../statement.ts'
import { SPENT_THIS_MONTH, USABLE_SQL, type WalletRef } from './auto-topup.ts'
import type { LockedTopup } from './topups.ts'

export interface AutoTopupNeed {
  readonly amount: Microdollars
  readonly withinLimit: boolean
  readonly needed: boolean
  /** The id of the attempt under way. */
  readonly underWay: string | null
}

/**
 * Only the transaction that has locked the setting may begin an attempt; the index on attempts under way repeats this
 * rule.
 */
export const LOCK_AUTO_TOPUP = statement<{ workspaceId: string; environment: string }>({
  name: 'lock_auto_topup',
  effect: 'within',
  text: 'select from auto_topup where workspace_id = :workspaceId and environment = :environment for update',
})

/**
 * A separate statement after the lock: a transaction that waited for the lock sees the commits of the others. The
 * simulation does not charge a live wallet with a card at Stripe: that charge would fail without the Stripe key.
 */
export const JUDGE_AUTO_TOPUP = statement<
  { workspaceId: string; environment: string; simulated: boolean },
  AutoTopupNeed
>({
  name: 'judge_auto_topup',
  effect: false,
  text: `select a.amount,
      a.monthly_limit - ${SPENT_THIS_MONTH(':workspaceId', ':environment')} >= a.amount as "withinLimit",
      coalesce(a.enabled and a.next_attempt_at <= clock_timestamp()
        and (select ${USABLE_SQL('w')} from wallet w where w.workspace_id = :workspaceId
        and w.environment = :environment) < a.threshold
        and (:environment = 'test' or not :simulated::boolean
          or exists (select from payment_card c where c.workspace_id = :workspaceId and c.environment = :environment
          and c.simulated)), false) as needed,
      (select t.id from topup t where t.workspace_id = :workspaceId and t.environment = :environment
        and t.origin = 'automatic' and t.status = 'pending') as "underWay"
    from auto_topup a where a.workspace_id = :workspaceId and a.environment = :environment`,
})

export const INSERT_AUTOMATIC = statement<{
  topupId: string
  workspaceId: string
  environment: string
  amount: string
  simulated: boolean
}>({
  name: 'insert_automatic_topup',
  effect: 'within',
  text: `insert into topup (id, workspace_id, environment, origin, amount, simulated)
    values (:topupId, :workspaceId, :environment, 'automatic', :amount::bigint, :simulated)`,
})

export const WAIT_FOR_MONTH = statement<{ workspaceId: string; environment: string }, { nextAttemptAt: Date }>({
  name: 'wait_for_next_month',
  effect: 'within',
  text: `update auto_topup
    set next_attempt_at = (date_trunc('month',
    clock_timestamp() at time zone 'utc') + interval '1 month') at time zone 'utc'
    where workspace_id = :workspaceId and environment = :environment returning next_attempt_at as "nextAttemptAt"`,
})

/**
 * Locks the wallet's setting and judges whether an attempt is due; undefined: there is no setting. `simulated`: this
 * deployment charges no card at Stripe.
 */
export async function judgeAutoTopup(
  tx: Queries,
  { workspaceId, environment }: WalletRef,
  simulated: boolean,
): Promise<AutoTopupNeed | undefined> {
  await tx.query(LOCK_AUTO_TOPUP, { workspaceId, environment })
  const [state] = await tx.query(JUDGE_AUTO_TOPUP, { workspaceId, environment, simulated })
  return state
}

/** The id of the new attempt. */
export async function insertAttempt(
  tx: Queries,
  { workspaceId, environment }: WalletRef,
  { amount, simulated }: { readonly amount: Microdollars; readonly simulated: boolean },
): Promise<string> {
  const topupId = newId('topup')
  await tx.query(INSERT_AUTOMATIC, { topupId, workspaceId, environment, amount: amount.toString(), simulated })
  return topupId
}

/** The month's limit is reached: the next attempt is due when the next month begins. */
export async function waitForNextMonth(tx: Queries, { workspaceId, environment }: WalletRef): Promise<Date | null> {
  const [next] = await tx.query(WAIT_FOR_MONTH, { workspaceId, environment })
  return next?.nextAttemptAt ?? null
}

/** The wallet is checked again at once: one top-up may not have been enough. */
export const NOTE_SUCCESS = statement<{ workspaceId: string; environment: string }>({
  name: 'note_auto_topup_success',
  effect: 'within',
  text: `update auto_topup set failures = 0, next_attempt_at = clock_timestamp(), sweep_at = clock_timestamp()
    where workspace_id = :workspaceId and environment = :environment`,
})

export const LOCK_FAILURES = statement<{ workspaceId: string; environment: string }, { failures: number }>({
  name: 'lock_auto_topup_failures',
  effect: 'within',
  text: `select failures, enabled from auto_topup where workspace_id = :workspaceId and environment = :environment
    for update`,
})

/** A pause of null disables automatic top-ups. */
export const NOTE_FAILURE = statement<
  { workspaceId: string; environment: string; failures: number; pauseMs: number | null },
  { enabled: boolean; nextAttemptAt: Date }
>({
  name: 'note_auto_topup_failure',
  effect: 'within',
  text: `update auto_topup set failures = :failures, enabled = enabled and :pauseMs::bigint is not null,
      next_attempt_at = clock_timestamp() + make_interval(secs => coalesce(:pauseMs::bigint, 0) / 1000.0)
    where workspace_id = :workspaceId and environment = :environment
    returning enabled, next_attempt_at as "nextAttemptAt"`,
})

export type UnlockedTopup = Pick<LockedTopup, 'id' | 'workspaceId' | 'environment' | 'simulated' | 'status'>

export const READ_TOPUP = statement<{ topupId: string }, UnlockedTopup>({
  name: 'read_topup_owner',
  effect: false,
  text: `select id, workspace_id as "workspaceId", environment, simulated, status from topup where id = :topupId`,
})

/** Without a lock: the payment must be locked before its top-up. */
export async function readTopup(tx: Queries, topupId: string): Promise<UnlockedTopup | null> {
  const [row] = await tx.query(READ_TOPUP, { topupId })
  return row ?? null
}

export async function noteSuccess(tx: Queries, { workspaceId, environment }: WalletRef): Promise<void> {
  await tx.query(NOTE_SUCCESS, { workspaceId, environment })
}

/** Locks the setting; the number of failures in a row. */
export async function lockFailures(tx: Queries, { workspaceId, environment }: WalletRef): Promise<number> {
  const [row] = await tx.query(LOCK_FAILURES, { workspaceId, environment })
  return row?.failures ?? 0
}

/** `pauseMs`: null disables automatic top-ups. The answer: when the next attempt is due; null: they are disabled. */
export async function noteFailure(
  tx: Queries,
  { workspaceId, environment }: WalletRef,
  { failures, pauseMs }: { readonly failures: number; readonly pauseMs: number | null },
): Promise<Date | null> {
  const [row] = await tx.query(NOTE_FAILURE, { workspaceId, environment, failures, pauseMs })
  return row?.enabled === true ? row.nextAttemptAt : null
}
