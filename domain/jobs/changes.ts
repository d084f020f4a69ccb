import { refusalOfAccess } from '../access/access.ts'
import type { Principal } from '../access/principal.ts'
import type { JobReason } from './states.ts'

export type JobChangeKind = 'pause' | 'resume' | 'approve' | 'cancel' | 'edit'

/** What the right to change a job depends on. */
export interface JobCaller {
  /** The key or the app; null: a person. */
  readonly id: string | null
  /** An app, or a key with limits or a budget: it decides over nothing of the workspace. */
  readonly isLimited: boolean
  /** It may approve what others have requested. */
  readonly isApprover: boolean
}

export const jobCallerOf = (principal: Principal): JobCaller => ({
  id: principal.kind === 'app' ? principal.appId : principal.apiKeyId,
  isLimited: principal.kind !== 'session' && refusalOfAccess('owner', principal) !== null,
  isApprover: refusalOfAccess('approve', principal) === null,
})

export const NEEDS_DECISION =
  "The workspace's approval policy covers this ceiling: a person who may start runs, or another API key with `approver`, decides."

/** Whether the caller may decide what the approval policy covers: a person may, and a key not about its own job. */
export const mayDecide = ({ madeBy }: { readonly madeBy: string | null }, { id, isApprover }: JobCaller): boolean =>
  isApprover && (id === null || madeBy !== id)

const STOPS: readonly JobChangeKind[] = ['pause', 'cancel']

/**
 * Why the caller may not change the job, as a sentence; null: it may (decisions, "a job's money"). The runs of a job
 * are paid by its maker's budget, so a limited caller only stops the job of another.
 */
export function refusalOfChange(
  kind: JobChangeKind,
  { madeBy, reason }: { readonly madeBy: string | null; readonly reason: JobReason | null },
  caller: JobCaller,
): string | null {
  if (STOPS.includes(kind)) return null
  const decides = mayDecide({ madeBy }, caller)
  if (kind === 'approve' && reason === 'approval_needed') return decides ? null : NEEDS_DECISION
  if (!caller.isLimited || madeBy === caller.id || (kind === 'approve' && decides)) return null
  return 'Another key, app or person has made this job: a connected app, or an API key with limits or a budget, may pause and cancel it, and nothing else.'
}
