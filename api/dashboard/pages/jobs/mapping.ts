import { randomUUID } from 'node:crypto'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import { JobUpload } from '../../../schemas/job-upload.ts'
import { EstimatedJob, Job } from '../../../schemas/job.ts'
import { actionOf, filterOf, formOf } from '../../forms.ts'
import { type MakePage, can, type RefusedForm, type Shown, type View } from '../../page.ts'
import { chosenWork } from '../catalog/chosen.ts'
import { createInspector } from '../catalog/inspected.ts'
import { startingPrice } from '../catalog/offer-texts.ts'
import { createCapabilities, type ListedCapability } from '../catalog/own-keys.ts'
import { START, estimateShown } from './estimate.ts'
import { ESTIMATE, jobOf, type MappedWork, mappingForm } from './mapping-form.ts'
import { isOfRows } from './many-rows.ts'
import { jobPath, JOBS_PATH, MAPPING_PATH, newJobPath, workQuery } from './paths.ts'
import { createSourceReader, type JobSource, sourceShown } from './source.ts'

const DELETE_UPLOAD = 'delete-upload'

/** Which column of a file or table fills which field, and the terms; then the estimate, and the start. */
export const jobMappingPage: MakePage = (parts) => {
  const readSource = createSourceReader(parts)
  const inspector = createInspector(parts)
  const listCapabilities = createCapabilities(parts)
  const estimateJob = parts.find('createJob', EstimatedJob)
  const createJob = parts.find('createJob', Job)
  const deleteJobUpload = parts.find('deleteJobUpload', JobUpload)
  const workOf = async (view: View, source: JobSource): Promise<MappedWork | null> => {
    const chosen = await chosenWork(view, inspector)
    if (chosen !== null && !isOfRows(chosen.work))
      throw new Problem('invalid_request', 'The body of this endpoint is a list, and rows fill objects only.')
    return chosen === null ? null : { source, chosen }
  }
  const shown = async (view: View, content: (work: MappedWork) => Html): Promise<Shown> => {
    const source = await readSource(view)
    const [items, work] = await Promise.all([listCapabilities(view), workOf(view, source)])
    return {
      title: work === null ? 'Choose what to run' : `New job: ${work.chosen.title}`,
      actions: [can(view, 'run') && !source.isTable && DELETE_FORM],
      main: html`${sourceShown(view, source)}
${choiceOf(view, source, items)}
${work !== null && (can(view, 'run') ? content(work) : NOT_ALLOWED)}
<p><a href="${newJobPath(view, workQuery(view))}">Choose other rows</a></p>`,
    }
  }
  return {
    path: MAPPING_PATH,
    section: JOBS_PATH,
    show: (view) => shown(view, (work) => mappingForm(work, null, asMapping(view.refused))),
    async act(view, form) {
      const action = actionOf(form)
      if (action === DELETE_UPLOAD) {
        await deleteJobUpload(view, { params: { upload_id: view.query['upload'] ?? '' } })
        return newJobPath(view)
      }
      const work = await workOf(view, await readSource(view))
      if (work === null) throw new Problem('invalid_request', 'Choose what to run first.')
      const body = jobOf(form, work)
      if (action === START) {
        const headers = { 'Idempotency-Key': form.get('once') ?? randomUUID() }
        const { job_id: id } = await createJob(view, { body, headers })
        return jobPath(view, id)
      }
      if (action !== ESTIMATE) throw new Problem('invalid_request', 'There is no action with this name.')
      const estimated = await estimateJob(view, { body: { ...body, dry_run: true } })
      return shown(
        view,
        (mapped) => html`${estimateShown(view, form, estimated)}<h2>Columns and terms</h2>
${mappingForm(mapped, form, null)}`,
      )
    },
  }
}

const DELETE_FORM = formOf(
  { action: DELETE_UPLOAD, fields: [], submit: 'Delete the uploaded file', style: 'plain' },
  null,
)
const NOT_ALLOWED = html`<p class="empty">Your role may look at jobs, and create none.</p>`

/** A start that is refused is shown at the form that made it. */
function asMapping(refused: RefusedForm | null): RefusedForm | null {
  if (refused === null) return null
  const form = new URLSearchParams(refused.form)
  form.set('action', ESTIMATE)
  return { ...refused, form }
}

/** An endpoint is found in the catalog, and its page leads here. */
const choiceOf = (view: View, source: JobSource, capabilities: readonly ListedCapability[]): Html =>
  filterOf(
    {
      label: 'Choose what to run',
      submit: Object.keys(workQuery(view)).length > 0 ? 'Change' : 'Continue',
      clear: null,
      hidden: source.query,
      fields: [
        {
          name: 'capability',
          label: 'What to run for each row',
          wide: true,
          options: [
            ...(view.query['provider']
              ? [['', `${view.query['provider']} ${view.query['endpoint'] ?? ''}`] as const]
              : []),
            ...capabilities.map(
              (item) => [item.capability, `${item.title} (${item.capability}): ${startingPrice(item)}`] as const,
            ),
          ],
        },
      ],
    },
    view.query,
  )
