import { hasEnded, ROW_OUTCOMES } from '../../../../domain/jobs/states.ts'
import { findCapability } from '../../../../domain/capabilities/catalog.ts'
import { foundLine } from '../../../../domain/runs/about.ts'
import { readJobToRetry } from '../../../../db/jobs/retry.ts'
import { readRunLines } from '../../../../db/runs/about.ts'
import { readFoundMembers } from '../../../../db/runs/found.ts'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Job, JobItemList } from '../../../schemas/job.ts'
import { live, humanize } from '../../elements.ts'
import { actionOf } from '../../forms.ts'
import { type MakePage, can, type PageParts, type View } from '../../page.ts'
import { oneWordOf } from '../../query-values.ts'
import { EDIT, jobActions, raiseForm, THEN_RESUME } from './job-actions.ts'
import { jobRows, rowsFilter } from './job-rows.ts'
import { jobSummary } from './job-summary.ts'
import { jobBadge, reasonOf } from './job-texts.ts'
import { jobPath, JOBS_PATH } from './paths.ts'

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
      const job = await getJob(view, { params: view.params })
      const everyMs = isStill(job) ? null : JOB_REFRESH_MS
      const retriedBy = hasEnded(job.status) ? (await readJobToRetry(parts.db, job.job_id)).retriedBy : null
      return {
        title: job.name,
        state: live({ id: 'job-status', everyMs }, html`${jobBadge(job)} ${reasonOf(job)}`),
        actions: [live({ id: 'job-actions', everyMs }, jobActions(view, job, retriedBy))],
        main: html`${refusalOf(view)}
${live({ id: 'job', everyMs, announced: `Job: ${humanize(job.status)}.` }, jobSummary(view, job))}
${ceilingOf(view, job, everyMs)}
<h2>Rows</h2>
${rowsFilter(view, job.job_id)}
${live({ id: 'job-rows', everyMs }, await readRows(view, job))}`,
      }
    },
    act,
  }
}

/** It leaves the page when the job has ended. A refused form does not refresh, so that its message can be read. */
function ceilingOf(view: View, job: Job, everyMs: number | null): Html | null {
  if (view.refused !== null) return raiseForm(job, view.refused)
  const form = !hasEnded(job.status) && can(view, 'run') && raiseForm(job, null)
  return live({ id: 'job-ceiling', everyMs }, html`${form}`)
}

/** A job that waits does not refresh, once the rows that were under way have ended. */
const isStill = ({ status, held }: Job): boolean =>
  hasEnded(status) || ((status === 'paused' || status === 'awaiting_approval') && held === '0.00')

function createRowsReader({ find, db }: Pick<PageParts, 'find' | 'db'>) {
  const listJobItems = find('listJobItems', JobItemList)
  return async (view: View, { job_id: jobId, name }: Job): Promise<Html> => {
    const { cursor } = view.query
    const outcome = oneWordOf(ROW_OUTCOMES, view.query['outcome'])
    const listed = await listJobItems(view, {
      params: { job_id: jobId },
      query: {
        limit: ROWS_SHOWN,
        outcome: outcome ?? undefined,
        cursor,
      },
    })
    const runIds = listed.items.flatMap(({ run_id: id }) => (id === null ? [] : [id]))
    const { workspaceId, environment } = view.caller.principal
    const order = Object.keys(findCapability(name)?.outputSchema.properties ?? {})
    const [lines, members] = await Promise.all([
      readRunLines(db, runIds, { workspaceId, environment }),
      readFoundMembers(db, runIds, { workspaceId, environment, order }),
    ])
    const found = new Map([...members].map(([id, some]) => [id, foundLine(some)]))
    return jobRows(view, { jobId, listed, lines, found })
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
    const { params } = view
    const action = actionOf(form)
    const change = oneWordOf(['approve', 'pause', 'resume'] as const, action)
    if (change !== null) await changes[change](view, { params })
    else if (action === EDIT) {
      await updateJob(view, { params, body: { ceiling: form.get('ceiling')?.trim() ?? '' } })
      if (form.get(THEN_RESUME) === 'yes') await changes.resume(view, { params })
    } else if (action === 'retry') {
      const headers = { 'Idempotency-Key': form.get('once') ?? '' }
      const { job_id: retried } = await retryJob(view, { params, body: { only: 'errors' }, headers })
      return jobPath(view, retried)
    } else throw new Problem('invalid_request', 'There is no action with this name.')
    return jobPath(view, params['job_id'] ?? '')
  }
}

/** A refused ceiling is explained at its field. */
const refusalOf = ({ refused }: View): Html | null =>
  refused === null || actionOf(refused.form) === EDIT
    ? null
    : html`<p class="problem" role="alert">${refused.problem.publicMessage}</p>`
