import type { Changer, Payer } from '../../domain/access/payer.ts'
import { mayDecide, NEEDS_DECISION, refusalOfChange } from '../../domain/jobs/changes.ts'
import { type JobStatus, TAKEN_OVER_AFTER } from '../../domain/jobs/states.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { CHANGES, LOCK, SET_CEILING, SET_CONCURRENCY, STATEMENTS, TAKE_OVER } from '../../db/jobs/change.ts'
import { type JobRef, readJob, type StoredJob } from '../../db/jobs/jobs.ts'

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
