import type { JobStatus, RowOutcome } from '../../../../domain/jobs/states.ts'
import type { Html } from '../../../html/markup.ts'
import type { Job } from '../../../schemas/job.ts'
import { badge, counted, duration, type Tone, words } from '../../elements.ts'

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

export const jobBadge = ({ status }: Job): Html => badge(words(status), JOB_TONES[status])

/** Why a job waits; null: it does not wait. */
export const reasonOf = ({ reason }: Job): string | null => (reason === null ? null : words(reason))

const OUTCOME_TONES: Readonly<Record<RowOutcome, Tone>> = {
  found: 'good',
  missed: 'quiet',
  failed: 'bad',
  blocked: 'warn',
  invalid: 'bad',
  saved: 'good',
  cancelled: 'quiet',
}

/** null: the row has not ended. */
export const outcomeBadge = (outcome: RowOutcome | null): Html | string =>
  outcome === null ? '–' : badge(words(outcome), OUTCOME_TONES[outcome])

export const progressOf = ({ progress: { rows, done } }: Job): string => `${counted(done)} of ${counted(rows)}`

const SECOND_MS = 1_000
export const timeLeft = (seconds: number): string => `about ${duration(seconds * SECOND_MS)}`
