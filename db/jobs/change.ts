import type { Changer, Payer } from '../../domain/access/payer.ts'
import { mayDecide, NEEDS_DECISION, refusalOfChange } from '../../domain/jobs/changes.ts'
import { type JobReason, type JobStatus, TAKEN_OVER_AFTER } from '../../domain/jobs/states.ts'
import { HOLDER_SQL } from '../budgets/sql.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { type JobRef, readJob, type StoredJob } from './jobs.ts'
import { DONE_SQL, SWEEP_LATER_SQL } from './round.ts'

/** What a request does to a job. */
export type JobChange =
  | { readonly kind: 'pause' | 'resume' | 'approve' | 'cancel' }
  | {
      readonly kind: 'edit'
      /** Microdollars; null leaves it. */
      readonly ceiling: bigint | null
      /** The highest ceiling that this caller may set without an approval; null: any. */
      readonly ceilingMax: bigint | null
      readonly concurrency: number | null
    }

export type ChangedJob =
  | { readonly kind: 'changed'; readonly job: StoredJob }
  /** The status of the job does not allow the change. */
  | { readonly kind: 'refused'; readonly status: JobStatus }
  /** The ceiling is below what is spent and held; microdollars. */
  | { readonly kind: 'below'; readonly committed: bigint }
  /** The caller may not do it. */
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'missing' }

interface LockedJob {
  readonly status: JobStatus
  readonly reason: JobReason | null
  /** The key or the app; null: a person. */
  readonly madeBy: string | null
}

export const LOCK = statement<{ id: string; workspaceId: string; environment: string }, LockedJob>({
  name: 'lock_job',
  effect: false,
  text: `select status, reason, ${HOLDER_SQL('job')} as "madeBy" from job
    where id = :id and workspace_id = :workspaceId and environment = :environment for update`,
})

/** From now on the job's rows run without a rest: their pace is measured from here. */
const NEW_PACE_SQL = `pace_since = clock_timestamp(), pace_done = ${DONE_SQL}`

/** Where a change may begin, and the columns that it writes. A job that goes on is swept, should its signal be lost. */
const CHANGES = {
  pause: { from: ['estimating', 'running'], set: `status = 'paused', reason = 'requested'` },
  resume: {
    from: ['paused'],
    set: `status = case when pilot_until is null then 'running' else 'estimating' end, reason = null, needed = null,
      ${NEW_PACE_SQL}`,
  },
  approve: {
    from: ['awaiting_approval', 'estimating'],
    // What the policy covers is approved before the pilot, which still comes first.
    set: `status = case when reason = 'approval_needed' and pilot_until is not null then 'estimating'
        else 'running' end,
      pilot_until = case when reason = 'approval_needed' then pilot_until end,
      approve = case when reason = 'approval_needed' then approve else 'auto' end, reason = null, needed = null,
      ${NEW_PACE_SQL}`,
  },
  cancel: {
    from: ['estimating', 'awaiting_approval', 'running', 'paused', 'finishing'],
    set: `status = 'finishing', reason = null, is_cancelled = true`,
  },
} as const

const changeOf = (kind: keyof typeof CHANGES) =>
  statement<{ id: string }>({
    name: `${kind}_job`,
    effect: 'within',
    text: `update job j set ${CHANGES[kind].set}, sweep_at = ${SWEEP_LATER_SQL} where id = :id`,
  })

export const STATEMENTS = {
  pause: changeOf('pause'),
  resume: changeOf('resume'),
  approve: changeOf('approve'),
  cancel: changeOf('cancel'),
}

/** The job of a revoked key, or of one that may no longer run its rows, goes on as the caller's. */
export const TAKE_OVER = statement<{ id: string; apiKeyId: string | null; connectedAppId: string | null }>({
  name: 'take_over_job',
  effect: 'within',
  text: 'update job set api_key_id = :apiKeyId, connected_app_id = :connectedAppId where id = :id',
})

/** The budget is locked as a reservation locks it: what is held and spent then is what the new ceiling must cover. */
export const SET_CEILING = statement<
  { id: string; ceiling: string; most: string | null },
  { committed: bigint; changed: boolean }
>({
  name: 'set_job_ceiling',
  effect: 'within',
  text: `with now as materialized (
      select id, amount, spent + held as committed from budget where holder_id = :id for update
    ),
    changed as (
      update budget b set amount = :ceiling::bigint from now n
      where b.id = n.id and n.committed <= :ceiling::bigint
        and (:most::bigint is null or :ceiling::bigint <= greatest(n.amount, :most::bigint))
      returning b.id
    )
    select committed, exists (select from changed) as changed from now`,
})

export const SET_CONCURRENCY = statement<{ id: string; concurrency: number }>({
  name: 'set_job_concurrency',
  effect: 'within',
  text: `update job set concurrency = :concurrency where id = :id`,
})

export const CHANGE_JOB: Transaction = { name: 'change_job', effect: true }

interface RequestedChange {
  readonly change: JobChange
  readonly caller: Changer
  /** Who pays for the rows of a job that the caller takes over. */
  readonly payer: Payer
  readonly saveResponse: (tx: Queries, job: StoredJob) => Promise<void>
}

/**
 * Changes a job by compare-and-set under its lock: once this has committed, no row begins that the new state does not
 * allow. `saveResponse` stores the request's answer in the same transaction.
 */
export const changeJob = (
  db: Database,
  ref: JobRef,
  { change, caller, payer, saveResponse }: RequestedChange,
): Promise<ChangedJob> =>
  db.transaction(CHANGE_JOB, async (tx): Promise<ChangedJob> => {
    const { id, workspaceId, environment } = ref
    const [found] = await tx.query(LOCK, { id, workspaceId, environment })
    if (found === undefined) return { kind: 'missing' }
    const message = refusalOfChange(change.kind, found, caller)
    if (message !== null) return { kind: 'forbidden', message }
    const refused = await apply(tx, { id, status: found.status, change, decides: mayDecide(found, caller) })
    if (refused !== null) return refused
    const takesOver = change.kind === 'resume' && found.reason !== null && TAKEN_OVER_AFTER.includes(found.reason)
    if (takesOver && !caller.isLimited) await tx.query(TAKE_OVER, { id, ...payer })
    const job = await readJob(tx, ref)
    if (job === null) return { kind: 'missing' }
    await saveResponse(tx, job)
    return { kind: 'changed', job }
  })

/** null: it is applied. */
async function apply(
  tx: Queries,
  { id, status, change, decides }: { id: string; status: JobStatus; change: JobChange; decides: boolean },
): Promise<Extract<ChangedJob, { kind: 'refused' | 'below' | 'forbidden' }> | null> {
  if (change.kind !== 'edit') {
    const from: readonly JobStatus[] = CHANGES[change.kind].from
    if (!from.includes(status)) return { kind: 'refused', status }
    await tx.query(STATEMENTS[change.kind], { id })
    return null
  }
  const { ceiling, ceilingMax, concurrency } = change
  if (!(CHANGES.cancel.from as readonly JobStatus[]).includes(status)) return { kind: 'refused', status }
  if (ceiling !== null) {
    const most = decides ? null : (ceilingMax?.toString() ?? null)
    const [set] = await tx.query(SET_CEILING, { id, ceiling: ceiling.toString(), most })
    if (set?.changed === false)
      return ceiling < set.committed
        ? { kind: 'below', committed: set.committed }
        : { kind: 'forbidden', message: NEEDS_DECISION }
  }
  if (concurrency !== null) await tx.query(SET_CONCURRENCY, { id, concurrency })
  return null
}
