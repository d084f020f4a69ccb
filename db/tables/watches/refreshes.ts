import type { JsonObject } from '../../../domain/json/json.ts'
import type { RunError } from '../../../domain/runs/run-error.ts'
import type { RunStatus } from '../../../domain/runs/states.ts'
import type { TableResult } from '../../../domain/tables/links.ts'
import type { RefreshState } from '../../../domain/watches/states.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'

/** A refresh without its records. Times are ISO 8601. */
export interface StoredRefresh {
  readonly id: string
  readonly watchId: string
  readonly scheduledFor: string | null
  readonly runId: string
  readonly state: RefreshState
  /** The run's status: at its end, or now. */
  readonly status: RunStatus
  readonly error: RunError | null
  readonly newCount: number
  readonly changedCount: number
  readonly unchangedCount: number
  readonly leftOut: number
  readonly table: TableResult | null
  readonly note: string | null
  readonly createdAt: string
  readonly finishedAt: string | null
}

/** The result of a refresh. */
export interface RefreshAnswer {
  readonly new: readonly JsonObject[]
  /** `before` is null where the record was too large to store. */
  readonly changed: readonly { readonly before: JsonObject | null; readonly after: JsonObject }[]
}

/** Identifies a refresh by its owner, watch and id. */
export interface RefreshRef extends StreamOwner {
  readonly watchId: string
  readonly refreshId: string
}

export interface RefreshWithRecords extends StoredRefresh {
  /** null until the refresh is done. */
  readonly answer: RefreshAnswer | null
}

/** The members of a StoredRefresh, of a watch_refresh called `r`. */
const REFRESH_COLUMNS = {
  id: 'r.id',
  watchId: 'r.watch_id',
  scheduledFor: 'r.scheduled_for',
  runId: 'r.run_id',
  state: 'r.state',
  status: `coalesce(r.status, (select u.status from run u where u.id = r.run_id), 'created')`,
  error: 'r.error',
  newCount: 'r.new_count',
  changedCount: 'r.changed_count',
  unchangedCount: 'r.unchanged_count',
  leftOut: 'r.left_out',
  table: 'r.table_result',
  note: 'r.note',
  createdAt: 'r.created_at',
  finishedAt: 'r.finished_at',
} as const

export const REFRESH_AS_JSON = `json_build_object(${Object.entries(REFRESH_COLUMNS)
  .map(([member, column]) => `'${member}', ${column}`)
  .join(', ')})`

export const LIST_REFRESHES = statement<{ watchId: string; limit: number }, { refresh: StoredRefresh }>({
  name: 'list_watch_refreshes',
  effect: false,
  text: `select ${REFRESH_AS_JSON} as refresh from watch_refresh r where r.watch_id = :watchId order by r.id desc
    limit :limit`,
})

/** The latest refreshes, newest first. */
export async function lastRefreshes(db: Database, watchId: string, limit: number): Promise<StoredRefresh[]> {
  const rows = await db.query(LIST_REFRESHES, { watchId, limit })
  return rows.map(({ refresh }) => refresh)
}

export const READ_REFRESH = statement<
  { watchId: string; workspaceId: string; environment: string; refreshId: string },
  { refresh: StoredRefresh; answer: RefreshAnswer | null }
>({
  name: 'read_watch_refresh',
  effect: false,
  text: `select ${REFRESH_AS_JSON} as refresh, r.answer from watch_refresh r join watch w on w.id = r.watch_id
    where r.id = :refreshId and w.id = :watchId and w.workspace_id = :workspaceId and w.environment = :environment`,
})

/** null for a deleted refresh and for another workspace's. */
export async function readRefresh(
  db: Database,
  { watchId, refreshId, workspaceId, environment }: RefreshRef,
): Promise<RefreshWithRecords | null> {
  const [row] = await db.query(READ_REFRESH, { watchId, workspaceId, environment, refreshId })
  return row === undefined ? null : { ...row.refresh, answer: row.answer }
}

export const READ_DONE = statement<{ ids: readonly string[] }, { id: string }>({
  name: 'read_done_refreshes',
  effect: false,
  text: `select requested.id from unnest(:ids::text[]) as requested (id)
      left join watch_refresh r on r.id = requested.id
    where r.id is null or r.state = 'done'`,
})

/**
 * Those of the given refreshes that are done, or were deleted with their watch: the shared poll that covers a lost
 * notification.
 */
export async function readDoneRefreshes(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query(READ_DONE, { ids })
  return rows.map(({ id }) => id)
}
