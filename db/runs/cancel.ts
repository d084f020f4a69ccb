import { type Changer, refusalOfOthers } from '../../domain/access/payer.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import { STOPPABLE_STATUSES, type Environment, type RunStatus } from '../../domain/runs/states.ts'
import { HOLDER_SQL } from '../money/budgets/sql.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { END_COLUMNS, END_NEVER_NULL, type EndRow, emitRunEnded, endsOf, type RunEnd } from './settle.ts'

/** Changes a run that can be stopped to `cancelled`, and releases its hold (decisions, "Cancel"). */
export const CANCEL_RUN = statement<{ ends: string; workspaceId: string | null; environment: string | null }, EndRow>({
  name: 'cancel_run',
  effect: true,
  neverNull: END_NEVER_NULL,
  text: `select ${END_COLUMNS} from end_runs_v1(ends_of => :ends, of_workspace => :workspaceId,
    of_environment => :environment)`,
})

/** A run that never reached a provider has nothing for its table. */
const NO_ROWS = { result: null }

const CANCELLED: RunError = {
  code: 'cancelled',
  message: 'The run was cancelled before it reached a provider. Nothing was charged.',
}

export type Cancelled =
  | { readonly kind: 'cancelled' }
  /** The run had started or ended: nothing changed. */
  | { readonly kind: 'refused'; readonly status: RunStatus }
  | { readonly kind: 'missing' }

/** Cancels a run that has not started at a provider (Spec 3.1, 4.4). `scope` is null for the run's own workflow. */
export async function cancelRun(
  db: Queries,
  runId: string,
  scope: { workspaceId: string; environment: Environment } | null,
  error = CANCELLED,
): Promise<Cancelled> {
  const end: RunEnd = {
    runId,
    status: 'cancelled',
    charge: 0n,
    attempt: null,
    provider: null,
    outcomeReason: null,
    error,
    ownKey: false,
    releasesKey: false,
    stoppable: STOPPABLE_STATUSES,
  }
  const [row] = await db.query(CANCEL_RUN, {
    ends: endsOf([end], NO_ROWS),
    workspaceId: scope?.workspaceId ?? null,
    environment: scope?.environment ?? null,
  })
  if (row === undefined) return { kind: 'missing' }
  emitRunEnded(db, row)
  return row.status === null ? { kind: 'refused', status: row.was } : { kind: 'cancelled' }
}

export const READ_MAKER = statement<
  { runId: string; workspaceId: string; environment: string },
  { madeBy: string | null }
>({
  name: 'read_maker_of_run',
  effect: false,
  text: `select ${HOLDER_SQL('run')} as "madeBy" from run
    where id = :runId and workspace_id = :workspaceId and environment = :environment`,
})

/** Why the caller may not cancel the run of another; null: it may, or there is no such run. The maker never changes. */
export async function refusalOfCancel(
  tx: Queries,
  runId: string,
  { workspaceId, environment, ...caller }: { workspaceId: string; environment: Environment } & Changer,
): Promise<string | null> {
  const [run] = await tx.query(READ_MAKER, { runId, workspaceId, environment })
  return run === undefined ? null : refusalOfOthers('run', run.madeBy, caller)
}
