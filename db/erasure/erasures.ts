import type { KeptReason } from '../../domain/erasures/row-fate.ts'
import type { ErasedNames } from '../../domain/erasures/mentions.ts'
import type { ErasedCounts, ErasureStage } from '../../domain/erasures/stages.ts'
import type { ErasureKind, ErasureSubject } from '../../domain/erasures/subject.ts'
import type { Database } from '../database.ts'
import type { StreamOwner } from '../delivery/events/write.ts'
import { statement } from '../statement.ts'

/** A row that stayed, and why. */
export interface KeptRowShown {
  readonly table: string
  readonly key: string
  readonly reason: KeptReason
}

/** An erasure as its receipt shows it: without its subject. */
export interface StoredErasure {
  readonly id: string
  readonly environment: StreamOwner['environment']
  readonly kind: ErasureKind
  readonly reference: string | null
  readonly keepSuppression: boolean
  readonly erased: ErasedCounts
  /** Rows with an identity of the person that stayed, and exist today. */
  readonly kept: readonly KeptRowShown[]
  readonly createdAt: Date
  /** null while it is under way. */
  readonly finishedAt: Date | null
  /** The request of a person, if one made it on their page; null: the workspace began it by itself. */
  readonly request: StoredErasureRequest | null
}

/** `decidedAt`: in JSON form. */
interface StoredErasureRequest {
  readonly state: 'requested' | 'approved' | 'rejected'
  readonly runId: string
  /** null: it was decided. */
  readonly subject: string | null
  readonly decidedAt: string | null
  readonly note: string | null
}

/** Columns of an erasure as the API shows it. */
export const ERASURE_COLUMNS = `id, environment, kind, reference, keep_suppression as "keepSuppression", erased,
  created_at as "createdAt", finished_at as "finishedAt", (
    select coalesce(json_agg(json_build_object('table', t.name, 'key', r.key, 'reason', k.one ->> 'reason')
      order by k.place), '[]')
    from jsonb_array_elements(kept) with ordinality as k (one, place)
    join table_row r on r.id = (k.one ->> 'id')::bigint join workspace_table t on t.id = r.table_id
  ) as kept, case when request is not null then jsonb_build_object('state', request, 'runId', run_id,
    'subject', case when request = 'requested' then subject end, 'decidedAt', decided_at, 'note', note) end as request`

/** The status of an erasure, as SQL. */
const STATUS_SQL = `case when request in ('requested', 'rejected') then request
      when finished_at is null then 'erasing' else 'finished' end`

export const INSERT_ERASURE = statement<
  {
    id: string
    workspaceId: string
    environment: string
    kind: string
    subject: string
    reference: string | null
    keepSuppression: boolean
  },
  StoredErasure
>({
  name: 'insert_erasure',
  effect: 'within',
  text: `insert into erasure (id, workspace_id, environment, kind, subject, reference, keep_suppression)
    values (:id, :workspaceId, :environment, :kind, :subject, :reference, :keepSuppression)
    returning ${ERASURE_COLUMNS}`,
})

export const COUNT_OPEN = statement<{ workspaceId: string }, { open: number }>({
  name: 'count_open_erasures',
  effect: false,
  text: `select count(*)::integer as open from erasure where workspace_id = :workspaceId and finished_at is null
    and request is distinct from 'requested'`,
})

export const READ_ERASURE = statement<{ id: string; workspaceId: string; environment: string }, StoredErasure>({
  name: 'read_erasure',
  effect: false,
  text: `select ${ERASURE_COLUMNS} from erasure
    where id = :id and workspace_id = :workspaceId and environment = :environment`,
})

/** null: there is none with this id in this workspace and environment. */
export async function readErasure(
  db: Database,
  { workspaceId, environment }: StreamOwner,
  id: string,
): Promise<StoredErasure | null> {
  const [row] = await db.query(READ_ERASURE, { id, workspaceId, environment })
  return row ?? null
}

export const LIST_ERASURES = statement<
  { workspaceId: string; environment: string; status: string | null; before: string | null; limit: number },
  StoredErasure
>({
  name: 'list_erasures',
  effect: false,
  text: `select ${ERASURE_COLUMNS} from erasure
    where workspace_id = :workspaceId and environment = :environment and (:before::text is null or id < :before)
      and (:status::text is null or :status = ${STATUS_SQL})
    order by id desc limit :limit`,
})

/** The newest first, from before the id `before` on. */
export const listErasures = (
  db: Database,
  { workspaceId, environment }: StreamOwner,
  { status, before, limit }: { readonly status: string | null; readonly before: string | null; readonly limit: number },
): Promise<StoredErasure[]> => db.query(LIST_ERASURES, { workspaceId, environment, status, before, limit })

/** How far an erasure is. Places may be keys of rows, which name people: they are in no history. */
export interface ErasureCursor {
  /** null: at the beginning. */
  readonly stage: ErasureStage | null
  readonly after: string | null
  /** The first run that has to end before it can be judged or erased. */
  readonly waiting: string | null
}

/** What an erasure looks for. */
export interface ErasureScope {
  readonly names: ErasedNames
  /**
   * What was made later stays, as PostgreSQL writes a time: when the names were looked up, or when the last of the runs
   * of before had ended.
   */
  readonly upTo: string
}

/** An erasure under way. */
export interface OpenErasure extends StreamOwner, ErasureCursor {
  readonly id: string
  readonly subject: ErasureSubject
  readonly keepSuppression: boolean
  /** As PostgreSQL writes a time. */
  readonly requestedAt: string
  /** When it had gone through all jobs; null: it has not. */
  readonly jobsPassedAt: Date | null
  /** null: not looked up yet. */
  readonly scope: ErasureScope | null
}

export const READ_OPEN = statement<{ id: string }, OpenErasure>({
  name: 'read_open_erasure',
  effect: false,
  text: `select id, workspace_id as "workspaceId", environment, keep_suppression as "keepSuppression", stage, after,
      waiting, coalesce(decided_at, created_at)::text as "requestedAt", jobs_passed_at as "jobsPassedAt",
      jsonb_build_object('kind', kind, 'value', subject) as subject,
      case when names is not null then
        jsonb_build_object('names', names, 'upTo', coalesce(up_to::text, 'infinity')) end as scope
    from erasure where id = :id and finished_at is null`,
})

/** null: it is finished. */
export async function readOpenErasure(db: Database, id: string): Promise<OpenErasure | null> {
  const [row] = await db.query(READ_OPEN, { id })
  return row ?? null
}

export const FINISH_ERASURE = statement<{ id: string }, { erased: ErasedCounts }>({
  name: 'finish_erasure',
  effect: true,
  text: `update erasure set finished_at = clock_timestamp(), sweep_at = null, subject = null, names = null,
      up_to = null, stage = null, after = null, waiting = null
    where id = :id and finished_at is null returning erased`,
})

/** Deletes the subject: the receipt has only counts. null: it was finished before. */
export async function finishErasure(db: Database, id: string): Promise<ErasedCounts | null> {
  const [row] = await db.query(FINISH_ERASURE, { id })
  return row?.erased ?? null
}

/** How often the sweeper makes sure that the workflow of an erasure runs; one that is under way continues. */
export const SWEEP_ERASURE_AFTER_SECONDS = 30

export interface ErasureToStart extends StreamOwner {
  readonly id: string
}

export const CLAIM_OVERDUE_ERASURES = statement<{ limit: number; againAfterSeconds: number }, ErasureToStart>({
  name: 'claim_overdue_erasures',
  effect: true,
  text: `update erasure set sweep_at = clock_timestamp() + make_interval(secs => :againAfterSeconds)
    where id in (
      select id from erasure where finished_at is null and sweep_at < now() order by sweep_at limit :limit
      for update skip locked
    )
    returning id, workspace_id as "workspaceId", environment`,
})

/** Claims up to `limit` erasures that should have finished by now. */
export const claimOverdueErasures = (db: Database, limit: number): Promise<ErasureToStart[]> =>
  db.query(CLAIM_OVERDUE_ERASURES, { limit, againAfterSeconds: SWEEP_ERASURE_AFTER_SECONDS })
