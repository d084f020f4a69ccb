import type { Environment } from '../runs/states.ts'

/**
 * The page of the dashboard on which a person decides about a run. It needs a sign-in: the agent that requested the run
 * has this link too, so the link itself decides nothing.
 */
export const approvalUrl = (
  publicUrl: string,
  { environment, runId }: { readonly environment: Environment; readonly runId: string },
): string => `${publicUrl}/dashboard/${environment}/runs/${runId}`

/** The page that lists the waiting runs of the environment, by the link of one of them. */
export const approvalsUrlOf = (url: string): string => new URL('../approvals', url).href

/** The page of a job, with the same promise. */
export const jobApprovalUrl = (
  publicUrl: string,
  { environment, jobId }: { readonly environment: Environment; readonly jobId: string },
): string => `${publicUrl}/dashboard/${environment}/jobs/${jobId}`
