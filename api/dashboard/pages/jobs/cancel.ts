import { html } from '../../../html/markup.ts'
import { Job } from '../../../schemas/job.ts'
import { counted } from '../../elements.ts'
import { confirmationPage } from '../../confirmation.ts'
import type { MakePage } from '../../page.ts'
import { jobParams, jobPath, JOBS_PATH } from './paths.ts'

/** Confirms that a job ends before its rows have all run. */
export const cancelJobPage: MakePage = ({ find }) => {
  const getJob = find('getJob', Job)
  const cancelJob = find('cancelJob', Job)
  return confirmationPage({
    path: `${JOBS_PATH}/{job_id}/cancel`,
    section: JOBS_PATH,
    async confirms(view) {
      const { job_id: id, name, progress } = await getJob(view, { params: jobParams(view) })
      return {
        title: 'Cancel the job?',
        consequences: html`<p>No further row of <strong>${name}</strong> begins:
${counted(progress.rows - progress.done)} of ${counted(progress.rows)} rows have not ended. Rows at a provider end as
usual and are charged. The results so far stay. A cancelled job cannot go on.</p>`,
        action: 'cancel',
        submit: 'Cancel the job',
        back: jobPath(view, id),
      }
    },
    async act(view) {
      const { job_id: id } = await cancelJob(view, { params: jobParams(view) })
      return jobPath(view, id)
    },
  })
}
