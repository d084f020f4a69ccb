import type { JobFile } from '../../../domain/jobs/file.ts'
import { NO_HEADER_LINE } from '../../../domain/files/layout.ts'
import { JOB_ROWS_MAX } from '../../../domain/jobs/limits.ts'
import type { UploadRow } from '../../../domain/jobs/uploads.ts'
import { missingFaults } from '../../../domain/jobs/missing-columns.ts'
import type { RowTemplate } from '../../../domain/jobs/row-input.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { isEmpty } from '../../../domain/rows/merge.ts'
import { allRows } from '../../../db/tables/rows/export.ts'
import type { StoredRow } from '../../../db/tables/rows/rows.ts'
import type { Database } from '../../../db/database.ts'
import { findUpload, readUploadRows } from '../../../db/jobs/uploads.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import { Problem } from '../../errors/problem.ts'
import type { JobCreate, JobOfRows } from '../../schemas/job.ts'
import { invalidRequest } from '../../validation/check.ts'
import { presentRow } from '../rows/present.ts'
import { requireQuery, type RowDeps, timeoutAsInvalidFilter } from '../rows/query-page.ts'
import { requireTableAt } from '../tables/find.ts'

/** What the rows fill, by the member of the request. */
type Templates = Readonly<Record<string, RowTemplate | null>>

/** A row of a job before it fills the template. */
export interface SourceRow {
  readonly key: string | null
  /** The id of a row of a table. */
  readonly rowId: bigint | null
  readonly data: JsonObject
  /** Why no run can be made of it; left out: nothing is known. */
  readonly fault?: string
}

export interface SourceRows {
  readonly rows: readonly SourceRow[]
  /** null: the rows are no rows of a table. */
  readonly table: TableState | null
  /** The uploaded file that the rows are of. */
  readonly file: JobFile | null
  /** Whether that file names its columns itself. */
  readonly namesColumns: boolean
}

/** The rows of a request, in the order in which they run. Throws for a table or a filter that cannot be read. */
export async function sourceOf(
  deps: RowDeps,
  principal: Principal,
  { body: { rows, record, only }, templates }: { readonly body: JobOfRows; readonly templates: Templates },
): Promise<SourceRows> {
  if (!('table' in rows)) {
    const at = record !== undefined ? '/record' : only === 'empty' ? '/only' : null
    if (at !== null) throw invalidRequest([{ path: at, message: 'is allowed only with rows of a table' }])
    if ('items' in rows) return { table: null, file: null, namesColumns: false, rows: rows.items.map(ofNoTable) }
    return uploadedRows(deps.db, principal, { rows, templates })
  }
  const table = await requireTableAt(deps.db, principal, { name: rows.table, at: '/rows' })
  const found = await tableRows(deps, table, rows)
  const chosen = only === 'empty' ? found.filter(isEmptyIn(savedFields(record?.save))) : found
  if (chosen.length === 0)
    throw new Problem('invalid_request', 'No row of the table matches. Use fewer or other conditions.', {
      param: '/rows',
    })
  return { table, file: null, namesColumns: false, rows: chosen }
}

const ofNoTable = (data: JsonObject): SourceRow => ({ key: null, rowId: null, data })

const ofUpload = ({ data, line, refused }: UploadRow): SourceRow => ({
  ...ofNoTable(data),
  ...(refused === null ? {} : { fault: `Line ${line} of the file ${refused}.` }),
})

/** Rows of one reading. */
const UPLOADED_AT_ONCE = 1_000

/** The rows of a file. Throws for an upload that is not there, and for columns that it lacks. */
async function uploadedRows(
  db: Database,
  principal: Principal,
  { rows: { upload: id }, templates }: { readonly rows: { upload: string }; readonly templates: Templates },
): Promise<SourceRows> {
  const upload = await findUpload(db, principal, id)
  if (upload === null)
    throw new Problem('not_found', 'There is no upload with this id: it may have expired.', { param: '/rows/upload' })
  const columns = upload.reading?.columns ?? upload.columns.map((name) => ({ name, field: null }))
  const missing = Object.entries(templates).flatMap(([member, template]) =>
    template === null ? [] : missingFaults(template, { member, columns }),
  )
  if (missing.length > 0) throw invalidRequest(missing)
  const found: SourceRow[] = []
  for (let read = 0; read < upload.rows; read = found.length) {
    const some = await readUploadRows(db, upload.id, read, UPLOADED_AT_ONCE)
    if (some.length === 0) throw new Problem('not_found', 'The upload was deleted.', { param: '/rows/upload' })
    found.push(...some.map(ofUpload))
  }
  const { separator = 'comma', bom = false } = upload.reading ?? {}
  const namesColumns = upload.reading?.header_line !== NO_HEADER_LINE
  return { table: null, file: { columns: upload.columns, separator, bom }, namesColumns, rows: found }
}

async function tableRows(
  deps: RowDeps,
  table: TableState,
  { where, limit = JOB_ROWS_MAX }: Extract<JobOfRows['rows'], { table: string }>,
): Promise<SourceRow[]> {
  const { filter, order } = requireQuery(
    { order: 'row_created_at', ...(where === undefined ? {} : { where }) },
    table,
    { now: new Date(), cursors: deps.cursors },
  )
  return timeoutAsInvalidFilter(firstRows(allRows(deps.db, { tableId: table.id, filter, order }), limit))
}

async function firstRows(pages: AsyncIterable<readonly StoredRow[]>, limit: number): Promise<SourceRow[]> {
  const found: SourceRow[] = []
  for await (const rows of pages) {
    for (const row of rows) found.push({ key: row.key, rowId: row.id, data: presentRow(row) })
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}

/** The fields of a row that a run fills. */
function savedFields(save: NonNullable<JobCreate['record']>['save']): readonly string[] {
  if (save === undefined || save === 'all')
    throw invalidRequest([
      { path: '/only', message: '`empty` needs `record.save` as a map, which names the fields of the row' },
    ])
  return Object.values(save)
}

const isEmptyIn =
  (fields: readonly string[]) =>
  ({ data }: SourceRow): boolean =>
    fields.some((field) => !Object.hasOwn(data, field) || isEmpty(data[field] ?? null))
