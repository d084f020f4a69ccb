import { UPLOAD_ROWS_MAX } from '../../../../domain/jobs/uploads.ts'
import { BODY_BYTES } from '../../../body/limits.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Problem } from '../../../errors/problem.ts'
import { Features } from '../../../schemas/features.ts'
import { JobUpload } from '../../../schemas/job-upload.ts'
import { TableList } from '../../../schemas/tables.ts'
import { counted } from '../../elements.ts'
import { actionOf, type FormField, formOf } from '../../forms.ts'
import { type MakePage, can, type View } from '../../page.ts'
import { FILES_ACCEPTED, fileQueryIn, UNREAD_FILE_FIELDS } from '../tables/import-file.ts'
import { JOBS_PATH, mappingPath, NEW_JOB_PATH, workQuery } from './paths.ts'

/** The file and the fields next to it. */
const UPLOAD_FORM_BYTES_MAX = BODY_BYTES.rows + BODY_BYTES.medium
const FILE = 'file'
const TABLE = 'table'

/** Begins a job: a file is uploaded, or a table is chosen. */
export const newJobPage: MakePage = ({ find }) => {
  const createJobUpload = find('createJobUpload', JobUpload)
  const getFeatures = find('getFeatures', Features)
  const listTables = find('listTables', TableList)
  return {
    path: NEW_JOB_PATH,
    section: JOBS_PATH,
    formBytesMax: UPLOAD_FORM_BYTES_MAX,
    async show(view) {
      const { tables } = await getFeatures(view)
      const names = tables.enabled ? (await listTables(view)).items.map(({ name }) => name) : []
      return { title: 'New job', main: sources(view, names) }
    },
    async act(view, form) {
      const action = actionOf(form)
      if (action === TABLE) return mappingPath(view, { ...workQuery(view), table: form.get('table') })
      if (action !== FILE) throw new Problem('invalid_request', 'There is no action with this name.')
      const bytes = Buffer.from(form.get('file') ?? '', 'base64')
      if (bytes.length === 0)
        throw new Problem('invalid_request', 'Choose a file that is not empty.', { param: '/file' })
      const { upload_id: upload } = await createJobUpload(view, { bytes, query: fileQueryIn(form) })
      return mappingPath(view, { ...workQuery(view), upload })
    },
  }
}

const ROWS_FILE: FormField = {
  name: 'file',
  label: 'File',
  type: 'file',
  accept: FILES_ACCEPTED,
  hint: `CSV or Excel (.xlsx), at most 10 MB and ${counted(UPLOAD_ROWS_MAX)} rows.`,
}

const sources = (view: View, tables: readonly string[]): Html =>
  can(view, 'run')
    ? html`<p class="lead">Choose the rows. In the next step you choose what to run, and then see what it costs. Nothing
is charged before you start the job.</p>
<div class="cards forms"><section class="card"><h2>From a file</h2>
${formOf(
  {
    action: FILE,
    submit: 'Upload the file',
    large: true,
    fields: [ROWS_FILE],
    further: { label: 'How the file is written', fields: UNREAD_FILE_FIELDS },
  },
  view.refused,
)}</section>
${tables.length > 0 && fromTable(view, tables)}</div>`
    : html`<p class="empty">Your role may look at jobs, and create none.</p>`

const fromTable = (view: View, tables: readonly string[]): Html => html`<section class="card"><h2>From a table</h2>
${formOf(
  {
    action: TABLE,
    submit: 'Use the table',
    style: 'plain',
    fields: [{ name: 'table', label: 'Table', options: tables.map((name) => [name, name] as const) }],
  },
  view.refused,
)}</section>`
