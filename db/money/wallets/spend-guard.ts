import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** The guard's settings, shared by both environments, and the spending of this environment today (Spec 4.10). */
export interface SpendGuard {
  readonly enabled: boolean
  readonly dailyLimit: Microdollars | null
  readonly perRunLimit: Microdollars | null
  readonly settledToday: Microdollars
  readonly heldNow: Microdollars
  readonly resetsAt: Date
}

const GUARD_COLUMNS = `guard_enabled as enabled, daily_limit as "dailyLimit", per_run_limit as "perRunLimit",
  case when spend_day = (clock_timestamp() at time zone 'utc')::date then spent else 0 end as "settledToday",
    held as "heldNow",
  (date_trunc('day', clock_timestamp() at time zone 'utc') + interval '1 day') at time zone 'utc' as "resetsAt"`

export const READ_SPEND_GUARD = statement<{ workspaceId: string; environment: Environment }, SpendGuard>({
  name: 'read_spend_guard',
  effect: false,
  text: `select ${GUARD_COLUMNS} from wallet where workspace_id = :workspaceId and environment = :environment`,
})

export async function readSpendGuard(db: Database, workspaceId: string, environment: Environment): Promise<SpendGuard> {
  const [guard] = await db.query(READ_SPEND_GUARD, { workspaceId, environment })
  if (guard === undefined) throw new Error('the workspace has no wallet')
  return guard
}

/** Undefined members keep their value; null removes a limit. */
export interface SpendGuardChange {
  readonly enabled?: boolean | undefined
  readonly dailyLimit?: Microdollars | null | undefined
  readonly perRunLimit?: Microdollars | null | undefined
}

/** One statement changes both wallets, locked in the order of their environment. */
export const WRITE_SPEND_GUARD = statement<{
  workspaceId: string
  enabled: boolean | null
  setsDailyLimit: boolean
  dailyLimit: string | null
  setsPerRunLimit: boolean
  perRunLimit: string | null
}>({
  name: 'write_spend_guard',
  effect: true,
  text: `with locked as materialized (
      select workspace_id, environment from wallet where workspace_id = :workspaceId order by environment for update
    )
    update wallet w set
      guard_enabled = coalesce(:enabled, w.guard_enabled),
      daily_limit = case when :setsDailyLimit::boolean then :dailyLimit::bigint else w.daily_limit end,
      per_run_limit = case when :setsPerRunLimit::boolean then :perRunLimit::bigint else w.per_run_limit end
    from locked l where w.workspace_id = l.workspace_id and w.environment = l.environment`,
})

export async function writeSpendGuard(db: Database, workspaceId: string, change: SpendGuardChange): Promise<void> {
  await db.query(WRITE_SPEND_GUARD, {
    workspaceId,
    enabled: change.enabled ?? null,
    setsDailyLimit: change.dailyLimit !== undefined,
    dailyLimit: change.dailyLimit?.toString() ?? null,
    setsPerRunLimit: change.perRunLimit !== undefined,
    perRunLimit: change.perRunLimit?.toString() ?? null,
  })
}
