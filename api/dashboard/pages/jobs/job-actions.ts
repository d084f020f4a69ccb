import { randomUUID } from 'node:crypto'
import { hasEnded } from '../../../../domain/jobs/states.ts'
import { html, type Html } from '../../../html/markup.ts'
import type { Job } from '../../../schemas/job.ts'
import { counted, usdUp } from '../../elements.ts'
import { formOf } from '../../forms.ts'
import { can, type RefusedForm, type View } from '../../page.ts'
import { projectedCost } from './job-summary.ts'
import { cancelJobPath, jobPath, jobResultsPath } from './paths.ts'

export const EDIT = 'edit'
export const THEN_RESUME = 'then_resume'

const APPROVE = formOf({ action: 'approve', fields: [], submit: 'Approve the job' }, null)
const PAUSE = formOf({ action: 'pause', fields: [], submit: 'Pause', style: 'plain' }, null)
const resumeForm = (style: 'main' | 'plain'): Html =>
  formOf({ action: 'resume', fields: [], submit: 'Resume', style }, null)

/** What can be done with a job in its status. `retriedBy`: the job that runs its failed rows again. */
export function jobActions(view: View, job: Job, retriedBy: string | null): Html {
  const { status, job_id: id, progress } = job
  return html`${
    retriedBy === null
      ? can(view, 'run') && changesOf(job)
      : html`<a class="button" id="retried-by" href="${jobPath(view, retriedBy)}">To the retry of its failed rows</a>`
  }
${
  progress.done > 0 &&
  html`<a class="button plain" id="csv" href="${jobResultsPath(view, id, 'csv')}">Download CSV</a>
<a class="button plain" id="jsonl" href="${jobResultsPath(view, id, 'jsonl')}">Download JSON lines</a>`
}
${
  !hasEnded(status) &&
  can(view, 'run') &&
  html`<a class="button danger" id="cancel" href="${cancelJobPath(view, id)}">Cancel…</a>`
}`
}

function changesOf({ status, reason, progress: { failed } }: Job): Html | null {
  if (status === 'awaiting_approval') return APPROVE
  // At its ceiling a job only continues with a higher one, by the form below.
  if (status === 'paused') return resumeForm(reason === 'ceiling_reached' ? 'plain' : 'main')
  if (status === 'estimating' || status === 'running') return PAUSE
  return hasEnded(status) && failed > 0 ? retryForm(failed) : null
}

const retryForm = (failed: number): Html =>
  formOf(
    {
      action: 'retry',
      fields: [],
      submit: failed === 1 ? 'Run the failed row again' : `Run the ${counted(failed)} failed rows again`,
      hidden: { once: randomUUID() },
    },
    null,
  )

/** A job that its ceiling has paused continues with the new one. */
export function raiseForm(job: Job, refused: RefusedForm | null): Html {
  const isPausedByIt = job.status === 'paused' && job.reason === 'ceiling_reached'
  const cost = projectedCost(job)
  return formOf(
    {
      action: EDIT,
      submit: isPausedByIt ? 'Raise the ceiling and resume' : 'Change the ceiling',
      style: isPausedByIt ? 'main' : 'plain',
      hidden: isPausedByIt ? { [THEN_RESUME]: 'yes' } : {},
      fields: [
        {
          name: 'ceiling',
          label: 'Ceiling in USD',
          value: job.ceiling,
          inputMode: 'decimal',
          maxLength: 16,
          autocomplete: 'off',
          hint: `At least what is spent and held.${
            cost === null ? '' : ` By the rows so far, all rows will cost about ${usdUp(cost)}.`
          }`,
        },
      ],
    },
    refused,
  )
}
