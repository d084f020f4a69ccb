import { approvalsUrlOf } from '../../domain/approvals/url.ts'
import type { Run } from '../schemas/run.ts'
import { isRun } from './run-body.ts'

/** What happens next to a run that waits for a person; null for every other run. */
export const approvalSentence = ({ approval }: Run): string | null =>
  approval === undefined ? null : `A person must approve this run by ${approval.expires_at} at ${approval.url}.`

/** A body with `hint` where it is a run that waits for a person: what the agent does about it. */
export function withApprovalHint(body: object): object {
  const sentence = isRun(body) ? approvalSentence(body) : null
  return sentence === null
    ? body
    : { ...body, hint: `${sentence} No tool can: show the person this link, then wait with get_run.` }
}

/**
 * The same for a batch: one link for all, because a hundred would fill the budget of the answer. null: none of its runs
 * waits.
 */
export function batchApprovalHint([link, ...others]: readonly string[]): string | null {
  if (link === undefined) return null
  const count = others.length + 1
  return `A person must approve ${count} of these runs at ${approvalsUrlOf(link)}. No tool can: show the person this link, then wait with get_run.`
}
