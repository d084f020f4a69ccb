/** Which sends need an approval. `new_people`: those that reach a person that no run has contacted before. */
export const SEND_APPROVALS = ['never', 'new_people', 'always'] as const

/**
 * What a workspace wants to approve before it happens (decisions, "Approvals"). It applies to the runs and jobs of keys
 * and connected apps, and not to what a person starts.
 */
export interface ApprovalPolicy {
  /** USD: runs that would hold more; null: none. */
  readonly runs_above: string | null
  readonly sends: (typeof SEND_APPROVALS)[number]
  /** Raw calls that may change something at their provider. */
  readonly raw_writes: boolean
  /** USD: jobs with a higher ceiling; null: none. */
  readonly jobs_above: string | null
}

/** The policy of a workspace that has set none: only what a request itself submits is approved. */
export const NOTHING_TO_APPROVE: ApprovalPolicy = {
  runs_above: null,
  sends: 'never',
  raw_writes: false,
  jobs_above: null,
}
