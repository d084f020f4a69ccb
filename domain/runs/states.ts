/** The states of a run (Spec 3.1). The database repeats them as a check constraint. */
export const RUN_STATUSES = [
  'created',
  'scheduled',
  'awaiting_approval',
  'reserved',
  'queued',
  'running',
  'succeeded',
  'no_match',
  'failed',
  'timed_out',
  'blocked',
  'cancelled',
] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export const ENDED_STATUSES = ['succeeded', 'no_match', 'failed', 'timed_out', 'blocked', 'cancelled'] as const
export type EndedStatus = (typeof ENDED_STATUSES)[number]

/** A run can be stopped until the provider call begins (Spec 3.1, 4.4). */
export const STOPPABLE_STATUSES = ['created', 'scheduled', 'awaiting_approval', 'reserved', 'queued'] as const

export const isEnded = (status: RunStatus): status is EndedStatus =>
  (ENDED_STATUSES as readonly RunStatus[]).includes(status)

export const isStoppable = (status: RunStatus): boolean => (STOPPABLE_STATUSES as readonly RunStatus[]).includes(status)

/** How one provider attempt can end. `unknown`: the request may have taken effect; its outcome is unknown. */
export const ATTEMPT_OUTCOMES = [
  'succeeded',
  'no_match',
  'provider_error',
  'provider_timeout',
  'rate_limited',
  'rejected',
  'skipped',
  'unknown',
  'cancelled',
] as const
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

export const ENVIRONMENTS = ['test', 'live'] as const
export type Environment = (typeof ENVIRONMENTS)[number]
