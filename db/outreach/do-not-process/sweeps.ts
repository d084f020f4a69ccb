import type { ListKind } from '../../../domain/do-not-process/lists.ts'
import { SWEEP_STAGES, type SweepStage, type SweptCounts } from '../../../domain/do-not-process/sweep.ts'
import type { Database, Queries } from '../../database.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'
import { statement } from '../../statement.ts'

/** What a list has removed of the data of before, as its receipt shows it. */
export interface StoredReceipt {
  readonly id: string
  readonly listId: string
  readonly version: number
  readonly entries: number
  readonly removed: SweptCounts
  readonly createdAt: Date
  /** null while it is under way. */
  readonly finishedAt: Date | null
  readonly superseded: boolean
}

/** Ends the sweeps of a list that are under way: another version applies now, or none. */
export const SUPERSEDE_SWEEPS = statement<{ listId: string }>({
  name: 'supersede_do_not_process_sweeps',
  effect: 'within',
  text: `update do_not_process_sweep set finished_at = clock_timestamp(), superseded = true, sweep_at = null
    where list_id = :listId and finished_at is null`,
})

export const INSERT_SWEEP = statement<{ id: string; listId: string }>({
  name: 'insert_do_not_process_sweep',
  effect: 'within',
  text: `insert into do_not_process_sweep (id, list_id, workspace_id, environment, version, entries, stage)
    select :id, l.id, l.workspace_id, l.environment, l.version, l.entries, '${SWEEP_STAGES[0]}'
    from do_not_process_list l where l.id = :listId`,
})

export const READ_RECEIPTS = statement<
  { listId: string; workspaceId: string; environment: string; before: string | null; limit: number },
  StoredReceipt
>({
  name: 'read_do_not_process_receipts',
  effect: false,
  text: `select s.id, s.list_id as "listId", s.version, s.entries, s.removed, s.created_at as "createdAt",
      s.finished_at as "finishedAt", s.superseded
    from do_not_process_sweep s
    where s.list_id = :listId and s.workspace_id = :workspaceId and s.environment = :environment
      and (:before::text is null or s.id < :before) order by s.id desc limit :limit`,
})

/** The newest first, from before the id `before` on; also those of a deleted list. */
export const readReceipts = (
  queries: Queries,
  { workspaceId, environment }: StreamOwner,
  page: { readonly listId: string; readonly before: string | null; readonly limit: number },
): Promise<StoredReceipt[]> => queries.query(READ_RECEIPTS, { workspaceId, environment, ...page })

export const LIST_EXISTED = statement<{ id: string; workspaceId: string; environment: string }, { id: string }>({
  name: 'do_not_process_list_existed',
  effect: false,
  text: `select id from do_not_process_list
    where id = :id and workspace_id = :workspaceId and environment = :environment`,
})

/** A sweep under way. */
export interface OpenSweep extends StreamOwner {
  readonly id: string
  readonly listId: string
  readonly kind: ListKind
  readonly stage: SweepStage
  readonly after: string
  readonly waits: boolean
  /** When the list switched, as PostgreSQL writes a time. */
  readonly switchedAt: string
}

export const LOCK_SWEEP = statement<{ id: string }, OpenSweep>({
  name: 'lock_do_not_process_sweep',
  effect: false,
  text: `select s.id, s.list_id as "listId", s.workspace_id as "workspaceId", s.environment, l.kind, s.stage, s.after,
      s.waits, s.created_at::text as "switchedAt"
    from do_not_process_sweep s join do_not_process_list l on l.id = s.list_id
    where s.id = :id and s.finished_at is null for update of s`,
})

/** Where the next batch begins. `inSeconds`: when a worker continues; null: this worker does. */
export const NOTE_SWEEP = statement<{
  id: string
  stage: SweepStage
  after: string
  waits: boolean
  removed: string
  inSeconds: number | null
}>({
  name: 'note_do_not_process_sweep',
  effect: 'within',
  text: `update do_not_process_sweep s set stage = :stage, after = :after, waits = :waits,
      sweep_at = coalesce(clock_timestamp() + make_interval(secs => :inSeconds::integer), s.sweep_at),
      removed = s.removed || (
        select coalesce(jsonb_object_agg(key, coalesce((s.removed ->> key)::bigint, 0) + value::text::bigint), '{}')
        from jsonb_each(:removed::jsonb) where value <> '0')
    where s.id = :id`,
})

export const FINISH_SWEEP = statement<{ id: string }>({
  name: 'finish_do_not_process_sweep',
  effect: 'within',
  text: 'update do_not_process_sweep set finished_at = clock_timestamp(), sweep_at = null where id = :id',
})

/** A worker that has claimed a sweep and died leaves it to others after this time. */
const CLAIMED_SECONDS = 60

export interface SweepToContinue extends StreamOwner {
  readonly id: string
  readonly listId: string
}

export const CLAIM_SWEEPS = statement<{ limit: number }, SweepToContinue>({
  name: 'claim_do_not_process_sweeps',
  effect: true,
  text: `update do_not_process_sweep set sweep_at = clock_timestamp() + interval '${CLAIMED_SECONDS} seconds'
    where id in (
      select id from do_not_process_sweep where finished_at is null and sweep_at < now() order by sweep_at limit :limit
      for update skip locked
    )
    returning id, list_id as "listId", workspace_id as "workspaceId", environment`,
})

/** Claims up to `limit` sweeps that are due. */
export const claimSweeps = (db: Database, limit: number): Promise<SweepToContinue[]> =>
  db.query(CLAIM_SWEEPS, { limit })

export const RELEASE_SWEEP = statement<{ id: string }>({
  name: 'release_do_not_process_sweep',
  effect: true,
  text: `update do_not_process_sweep set sweep_at = least(sweep_at, clock_timestamp())
    where id = :id and finished_at is null`,
})

/** The next round of any worker continues it. */
export const releaseSweep = async (db: Database, id: string): Promise<void> => {
  await db.query(RELEASE_SWEEP, { id })
}
