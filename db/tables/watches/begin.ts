import type { PauseReason } from '../../../domain/watches/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { SWEEP_REFRESH_AFTER_SECONDS } from './sweep.ts'
import { type StoredWatch, WATCH_COLUMNS } from './watches.ts'

/** Serialises work on a watch: beginning, recording and deletion wait here for each other. */
export const LOCK_WATCH = statement<{ id: string }, StoredWatch>({
  name: 'lock_watch',
  effect: false,
  text: `select ${WATCH_COLUMNS} from watch w where w.id = :id for no key update`,
})

export async function lockWatch(tx: Queries, id: string): Promise<StoredWatch | null> {
  const [watch] = await tx.query(LOCK_WATCH, { id })
  return watch ?? null
}

/**
 * `othersToo`: also one that its requester may not change the watch by. It holds nothing up, because the run of a
 * limited key may wait a day for its approval.
 */
export const FIND_REFRESHES = statement<
  { watchId: string; refreshId: string | null; scheduledFor: Date | null; othersToo: boolean },
  FoundRefresh
>({
  name: 'find_watch_refreshes',
  effect: false,
  text: `select id, run_id as "runId", workflow_id as "workflowId", state,
    (id = :refreshId or scheduled_for = :scheduledFor) is true as requested from watch_refresh
    where watch_id = :watchId and (id = :refreshId or scheduled_for = :scheduledFor
        or (state = 'started' and (changes_watch or :othersToo::boolean)))
      order by requested desc, changes_watch desc`,
})

export interface FoundRefresh {
  readonly id: string
  readonly runId: string
  readonly workflowId: string
  readonly state: 'started' | 'done'
  readonly requested: boolean
}

export const INSERT_REFRESH = statement<{
  id: string
  watchId: string
  scheduledFor: Date | null
  workflowId: string
  runId: string
  changesWatch: boolean
}>({
  name: 'insert_watch_refresh',
  effect: 'within',
  text: `insert into watch_refresh (id, watch_id, scheduled_for, workflow_id, run_id, changes_watch, sweep_at)
    values (:id, :watchId, :scheduledFor, :workflowId, :runId, :changesWatch::boolean,
      clock_timestamp() + interval '${SWEEP_REFRESH_AFTER_SECONDS} seconds')`,
})

export const PAUSE_REFUSED = statement<{ id: string; reason: PauseReason }>({
  name: 'pause_refused_watch',
  effect: 'within',
  text: `update watch set status = 'paused', paused_reason = :reason, updated_at = clock_timestamp()
    where id = :id`,
})
