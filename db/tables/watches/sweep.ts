import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** The facts that the start of a refresh's workflow needs. */
export interface RefreshToStart {
  readonly watchId: string
  readonly refreshId: string
  readonly workflowId: string
  readonly workspaceId: string
  readonly environment: 'test' | 'live'
  /** The capability, or a provider's endpoint. */
  readonly name: string
}

/**
 * How long a refresh is left alone before its workflow is checked, and before it is checked again: a run takes seconds.
 */
export const SWEEP_REFRESH_AFTER_SECONDS = 60

export const CLAIM_OVERDUE_REFRESHES = statement<{ limit: number; leaveSeconds: number }, RefreshToStart>({
  name: 'claim_overdue_refreshes',
  effect: true,
  neverNull: { 'a watch has a capability or a raw request (check)': ['name'] },
  text: `update watch_refresh r set sweep_at = clock_timestamp() + make_interval(secs => :leaveSeconds)
    from watch w
    where w.id = r.watch_id and r.id in (
      select id from watch_refresh where state = 'started' and sweep_at < now() order by sweep_at limit :limit
        for update skip locked
    )
    returning r.watch_id as "watchId", r.id as "refreshId", r.workflow_id as "workflowId",
      w.workspace_id as "workspaceId", w.environment,
      coalesce(w.capability, w.raw_request ->> 'endpoint') as name`,
})

/** Claims refreshes that should be done but are not; each becomes due again by itself. */
export const claimOverdueRefreshes = (db: Database, limit: number, leaveSeconds: number): Promise<RefreshToStart[]> =>
  db.query(CLAIM_OVERDUE_REFRESHES, { limit, leaveSeconds })
