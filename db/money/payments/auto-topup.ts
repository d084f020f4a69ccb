import { formatUsd, type Microdollars } from '../../../domain/money/microdollars.ts'
import type { TopupStatus } from '../../../domain/payments/topup.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { DeliveryToStart } from '../../../domain/webhooks/delivery.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { writeEvents } from '../../delivery/events/write.ts'

export interface WalletRef {
  readonly workspaceId: string
  readonly environment: Environment
}

/** A wallet's automatic top-up: its settings, and the last one. */
export interface AutoTopupState {
  readonly enabled: boolean
  readonly threshold: Microdollars | null
  readonly amount: Microdollars | null
  readonly monthlyLimit: Microdollars | null
  readonly nextAttemptAt: Date | null
  readonly spentThisMonth: Microdollars
  /** True when there is a card of the kind that this deployment charges. */
  readonly cardOnFile: boolean
  readonly lastId: string | null
  readonly lastStatus: TopupStatus | null
  readonly lastAmount: Microdollars | null
  readonly lastReason: string | null
  readonly lastAt: Date | null
}

/** This calendar month's (UTC) automatic top-ups that were paid or may still be. */
export const SPENT_THIS_MONTH = (workspaceId: string, environment: string): string => `coalesce((
      select sum(s.amount) from topup s where s.workspace_id = ${workspaceId} and s.environment = ${environment}
        and s.origin = 'automatic'
        and s.status in ('pending', 'paid')
          and s.created_at >= date_trunc('month', clock_timestamp() at time zone 'utc') at time zone 'utc'), 0)::bigint`

/**
 * The amount of a wallet that is compared with the threshold: while a receivable is owed, no hold is made, however much
 * is available.
 */
export const USABLE_SQL = (wallet: string): string => `${wallet}.available - ${wallet}.receivable`

export const READ_AUTO_TOPUP = statement<
  { workspaceId: string; environment: Environment; simulated: boolean },
  AutoTopupState
>({
  name: 'read_auto_topup',
  effect: false,
  text: `select coalesce(a.enabled, false) as enabled, a.threshold, a.amount, a.monthly_limit as "monthlyLimit",
      case when a.enabled and a.next_attempt_at > clock_timestamp() then a.next_attempt_at end as "nextAttemptAt",
      ${SPENT_THIS_MONTH(':workspaceId', ':environment')} as "spentThisMonth",
      exists (select from payment_card c where c.workspace_id = :workspaceId and c.environment = :environment
        and c.simulated = :simulated) as "cardOnFile",
      l.id as "lastId", l.status as "lastStatus", l.amount as "lastAmount", l.explanation as "lastReason",
        l.created_at as "lastAt"
    from (select 1) one
      left join auto_topup a on a.workspace_id = :workspaceId and a.environment = :environment
      left join lateral (
        select id, status, amount, explanation, created_at from topup
        where workspace_id = :workspaceId and environment = :environment and origin = 'automatic'
          order by created_at desc limit 1
      ) l on true`,
})

export async function readAutoTopup(
  db: Queries,
  { workspaceId, environment }: WalletRef,
  { simulated }: { readonly simulated: boolean },
): Promise<AutoTopupState> {
  const [state] = await db.query(READ_AUTO_TOPUP, { workspaceId, environment, simulated })
  if (state === undefined) throw new Error('unreachable')
  return state
}

export const WRITE_AUTO_TOPUP = statement<{
  workspaceId: string
  environment: Environment
  enabled: boolean
  threshold: string | null
  amount: string | null
  monthlyLimit: string | null
  newThreshold: string | null
  newAmount: string | null
  newMonthlyLimit: string | null
}>({
  name: 'write_auto_topup',
  effect: 'within',
  text: `insert into auto_topup as a (workspace_id, environment, enabled, threshold, amount, monthly_limit,
    next_attempt_at)
    values (:workspaceId, :environment, :enabled, :threshold::bigint, :amount::bigint, :monthlyLimit::bigint,
      clock_timestamp())
    on conflict (workspace_id, environment) do update set enabled = excluded.enabled,
      threshold = coalesce(:newThreshold::bigint, a.threshold), amount = coalesce(:newAmount::bigint, a.amount),
      monthly_limit = coalesce(:newMonthlyLimit::bigint, a.monthly_limit), failures = 0,
        next_attempt_at = clock_timestamp(), sweep_at = clock_timestamp(), updated_at = clock_timestamp()
      where coalesce(:newMonthlyLimit::bigint, a.monthly_limit) >= coalesce(:newAmount::bigint, a.amount)
    returning workspace_id`,
})

export const STOP_AUTO_TOPUP = statement<{ workspaceId: string; environment: Environment }, { failures: number }>({
  name: 'stop_auto_topup',
  effect: 'within',
  text: `update auto_topup set enabled = false, updated_at = clock_timestamp() where workspace_id = :workspaceId
    and environment = :environment and enabled returning failures`,
})

export interface ChargedBack extends WalletRef {
  readonly id: string
  readonly amount: Microdollars
}

/**
 * Stops automatic charges after the payer has disputed one: each further charge would be disputed too. An event informs
 * the owner, who may enable them again. Returns the deliveries; none where automatic top-ups were off.
 */
export async function stopAutoTopup(
  tx: Queries,
  { id, workspaceId, environment, amount }: ChargedBack,
): Promise<readonly DeliveryToStart[]> {
  const [stopped] = await tx.query(STOP_AUTO_TOPUP, { workspaceId, environment })
  if (stopped === undefined) return []
  return writeTopupFailed(
    tx,
    { workspaceId, environment },
    { topupId: id, amount, reason: 'chargeback', failures: stopped.failures, nextAttemptAt: null, enabled: false },
  )
}

export interface TopupFailure {
  /** null: no top-up was made. */
  readonly topupId: string | null
  readonly amount: Microdollars
  readonly reason: string
  readonly failures: number
  readonly nextAttemptAt: Date | null
  readonly enabled: boolean
}

/** Writes the event for the wallet's owner in the transaction of the failure. Returns the deliveries. */
export async function writeTopupFailed(
  tx: Queries,
  wallet: WalletRef,
  { topupId, amount, reason, failures, nextAttemptAt, enabled }: TopupFailure,
): Promise<readonly DeliveryToStart[]> {
  const { deliveries } = await writeEvents(tx, wallet, [
    {
      type: 'wallet.topup_failed',
      data: {
        topup_id: topupId,
        amount: formatUsd(amount),
        reason,
        failures,
        next_attempt_at: nextAttemptAt?.toISOString() ?? null,
        enabled,
      },
    },
  ])
  return deliveries
}

export interface AutoTopupSetting {
  readonly enabled: boolean
  readonly threshold: Microdollars
  readonly amount: Microdollars
  readonly monthlyLimit: Microdollars
}

/** A member that a change leaves out keeps the row's value: a concurrent change may have just set it. */
export type AutoTopupChange = Partial<Record<'threshold' | 'amount' | 'monthlyLimit', Microdollars | undefined>>

/**
 * Replaces the setting: earlier failures no longer count, and the wallet is checked at once. `setting` is for a wallet
 * without one; `change` is the requested change. False: together with a concurrent change, the limit would be below the
 * amount.
 */
export async function writeAutoTopup(
  tx: Queries,
  { workspaceId, environment }: WalletRef,
  { setting, change }: { readonly setting: AutoTopupSetting; readonly change: AutoTopupChange },
): Promise<boolean> {
  const text = (amount: Microdollars | undefined): string | null => amount?.toString() ?? null
  const written = await tx.query(WRITE_AUTO_TOPUP, {
    workspaceId,
    environment,
    enabled: setting.enabled,
    threshold: text(setting.threshold),
    amount: text(setting.amount),
    monthlyLimit: text(setting.monthlyLimit),
    newThreshold: text(change.threshold),
    newAmount: text(change.amount),
    newMonthlyLimit: text(change.monthlyLimit),
  })
  return written.length === 1
}
