import { BODY_BYTES } from '../../../body/limits.ts'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import { RowsImported } from '../../../schemas/rows.ts'
import { TableDetail } from '../../../schemas/tables.ts'
import { actionOf, formOf } from '../../forms.ts'
import type { MakePage, PageCall, View } from '../../page.ts'
import { FILES_ACCEPTED, fileIn, fileQueryIn } from './import-file.ts'
import { mappingStep, mapIn } from './import-mapping.ts'
import { importOutcome } from './import-outcome.ts'
import { IMPORT_PATH, TABLES_PATH } from './paths.ts'

/** The file in base64, which takes a third more, and the fields next to it. */
const FORM_BYTES_MAX = Math.ceil((BODY_BYTES.large * 4) / 3) + BODY_BYTES.medium

/** Imports a file in three steps: the file, which column becomes which field, and what became of each line. */
export const importPage: MakePage = ({ find }) => {
  const importRows = find('importRows', RowsImported)
  const columnsOf = knownColumns(find('getTable', TableDetail))
  return {
    path: IMPORT_PATH,
    section: TABLES_PATH,
    formBytesMax: FORM_BYTES_MAX,
    show: async (view) => ({ title: 'Import a file', main: fileForm(view) }),
    async act(view, form) {
      const name = form.get('table')?.trim() ?? ''
      const bytes = fileIn(form)
      const file = { params: { name }, bytes }
      const read = () =>
        importRows(view, { bytes, params: { name: READ_FOR }, query: { ...fileQueryIn(form), dry_run: true } })
      const step = { name, bytes, form, columns: await columnsOf(view, name) }
      if (actionOf(form) !== 'import') return mappingStep({ ...step, read: await read() })
      const write = async () =>
        importRows(view, { ...file, query: { ...fileQueryIn(form), map: JSON.stringify(mapIn(form)) } })
      const done = await write().catch((thrown: unknown) => {
        if (thrown instanceof Problem && thrown.httpStatus < 500) return thrown
        throw thrown
      })
      if (done instanceof Problem) return mappingStep({ ...step, read: await read(), problem: done })
      return { title: 'Imported', main: importOutcome(view, name, done) }
    },
  }
}

/** A reading goes into no table, and what the person has named is judged with the columns. */
const READ_FOR = 'leads'

/** The columns of a table; none of one that the import will make. */
const knownColumns =
  (getTable: PageCall<typeof TableDetail>) =>
  async (view: View, name: string): Promise<readonly string[]> => {
    try {
      return (await getTable(view, { params: { name } })).columns.map((column) => column.name)
    } catch (thrown) {
      if (thrown instanceof Problem && (thrown.code === 'not_found' || thrown.code === 'invalid_request')) return []
      throw thrown
    }
  }

const fileForm = ({ refused, query }: View): Html =>
  html`<p class="lead">A CSV file or an Excel workbook, as the program saved it. In the next step you see how it was
read, and choose what each column becomes.</p>
<div class="confirmation">${formOf(
    {
      action: 'file',
      submit: 'Look at the columns',
      large: true,
      fields: [
        {
          name: 'table',
          label: 'Table',
          value: query['table'] ?? 'leads',
          maxLength: 64,
          autocomplete: 'off',
          hint: 'A table that does not exist yet is created.',
        },
        {
          name: 'file',
          label: 'File',
          type: 'file',
          accept: FILES_ACCEPTED,
          optional: true,
          hint: 'CSV or Excel (.xlsx), at most 1 MB.',
        },
        { name: 'csv', label: 'Or its text', rows: 6, code: true, optional: true },
      ],
    },
    refused,
  )}</div>`
