import { expectedCost } from '../../../../domain/jobs/pilot.ts'
import { formatUsd, parseUsd } from '../../../../domain/money/microdollars.ts'
import { attributes, html, type Html, type Part } from '../../../html/markup.ts'
import type { Job } from '../../../schemas/job.ts'
import { counted, facts, notice, time, usd, usdOrDash, usdRounded } from '../../elements.ts'
import type { View } from '../../page.ts'
import { progressOf, timeLeft } from './job-texts.ts'
import { jobPath } from './paths.ts'

/** How far a job is, what it has found and what that costs. */
export const jobSummary = (view: View, job: Job): Html => {
  const { progress, advice } = job
  const meter = attributes({ min: 0, max: progress.rows, value: progress.done, 'aria-label': 'Rows that have ended' })
  return html`<p class="hit-line"><code>${job.job_id}</code></p>
${advice !== null && notice('warn', exceeds(job) ? `${advice} ${TOO_LOW}` : advice)}
${job.status === 'estimating' && html`<p>The first rows, the pilot, run now. ${AFTER_PILOT[job.approve]}</p>`}
<meter${meter}>${progressOf(job)}</meter>
${facts([
  ['Rows that have ended', progressOf(job)],
  ['Found', counted(progress.found)],
  ['Missed', counted(progress.missed)],
  ['Failed', counted(progress.failed)],
  ...rare(job),
  ...(progress.eta_seconds === null ? [] : [['Time left', timeLeft(progress.eta_seconds)] as const]),
])}
<h2>Money</h2>
${facts([
  ['Spent', usd(job.spent)],
  ['Held', usd(job.held)],
  ['Ceiling', usd(job.ceiling)],
  ['Cost of each found row', usdOrDash(progress.cost_per_found)],
  ['Expected before the start', usdRounded(job.estimate.expected_cost)],
  ...projected(job),
  ['Created', time(job.created_at)],
  ['Finished', job.finished_at === null ? 'not yet' : time(job.finished_at)],
  ...requestFacts(view, job),
])}`
}

const AFTER_PILOT = {
  manual: 'Then the job waits for your approval.',
  auto: 'Then the job continues, if its ceiling is expected to suffice.',
} as const

type Facts = readonly (readonly [string, Part])[]

/** Ends that most jobs have none of. */
const rare = ({ progress: { blocked, invalid, saved, cancelled, repeated } }: Job): Facts =>
  (
    [
      ['Blocked', blocked],
      ['Invalid', invalid],
      ['Already saved', saved],
      ['Cancelled', cancelled],
      ['Equal to an earlier row, free of charge', repeated],
    ] as const
  ).flatMap(([name, count]) => (count === 0 ? [] : [[name, counted(count)] as const]))

/** What the entire job will cost if the other rows cost what the rows so far have cost. */
const projected = (job: Job): Facts => {
  const cost = projectedCost(job)
  return cost === null ? [] : [['Expected for all rows, by those so far', usdRounded(cost)]]
}

const TOO_LOW = 'By the rows so far, the ceiling is too low for all rows: an approved job will pause there.'

/** The advice itself contains it for the other reasons. */
function exceeds(job: Job): boolean {
  const cost = projectedCost(job)
  return job.reason === 'pilot_finished' && cost !== null && parseUsd(cost) > parseUsd(job.ceiling)
}

/**
 * USD; null: no row has ended that others can be judged by, no row is left, or the job does not wait: then more is
 * spent than for the rows that are counted.
 */
export function projectedCost({ status, progress, spent }: Job): string | null {
  const { rows, done, invalid, cancelled, repeated } = progress
  if (status !== 'paused' && status !== 'awaiting_approval') return null
  if (done === rows || done === invalid + cancelled + repeated) return null
  return formatUsd(expectedCost({ spent: parseUsd(spent), counts: progress, waiting: rows - done }))
}

const requestFacts = (view: View, { retry_of: retried }: Job): Facts =>
  retried === null
    ? []
    : [['Failed rows of', html`<a href="${jobPath(view, retried)}" id="retry-of">${retried}</a>`] as const]
