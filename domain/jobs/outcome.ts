import type { RunError, SpendControl } from '../runs/run-error.ts'
import type { EndedStatus } from '../runs/states.ts'
import type { JobReason, RowOutcome } from './states.ts'

/** A run of a job that has ended. */
export interface EndedRun {
  readonly status: EndedStatus
  readonly error: Pick<RunError, 'code' | 'controls'> | null
  /** A saved row answered it. */
  readonly isSaved: boolean
}

/** What the end of its run means for a row: an outcome, or that the row waits until the job can continue. */
export type RowEnd = { readonly outcome: RowOutcome } | { readonly waitsFor: JobReason }

/** A run that could not begin for lack of money or of a provider leaves its row as it was. */
export function rowEndOf({ status, error, isSaved }: EndedRun): RowEnd {
  switch (status) {
    case 'succeeded':
      return { outcome: isSaved ? 'saved' : 'found' }
    case 'no_match':
      return { outcome: 'missed' }
    case 'cancelled':
      return { outcome: 'cancelled' }
    case 'timed_out':
      return { outcome: 'failed' }
    case 'blocked':
      return waiting(error) ?? { outcome: 'blocked' }
    case 'failed':
      return waiting(error) ?? { outcome: error?.code === 'invalid_request' ? 'invalid' : 'failed' }
  }
}

function waiting(error: EndedRun['error']): RowEnd | null {
  if (error?.code === 'insufficient_balance') return { waitsFor: 'insufficient_balance' }
  if (error?.code === 'provider_not_available') return { waitsFor: 'provider_outage' }
  const [waitsFor] = (error?.controls ?? []).flatMap((control) => WAITS_FOR[control] ?? [])
  return waitsFor === undefined ? null : { waitsFor }
}

/** What a row waits for that a control has stopped; null: the control concerns the row alone, which has ended. */
const WAITS_FOR: Readonly<Record<SpendControl, JobReason | null>> = {
  max_cost: null,
  per_run_limit: null,
  max_run_cost: null,
  daily_limit: 'daily_limit',
  key_budget: 'key_budget',
  job_ceiling: 'ceiling_reached',
}
