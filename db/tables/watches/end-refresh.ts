import type { Payer } from '../../../domain/access/payer.ts'
import type { Json } from '../../../domain/json/json.ts'
import type { RunError } from '../../../domain/runs/run-error.ts'
import type { EndedStatus, RunStatus } from '../../../domain/runs/states.ts'
import { type EndedRefresh, REFUSALS_TO_PAUSE } from '../../../domain/watches/states.ts'
import { REFRESHES_KEPT } from '../../../domain/watches/limits.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface RefreshedRun extends Payer {
  readonly runId: string
  readonly status: RunStatus
  readonly error: RunError | null
  readonly result: Json
  readonly now: Date
  /** Whether its requester may change the watch, so that its end resumes or pauses it. */
  readonly changesWatch: boolean
  /** The refreshes before it, the latest first. */
  readonly earlier: readonly EndedRefresh[]
  /** The result that an earlier execution stored. */
  readonly recorded: {
    readonly status: EndedStatus
    readonly new: number
    readonly changed: number
    readonly unchanged: number
  } | null
}

export const READ_REFRESHED_RUN = statement<{ refreshId: string }, RefreshedRun>({
  name: 'read_refreshed_run',
  effect: false,
  text: `select r.id as "runId", r.status, r.error, clock_timestamp() as now,
      r.api_key_id as "apiKeyId", r.connected_app_id as "connectedAppId", f.changes_watch as "changesWatch",
      (select coalesce(jsonb_agg(jsonb_build_object('status', e.status, 'error', e.error) order by e.id desc), '[]')
        from (select id, status, error from watch_refresh where watch_id = f.watch_id
            and state = 'done' and changes_watch and id < f.id
          order by id desc limit ${REFUSALS_TO_PAUSE - 1}) e) as earlier,
      case when d.payload is null then d.output::json else d.payload end as result,
      case when f.state = 'done' then json_build_object('status', f.status, 'new', f.new_count, 'changed',
        f.changed_count, 'unchanged', f.unchanged_count) end as recorded
    from watch_refresh f join run r on r.id = f.run_id
    left join attempt d on f.state = 'started' and r.status = 'succeeded' and d.run_id = coalesce(r.source_run_id, r.id)
      and d.number = coalesce(r.source_attempt, r.delivered_attempt)
    where f.id = :refreshId`,
})

/** The run of a refresh; undefined: the refresh is gone. */
export async function readRefreshedRun(tx: Queries, refreshId: string): Promise<RefreshedRun | undefined> {
  const [row] = await tx.query(READ_REFRESHED_RUN, { refreshId })
  return row
}

export type RefreshEnd = {
  readonly id: string
  readonly status: string
  readonly error: string | null
  readonly newCount: number
  readonly changedCount: number
  readonly unchangedCount: number
  readonly leftOut: number
  readonly answer: string
  readonly tableResult: string | null
  readonly note: string | null
  readonly watchId: string
  readonly watchStatus: string
  readonly pausedReason: string | null
  /** The key or app that pays from now on, both null for a person; counts with `takesOver`. */
  readonly apiKeyId: string | null
  readonly connectedAppId: string | null
  readonly takesOver: boolean
}

/** Deletes refreshes older than the last ones, with their results. */
export const END_REFRESH = statement<RefreshEnd>({
  name: 'end_watch_refresh',
  effect: 'within',
  text: `with ended as (
      update watch_refresh set state = 'done', status = :status, error = :error::jsonb, new_count = :newCount,
        changed_count = :changedCount, unchanged_count = :unchangedCount, left_out = :leftOut,
        answer = :answer::json, table_result = :tableResult::jsonb, note = :note, finished_at = clock_timestamp()
      where id = :id
    ), forgotten as (
      delete from watch_refresh where id in (
        select id from watch_refresh where watch_id = :watchId and state = 'done'
          order by id desc offset ${REFRESHES_KEPT - 1}
      )
    )
    update watch set status = :watchStatus,
      paused_reason = case when :watchStatus = 'paused' then coalesce(:pausedReason, paused_reason) end,
      api_key_id = case when :takesOver::boolean then :apiKeyId else api_key_id end,
      connected_app_id = case when :takesOver::boolean then :connectedAppId else connected_app_id end,
      updated_at = clock_timestamp()
    where id = :watchId and (status <> :watchStatus or paused_reason is distinct from :pausedReason)`,
})

/** Ends a refresh and sets the status of its watch, which is locked. */
export async function endRefresh(tx: Queries, end: RefreshEnd): Promise<void> {
  await tx.query(END_REFRESH, end)
}
