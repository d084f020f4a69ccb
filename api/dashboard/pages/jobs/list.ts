import type { Static } from 'typebox'
import { JOB_STATUSES } from '../../../../domain/jobs/states.ts'
import { html, type Html } from '../../../html/markup.ts'
import { JobList } from '../../../schemas/job.ts'
import { counted, live, pager, type ShownRow, table, time, usd, usdOrDash, withNote, humanize } from '../../elements.ts'
import { filterOf, menuOf } from '../../forms.ts'
import { pageUrl, type MakePage, can, type View } from '../../page.ts'
import { oneWordOf } from '../../query-values.ts'
import { jobBadge, progressOf, reasonOf } from './job-texts.ts'
import { jobPath, JOBS_PATH, newJobPath } from './paths.ts'

const JOBS_PER_PAGE = 30
const EVERY_MS = 5_000

/** The jobs of the environment, by status. */
export const jobsPage: MakePage = ({ find }) => {
  const listJobs = find('listJobs', JobList)
  return {
    path: JOBS_PATH,
    section: JOBS_PATH,
    navigation: { name: 'Jobs', group: 'Data' },
    async show(view) {
      const { cursor } = view.query
      const status = oneWordOf(JOB_STATUSES, view.query['status'])
      const listed = await listJobs(view, {
        query: { limit: JOBS_PER_PAGE, status: status ?? undefined, cursor },
      })
      return {
        title: 'Jobs',
        actions: [can(view, 'run') && html`<a class="button" href="${newJobPath(view)}">New job</a>`],
        main: html`<p class="lead">A job runs one request for each row of a file or table, and never spends more than
its ceiling.</p>
${filterOf(
  {
    label: 'Filter the jobs',
    clear: status === null ? null : pageUrl(view, JOBS_PATH),
    fields: [STATUS],
  },
  view.query,
)}
${live({ id: 'jobs-live', everyMs: cursor === undefined ? EVERY_MS : null }, jobsTable(view, listed))}`,
      }
    },
  }
}

const STATUS = menuOf(
  'status',
  'Status',
  JOB_STATUSES.map((status) => [status, humanize(status)]),
)

function jobsTable(view: View, { items, next_cursor: next }: Static<typeof JobList>): Html {
  const { cursor, status } = view.query
  return html`${table({
    id: 'jobs',
    caption: 'Jobs, newest first',
    empty: status ? 'No job has this status.' : 'No job yet. A new job takes a CSV file or a table.',
    columns: [
      { title: 'Job' },
      { title: 'Status' },
      { title: 'Rows' },
      { title: 'Spent', numeric: true },
      { title: 'Each found', numeric: true },
      { title: 'Created' },
    ],
    rows: items.map((job): ShownRow => ({
      id: job.job_id,
      cells: [
        withNote(html`<a href="${jobPath(view, job.job_id)}" id="to-${job.job_id}">${job.name}</a>`, job.job_id),
        withNote(jobBadge(job), reasonOf(job)),
        withNote(progressOf(job), `${counted(job.progress.found)} found`),
        withNote(usd(job.spent), `of ${usd(job.ceiling)}`),
        usdOrDash(job.progress.cost_per_found),
        time(job.created_at),
      ],
    })),
  })}
${pager({ next, cursor, pathAt: (page) => pageUrl(view, JOBS_PATH, { status, ...page }) })}`
}
