import { html } from '../../../html/markup.ts'
import { Job } from '../../../schemas/job.ts'
import { counted } from '../../elements.ts'
import { destroyPage } from '../../confirmation.ts'
import { jobPath, JOBS_PATH } from './paths.ts'

/** Confirms that a job ends before its rows have all run. */
export const cancelJobPage = destroyPage({
  path: `${JOBS_PATH}/{job_id}/cancel`,
  section: JOBS_PATH,
  read: ['getJob', Job],
  destroy: ['cancelJob', Job],
  confirms: ({ job_id: id, name, progress }, view) => ({
    title: 'Cancel the job?',
    consequences: html`<p>No further row of <strong>${name}</strong> begins:
${counted(progress.rows - progress.done)} of ${counted(progress.rows)} rows have not ended. Rows at a provider end as
usual and are charged. The results so far stay. A cancelled job cannot continue.</p>`,
    action: 'cancel',
    submit: 'Cancel the job',
    back: jobPath(view, id),
  }),
  next: (view, { job_id: id }) => jobPath(view, id),
})
