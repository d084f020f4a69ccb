import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { newId } from '../ids.ts'
import { SPENT_THIS_MONTH, writeTopupFailed, USABLE_SQL, type WalletName } from './auto-topup.ts'

/**
 * Only the transaction that has locked the setting may begin an attempt; the index on attempts under way repeats this
 * rule.
 */
const LOCK_AUTO_TOPUP = statement<{ workspaceId: string; environment: string }>({
  name: 'lock_auto_topup',
  effect: 'within',
  text: 'select from auto_topup where workspace_id = :workspaceId and environment = :environment for update',
})

/**
 * A separate statement after the lock: a transaction that waited for the lock sees the commits of the others. The
 * simulation does not charge a live wallet with a card at Stripe: that charge would fail without the Stripe key.
 */
const JUDGE_AUTO_TOPUP = statement<{ workspaceId: string; environment: string; simulated: boolean }, Locked>({
  name: 'judge_auto_topup',
  effect: false,
  text: `select a.amount, a.monthly_limit - ${SPENT_THIS_MONTH(':workspaceId', ':environment')} >= a.amount as "withinLimit",
      a.enabled and a.next_attempt_at <= clock_timestamp()
        and (select ${USABLE_SQL('w')} from wallet w where w.workspace_id = :workspaceId
        and w.environment = :environment) < a.threshold
        and (:environment = 'test' or not :simulated::boolean
          or exists (select from payment_card c where c.workspace_id = :workspaceId and c.environment = :environment
          and c.simulated)) as needed,
      (select t.id from topup t where t.workspace_id = :workspaceId and t.environment = :environment
        and t.origin = 'automatic' and t.status = 'pending') as "underWay"
    from auto_topup a where a.workspace_id = :workspaceId and a.environment = :environment`,
})

const INSERT_AUTOMATIC = statement<{
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

const WAIT_FOR_MONTH = statement<{ workspaceId: string; environment: string }, { nextAttemptAt: Date }>({
  name: 'wait_for_next_month',
  effect: 'within',
  text: `update auto_topup
    set next_attempt_at = (date_trunc('month',
    clock_timestamp() at time zone 'utc') + interval '1 month') at time zone 'utc'
    where workspace_id = :workspaceId and environment = :environment returning next_attempt_at as "nextAttemptAt"`,
})

export const BEGIN_AUTO_TOPUP: Transaction = { name: 'begin_auto_topup', effect: true }

export type BegunTopup =
  | { readonly kind: 'begun'; readonly topupId: string }
  | { readonly kind: 'not_needed' }
  /** The month's limit is reached; the owner is informed once. */
  | { readonly kind: 'limit_reached'; readonly deliveries: readonly DeliveryToStart[] }

interface Locked {
  readonly amount: Microdollars
  readonly withinLimit: boolean
  readonly needed: boolean
  readonly underWay: string | null
}

/** Begins the wallet's only attempt, or finds it. `simulated`: this deployment charges no card at Stripe. */
export function beginAutoTopup(
  db: Database,
  wallet: WalletName,
  { simulated }: { readonly simulated: boolean },
): Promise<BegunTopup> {
  const { workspaceId, environment } = wallet
  return db.transaction(BEGIN_AUTO_TOPUP, async (tx) => {
    await tx.query(LOCK_AUTO_TOPUP, { workspaceId, environment })
    const [locked] = await tx.query(JUDGE_AUTO_TOPUP, { workspaceId, environment, simulated })
    if (locked?.underWay != null) return { kind: 'begun', topupId: locked.underWay }
    if (locked === undefined || !locked.needed) return { kind: 'not_needed' }
    if (!locked.withinLimit) return waitForMonth(tx, wallet, locked.amount)
    const topupId = newId('topup')
    await tx.query(INSERT_AUTOMATIC, { topupId, workspaceId, environment, amount: locked.amount.toString(), simulated })
    return { kind: 'begun', topupId }
  })
}

async function waitForMonth(tx: Queries, wallet: WalletName, amount: Microdollars): Promise<BegunTopup> {
  const [next] = await tx.query(WAIT_FOR_MONTH, { workspaceId: wallet.workspaceId, environment: wallet.environment })
  const deliveries = await writeTopupFailed(tx, wallet, {
    topupId: null,
    amount,
    reason: 'monthly_limit',
    failures: 0,
    nextAttemptAt: next?.nextAttemptAt ?? null,
    enabled: true,
  })
  return { kind: 'limit_reached', deliveries }
}
