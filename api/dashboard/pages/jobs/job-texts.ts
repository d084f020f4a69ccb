import type { JobStatus, RowOutcome } from '../../../../domain/jobs/states.ts'
import type { Html } from '../../../html/markup.ts'
import type { Job } from '../../../schemas/job.ts'
import { badge, counted, type Tone, humanize } from '../../elements.ts'

const JOB_TONES: Readonly<Record<JobStatus, Tone>> = {
  estimating: 'busy',
  awaiting_approval: 'warn',
  running: 'busy',
  paused: 'warn',
  finishing: 'busy',
  succeeded: 'good',
  partially_succeeded: 'warn',
  cancelled: 'quiet',
  failed: 'bad',
}

export const jobBadge = ({ status }: Job): Html => badge(humanize(status), JOB_TONES[status])

/** Why a job waits; null: it does not wait. */
export const reasonOf = ({ reason }: Job): string | null => (reason === null ? null : humanize(reason))

const OUTCOME_TONES: Readonly<Record<RowOutcome, Tone>> = {
  found: 'good',
  missed: 'quiet',
  failed: 'bad',
  blocked: 'warn',
  invalid: 'bad',
  saved: 'good',
  cancelled: 'quiet',
  repeated: 'quiet',
}

/** null: the row has not ended. */
export const outcomeBadge = (outcome: RowOutcome | null): Html | string =>
  outcome === null ? '–' : badge(humanize(outcome), OUTCOME_TONES[outcome])

export const progressOf = ({ progress: { rows, done } }: Job): string => `${counted(done)} of ${counted(rows)}`

const MINUTE = 60
const MINUTES_OF_HOUR = 60

/** To the minute where it is long: it is no more exact. */
export function timeLeft(seconds: number): string {
  if (seconds < MINUTE) return `about ${seconds} s`
  const minutes = Math.round(seconds / MINUTE)
  if (minutes < MINUTES_OF_HOUR) return `about ${minutes} min`
  return `about ${counted(Math.floor(minutes / MINUTES_OF_HOUR))} hr. ${minutes % MINUTES_OF_HOUR} min`
}
