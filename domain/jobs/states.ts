/** The states of a job. The database repeats them as a check constraint. */
export const JOB_STATUSES = [
  'estimating',
  'awaiting_approval',
  'running',
  'paused',
  'finishing',
  'succeeded',
  'partially_succeeded',
  'cancelled',
  'failed',
] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export const JOB_ENDS = ['succeeded', 'partially_succeeded', 'cancelled', 'failed'] as const
export type JobEnd = (typeof JOB_ENDS)[number]

export const hasEnded = (status: JobStatus): status is JobEnd => (JOB_ENDS as readonly JobStatus[]).includes(status)

/** While a job is in one of these, its rows begin: the pilot's, or all. */
export const BEGINS_ROWS = ['estimating', 'running'] as const

/** What a job waits for; it continues when a request resumes or approves it. */
export const JOB_REASONS = [
  'pilot_finished',
  'estimate_above_ceiling',
  'approval_needed',
  'requested',
  'ceiling_reached',
  'insufficient_balance',
  'daily_limit',
  'key_budget',
  'provider_outage',
  'payer_revoked',
  'request_refused',
] as const
export type JobReason = (typeof JOB_REASONS)[number]

/** How one row of a job can end. */
export const ROW_OUTCOMES = [
  'found',
  'missed',
  'failed',
  'blocked',
  'invalid',
  'saved',
  'cancelled',
  /** From the beginning: it equals an earlier row, and has the run of that row. */
  'repeated',
] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]

/** How many rows have ended in which way. */
export type OutcomeCounts = Readonly<Record<RowOutcome, number>>

/** What a person can do about what a job waits for. */
export const ADVICE: Readonly<Record<JobReason, string>> = {
  pilot_finished: 'Read the rows of the pilot, then approve or cancel the job.',
  estimate_above_ceiling:
    'After the pilot the job is expected to cost more than its ceiling: raise the ceiling, or approve the job to run until the ceiling.',
  approval_needed:
    "The workspace's approval policy covers jobs with this ceiling: a person, or another key with `approver`, approves or cancels it.",
  requested: 'Resume the job when you want it to continue, or approve it if it waits for an approval.',
  ceiling_reached: 'The next row may cost more than the ceiling has left: raise the ceiling, then resume the job.',
  insufficient_balance: 'The wallet has too little money for the next row: top it up, then resume the job.',
  daily_limit: "The workspace's daily limit is reached: raise it, or resume the job tomorrow.",
  key_budget: 'The budget of the API key or app that made the job is reached: raise it, then resume the job.',
  provider_outage: 'No provider can take the next row now: resume the job later.',
  payer_revoked:
    'The API key or app that made the job was revoked, has expired or was disconnected: a person, or a key without limits or budget, pays for the other rows by resuming it.',
  request_refused:
    'The API key that made the job may no longer run its rows: change its limits, or let a person or a key without limits or budget resume the job and pay for the other rows.',
}

/** An unlimited caller that resumes a job which has paused for one of these pays for its other rows. */
export const TAKEN_OVER_AFTER: readonly JobReason[] = ['payer_revoked', 'request_refused']
