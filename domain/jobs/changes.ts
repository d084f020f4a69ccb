import { type Changer, refusalOfOthers } from '../access/payer.ts'
import type { JobReason } from './states.ts'

export type JobChangeKind = 'pause' | 'resume' | 'approve' | 'cancel' | 'edit'

export const NEEDS_DECISION =
  "The workspace's approval policy covers this ceiling: a person who may start runs, or another API key with `approver`, decides."

/** Whether the caller may decide what the approval policy covers: a person may, and a key not about its own job. */
export const mayDecide = ({ madeBy }: { readonly madeBy: string | null }, { id, isApprover }: Changer): boolean =>
  isApprover && (id === null || madeBy !== id)

/** An approver decides about the job of another with these. */
const DECISIONS: readonly JobChangeKind[] = ['approve', 'cancel']

/**
 * Why the caller may not change the job, as a sentence; null: it may (decisions, "a job's money"). The runs of a job
 * are paid by its maker's budget, and a cancelled job is lost, so a limited caller only pauses the job of another.
 */
export function refusalOfChange(
  kind: JobChangeKind,
  { madeBy, reason }: { readonly madeBy: string | null; readonly reason: JobReason | null },
  caller: Changer,
): string | null {
  if (kind === 'pause') return null
  const decides = mayDecide({ madeBy }, caller)
  if (kind === 'approve' && reason === 'approval_needed') return decides ? null : NEEDS_DECISION
  if (DECISIONS.includes(kind) && decides) return null
  const refusal = refusalOfOthers('job', madeBy, caller)
  return refusal === null ? null : `${refusal} You can pause it.`
}
