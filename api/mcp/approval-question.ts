import { inputRequired, type InputRequest } from '@modelcontextprotocol/server'
import type { Run } from '../schemas/run.ts'

/**
 * The question to the person: the page on which they decide. It is no form, so that no answer of a client, and so no
 * agent, can approve (decisions, "Approvals").
 */
export function approvalQuestion({ run_id: id, capability, endpoint, approval }: Run): InputRequest | null {
  if (approval === undefined) return null
  const work = capability ?? endpoint ?? 'a raw call'
  return inputRequired.elicitUrl({
    url: approval.url,
    message: `Approve or reject the run ${id} (${work}), which may cost up to ${approval.estimate} USD. It waits until ${approval.expires_at}.`,
  })
}
