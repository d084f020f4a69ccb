import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import { type EndedStatus, isEnded, type RunStatus } from '../../domain/runs/states.ts'
import { eventsOf } from '../../domain/watches/events.ts'
import { REFRESHES_KEPT } from '../../domain/watches/limits.ts'
import { effectOf, type RefreshEffect } from '../../domain/watches/states.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { writeEvents } from '../events/write.ts'
import { toStorableJson } from '../storable.ts'
import { lockWatch } from './begin.ts'
import { landNew } from './land.ts'
import { compareAndStore, type ComparedResult, NOTHING } from './records.ts'
import type { StoredWatch } from './watches.ts'

export type RefreshRecorded =
  /** The watch was deleted in the meantime: nothing is stored. */
  | { readonly kind: 'gone' }
  /** Its run has not ended. */
  | { readonly kind: 'running' }
  | {
      readonly kind: 'recorded'
      readonly status: EndedStatus
      readonly new: number
      readonly changed: number
      readonly unchanged: number
      readonly watch: StoredWatch
      /** The new status of the watch, which its Schedule must follow; null: unchanged. */
      readonly turned: 'paused' | 'active' | null
      /** To be started after the commit; none for a refresh that was already recorded. */
      readonly deliveries: readonly DeliveryToStart[]
    }

export const RECORD_REFRESH: Transaction = { name: 'record_refresh', effect: true }

/**
 * Ends a refresh in one transaction under the lock of the watch (Spec 4.13): compares its run's result with the known
 * records, stores new and changed ones, writes new ones into the table, and raises the event. A repeated call returns
 * the stored result. Locks: watch, table, its rows, the workspace's quota, and last the counter of events.
 */
export const recordRefresh = (
  db: Database,
  name: { readonly watchId: string; readonly refreshId: string },
): Promise<RefreshRecorded> =>
  db.transaction(RECORD_REFRESH, async (tx) => {
    const watch = await lockWatch(tx, name.watchId)
    const refresh = watch === null ? undefined : await readRefreshedRun(tx, name.refreshId)
    if (watch === null || refresh === undefined) return { kind: 'gone' }
    if (refresh.recorded !== null) return { kind: 'recorded', ...refresh.recorded, watch, turned: null, deliveries: [] }
    if (!isEnded(refresh.status)) return { kind: 'running' }
    return record(tx, watch, { ...refresh, status: refresh.status, refreshId: name.refreshId })
  })

interface RefreshedRun {
  readonly runId: string
  readonly status: RunStatus
  readonly error: RunError | null
  readonly result: Json
  readonly now: Date
  /** The result that an earlier execution stored. */
  readonly recorded: {
    readonly status: EndedStatus
    readonly new: number
    readonly changed: number
    readonly unchanged: number
  } | null
}

type EndedRefresh = RefreshedRun & { readonly refreshId: string; readonly status: EndedStatus }

const READ_REFRESHED_RUN = statement<{ refreshId: string }, RefreshedRun>({
  name: 'read_refreshed_run',
  effect: false,
  text: `select r.id as "runId", r.status, r.error, clock_timestamp() as now,
      case when d.payload is null then d.output::json else d.payload end as result,
      case when f.state = 'done' then json_build_object('status', f.status, 'new', f.new_count, 'changed',
        f.changed_count, 'unchanged', f.unchanged_count) end as recorded
    from watch_refresh f join run r on r.id = f.run_id
    left join attempt d on f.state = 'started' and r.status = 'succeeded' and d.run_id = coalesce(r.source_run_id, r.id)
      and d.number = coalesce(r.source_attempt, r.delivered_attempt)
    where f.id = :refreshId`,
})

async function readRefreshedRun(tx: Queries, refreshId: string): Promise<RefreshedRun | undefined> {
  const [row] = await tx.query(READ_REFRESHED_RUN, { refreshId })
  return row
}

/** Deletes refreshes older than the last ones, with their results. */
const END_REFRESH = statement<{
  id: string
  status: string
  error: string | null
  newCount: number
  changedCount: number
  unchangedCount: number
  leftOut: number
  answer: string
  tableResult: string | null
  note: string | null
  watchId: string
  watchStatus: string
  pausedReason: string | null
}>({
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
      updated_at = clock_timestamp()
    where id = :watchId and (status <> :watchStatus or paused_reason is distinct from :pausedReason)`,
})

async function record(tx: Queries, watch: StoredWatch, refresh: EndedRefresh): Promise<RefreshRecorded> {
  const effect = effectOf(refresh)
  const compared = refresh.status === 'succeeded' ? await compareAndStore(tx, watch, refresh) : NOTHING
  const landed = await landNew(tx, watch, { ...refresh, fresh: compared.fresh })
  const status = statusAfter(watch, effect)
  await tx.query(END_REFRESH, {
    id: refresh.refreshId,
    status: refresh.status,
    error: refresh.error === null ? null : JSON.stringify(refresh.error),
    newCount: compared.fresh.length,
    changedCount: compared.changed.length,
    unchangedCount: compared.unchanged.length,
    leftOut: compared.leftOut,
    answer: answerOf(compared),
    tableResult: landed.table === null ? null : JSON.stringify(landed.table),
    note: landed.note,
    watchId: watch.id,
    watchStatus: status,
    pausedReason: effect.pause,
  })
  const { deliveries } = await writeEvents(
    tx,
    watch,
    eventsOf({ watch, refresh, compared, pause: status === watch.status ? null : effect.pause }),
  )
  return {
    kind: 'recorded',
    status: refresh.status,
    new: compared.fresh.length,
    changed: compared.changed.length,
    unchanged: compared.unchanged.length,
    watch: { ...watch, status },
    turned: status === watch.status ? null : status,
    deliveries,
  }
}

/** A refresh that could be paid and was answered resumes a paused watch; one that cannot be paid pauses it. */
function statusAfter({ status }: StoredWatch, { answered, pause }: RefreshEffect): 'active' | 'paused' {
  if (pause !== null) return 'paused'
  return answered || status === 'active' ? 'active' : 'paused'
}

const answerOf = ({ fresh, changed }: ComparedResult): string =>
  toStorableJson({
    new: fresh.map(({ record: found }) => found),
    changed: changed.map(({ before, after }): JsonObject => ({ before, after: after.record })),
  })
