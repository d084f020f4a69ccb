import { hasEnded, ROW_OUTCOMES } from '../../../../domain/jobs/states.ts'
import { readRunLines } from '../../../../db/runs/about.ts'
import { Problem } from '../../../errors/problem.ts'
import { attributes, html, type Html } from '../../../html/markup.ts'
import { Job, JobItemList } from '../../../schemas/job.ts'
import { counted, facts, live, notice, time, usd, usdOrDash, words } from '../../elements.ts'
import { actionOf } from '../../forms.ts'
import { type MakePage, may, type PageParts, type View } from '../../page.ts'
import { oneWordOf } from '../../query-values.ts'
import { EDIT, jobActions, raiseForm } from './job-actions.ts'
import { jobRows, rowsFilter } from './job-rows.ts'
import { jobBadge, progressOf, reasonOf, timeLeft } from './job-texts.ts'
import { jobParams, jobPath, JOBS_PATH } from './paths.ts'

const JOB_REFRESH_MS = 2_000
const ROWS_SHOWN = 20

/** One job: how far it is, what it has spent, and its rows; and what can be done with it now. */
export const jobPage: MakePage = (parts) => {
  const getJob = parts.find('getJob', Job)
  const readRows = createRowsReader(parts)
  const act = createJobActs(parts)
  return {
    path: `${JOBS_PATH}/{job_id}`,
    section: JOBS_PATH,
    async show(view) {
      const job = await getJob(view, { params: jobParams(view) })
      const everyMs = isStill(job) ? null : JOB_REFRESH_MS
      return {
        title: job.name,
        state: live({ id: 'job-status', everyMs }, html`${jobBadge(job)} ${reasonOf(job)}`),
        actions: [live({ id: 'job-actions', everyMs }, jobActions(view, job))],
        main: html`${refusalOf(view)}
${live({ id: 'job', everyMs, said: `Job: ${words(job.status)}.` }, summaryOf(view, job))}
${ceilingOf(view, job, everyMs)}
<h2>Rows</h2>
${rowsFilter(view, job.job_id)}
${live({ id: 'job-rows', everyMs }, await readRows(view, job))}`,
      }
    },
    act,
  }
}

/** It leaves the page when the job has ended. A refused form stands still, so that its message can be read. */
function ceilingOf(view: View, job: Job, everyMs: number | null): Html | null {
  if (view.refused !== null) return raiseForm(job, view.refused)
  const form = !hasEnded(job.status) && may(view, 'run') && raiseForm(job, null)
  return live({ id: 'job-ceiling', everyMs }, html`${form}`)
}

/** A job that waits stands still, once the rows that were under way have ended. */
const isStill = ({ status, held }: Job): boolean =>
  hasEnded(status) || ((status === 'paused' || status === 'awaiting_approval') && held === '0.00')

function createRowsReader({ find, db }: Pick<PageParts, 'find' | 'db'>) {
  const listJobItems = find('listJobItems', JobItemList)
  return async (view: View, { job_id: jobId }: Job): Promise<Html> => {
    const { cursor } = view.query
    const outcome = oneWordOf(ROW_OUTCOMES, view.query['outcome'])
    const listed = await listJobItems(view, {
      params: { job_id: jobId },
      query: {
        limit: ROWS_SHOWN,
        ...(outcome === null ? {} : { outcome }),
        ...(cursor === undefined ? {} : { cursor }),
      },
    })
    const runIds = listed.items.flatMap(({ run_id: id }) => (id === null ? [] : [id]))
    const lines = await readRunLines(db, runIds, view.caller.principal)
    return jobRows(view, { jobId, listed, lines })
  }
}

/** What the forms of the page do. */
function createJobActs({ find }: Pick<PageParts, 'find'>) {
  const changes = {
    approve: find('approveJob', Job),
    pause: find('pauseJob', Job),
    resume: find('resumeJob', Job),
  }
  const updateJob = find('updateJob', Job)
  const retryJob = find('retryJob', Job)
  return async (view: View, form: URLSearchParams): Promise<string> => {
    const params = jobParams(view)
    const action = actionOf(form)
    const change = oneWordOf(['approve', 'pause', 'resume'] as const, action)
    if (change !== null) await changes[change](view, { params })
    else if (action === EDIT) await updateJob(view, { params, body: { ceiling: form.get('ceiling')?.trim() ?? '' } })
    else if (action === 'retry') {
      const headers = { 'Idempotency-Key': form.get('once') ?? '' }
      const { job_id: retried } = await retryJob(view, { params, body: { only: 'errors' }, headers })
      return jobPath(view, retried)
    } else throw new Problem('invalid_request', 'There is no action with this name.')
    return jobPath(view, params.job_id)
  }
}

/** A refused ceiling is explained at its field. */
const refusalOf = ({ refused }: View): Html | null =>
  refused === null || actionOf(refused.form) === EDIT
    ? null
    : html`<p class="problem" role="alert">${refused.problem.publicMessage}</p>`

const summaryOf = (view: View, job: Job): Html => {
  const { progress, advice, retry_of: retried } = job
  const meter = attributes({ min: 0, max: progress.rows, value: progress.done, 'aria-label': 'Rows that have ended' })
  return html`<p class="hit-line"><code>${job.job_id}</code></p>
${advice !== null && notice('warn', advice)}
<meter${meter}>${progressOf(job)}</meter>
<p>Rows that have ended: ${progressOf(job)}</p>
${facts([
  ['Missed', counted(progress.missed)],
  ['Failed', counted(progress.failed)],
  ['Blocked', counted(progress.blocked)],
  ['Invalid', counted(progress.invalid)],
  ['Already saved', counted(progress.saved)],
  ['Cancelled', counted(progress.cancelled)],
  ['Time left', timeLeft(progress.eta_seconds)],
])}
<h2>Money</h2>
${facts([
  ['Spent', usd(job.spent)],
  ['Held', usd(job.held)],
  ['Ceiling', usd(job.ceiling)],
  ['Cost of each found row', usdOrDash(progress.cost_per_found)],
  ['Expected by the estimate', usd(job.estimate.expected_cost)],
  ['After the pilot', job.approve === 'manual' ? 'waits for an approval' : 'goes on if the ceiling suffices'],
  ['Created', time(job.created_at)],
  ['Finished', job.finished_at === null ? 'not yet' : time(job.finished_at)],
  ...(retried === null
    ? []
    : [['Failed rows of', html`<a href="${jobPath(view, retried)}" id="retry-of">${retried}</a>`] as const]),
])}`
}
