import type { JsonObject } from '../../../../domain/json/json.ts'
import { suggestFields } from '../../../../domain/files/suggest.ts'
import { html, type Html, type Part } from '../../../html/markup.ts'
import { JobUpload } from '../../../schemas/job-upload.ts'
import { TableDetail } from '../../../schemas/tables.ts'
import { counted, facts, table, time } from '../../elements.ts'
import { type FilterForm, filterOf } from '../../forms.ts'
import type { PageParts, View } from '../../page.ts'
import { readAs } from '../tables/import-file.ts'
import { tablePath } from '../tables/paths.ts'
import { queryOfConditions, readConditions, type RowCondition, whereOf } from '../tables/row-conditions.ts'
import { conditionLines } from '../tables/rows-query.ts'
import { createMatchReader } from './matching-rows.ts'
import { mappingPath, workQuery } from './paths.ts'

/** Where the rows of a new job come from. */
export interface JobSource {
  /** `rows` of the job's request. */
  readonly rows: JsonObject
  readonly columns: readonly string[]
  /** The field that each column probably holds, in the order of the columns. */
  readonly fields: readonly (string | null)[]
  readonly facts: readonly (readonly [string, Part])[]
  readonly sample: readonly JsonObject[]
  /** A run can write its result into a row of a table. */
  readonly isTable: boolean
  /** As the query of the page names it. */
  readonly query: Readonly<Record<string, string>>
  /** Of a table: the form that chooses some of its rows. */
  readonly filter: FilterForm | null
}

/** Reads the source that the query of a page names. Throws `not_found`. */
export function createSourceReader({ find, db }: Pick<PageParts, 'find' | 'db'>) {
  const getJobUpload = find('getJobUpload', JobUpload)
  const getTable = find('getTable', TableDetail)
  const readMatching = createMatchReader({ find, db })
  return async (view: View): Promise<JobSource> => {
    const { upload, table: name = '' } = view.query
    if (upload !== undefined) return uploadSource(await getJobUpload(view, { params: { upload_id: upload } }))
    const detail = await getTable(view, { params: { name } })
    const conditions = readConditions(view.query)
    if (conditions.length === 0) return tableSource(view, detail, null)
    const where = whereOf(conditions, detail)
    return tableSource(view, detail, { ...(await readMatching(view, { name, where, limit: MATCHES_READ })), where })
  }
}

const uploadSource = ({
  upload_id: upload,
  columns,
  rows,
  duplicates,
  invalid,
  refused,
  sample,
  expires_at: expires,
  file,
}: JobUpload): JobSource => ({
  rows: { upload },
  columns,
  fields: file?.columns.map(({ field }) => field) ?? fieldsOf(columns, sample),
  facts: [
    ['Rows', counted(rows)],
    ...(duplicates === 0 ? [] : [['Rows that equal an earlier row', counted(duplicates)] as const]),
    ...(invalid === 0 ? [] : [['Lines that do not fit the columns', refusedShown({ invalid, refused })] as const]),
    ...(file === null ? [] : [['Read as', readAs(file)] as const]),
    ['File is deleted', time(expires)],
  ],
  sample: sample.map(plainRow),
  isTable: false,
  query: { upload },
  filter: null,
})

/** They do not run. */
const refusedShown = ({ invalid, refused }: Pick<JobUpload, 'invalid' | 'refused'>): string =>
  `${counted(invalid)} do not run: ${refused
    .slice(0, REFUSED_SHOWN_MAX)
    .map(({ line, reason }) => `line ${line} ${reason}`)
    .join('; ')}${invalid > REFUSED_SHOWN_MAX ? '; …' : ''}`

/** As many as fit next to the other facts. */
const REFUSED_SHOWN_MAX = 3

/** Enough to suggest what a column holds. */
const MATCHES_READ = 10

/** What the conditions of the page choose of the table; null: all of it. */
type Chosen = {
  readonly count: number | null
  readonly first: readonly JsonObject[]
  readonly where: JsonObject
} | null

function tableSource(view: View, detail: TableDetail, chosen: Chosen): JobSource {
  const { name, columns, rows } = detail
  const some = chosen?.first ?? detail.latest.map(plainRow)
  const conditions = readConditions(view.query)
  const pathWith = (others: readonly RowCondition[]): string =>
    mappingPath(view, { ...workQuery(view), table: name, ...queryOfConditions(others) })
  return {
    rows: { table: name, ...(chosen === null ? {} : { where: chosen.where }) },
    columns: columns.map((column) => column.name),
    fields: fieldsOf(
      columns.map((column) => column.name),
      some,
    ),
    facts: [
      ['Table', html`<a href="${tablePath(view, name)}">${name}</a>`],
      ...(chosen === null || chosen.count === null ? [] : [['Rows that match', counted(chosen.count)] as const]),
      ['Rows of the table', counted(rows)],
    ],
    sample: some.slice(0, SAMPLE_ROWS),
    isTable: true,
    query: { table: name, ...queryOfConditions(conditions) },
    filter: {
      label: 'Choose rows of the table',
      submit: 'Use these rows',
      fields: [],
      ...conditionLines(view, detail, pathWith),
      clear: conditions.length === 0 ? null : pathWith([]),
      hidden: { ...workQuery(view), table: name },
    },
  }
}

const plainRow = (row: object): JsonObject => JSON.parse(JSON.stringify(row))

const SAMPLE_ROWS = 3
const SAMPLE_COLUMNS = 12
const SAMPLE_LENGTH_MAX = 60

/** What a source has, and its first rows. */
export const sourceShown = (view: View, { facts: shown, columns, sample, filter }: JobSource): Html => {
  const titles = columns.slice(0, SAMPLE_COLUMNS)
  const caption =
    titles.length < columns.length
      ? `Some rows, the first ${SAMPLE_COLUMNS} of ${counted(columns.length)} columns`
      : 'Some rows'
  return html`${facts(shown)}
${
  titles.length > 0 &&
  table({
    id: 'sample',
    caption,
    empty: 'There are no rows.',
    columns: titles.map((title) => ({ title })),
    rows: sample.slice(0, SAMPLE_ROWS).map((row, index) => ({
      id: `sample-${index}`,
      cells: titles.map((title) => sampleCell(row[title])),
    })),
  })
}
${
  filter !== null &&
  html`<details class="further"${(filter.clear !== null || 'conditions' in view.query) && html` open`}>
<summary>Only some rows</summary>${filterOf(filter, view.query)}</details>`
}`
}

const sampleCell = (value: unknown): string => {
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
  return text === '' ? '–' : text.slice(0, SAMPLE_LENGTH_MAX)
}

/** By the names of the columns, and what some rows have in them. A job needs no second profile of a person. */
const fieldsOf = (columns: readonly string[], rows: readonly JsonObject[]): readonly (string | null)[] =>
  suggestFields(
    columns.map((heading) => ({
      heading,
      values: rows.flatMap((row) => {
        const value = row[heading]
        return typeof value === 'string' && value.trim() !== '' ? [value] : []
      }),
    })),
  ).map((suggestion) => (suggestion === null || suggestion.field === 'profile_url' ? null : suggestion.field))

/** Fields that fill a member of an input where no column is called like it: a website has its domain. */
const ALSO_FILLED_BY: Readonly<Record<string, readonly string[]>> = {
  domain: ['website'],
  company_domain: ['domain', 'website'],
  phone: ['mobile'],
  company_name: ['company'],
  job_title: ['title'],
}

/** The column that most likely fills a member of an input; empty: none. */
export function guessedColumn(member: string, { columns, fields }: Pick<JobSource, 'columns' | 'fields'>): string {
  const named = columns.find((column) => column === member)
  if (named !== undefined) return named
  const field = [member, ...(ALSO_FILLED_BY[member] ?? [])].find((one) => fields.includes(one))
  return field === undefined ? '' : (columns[fields.indexOf(field)] ?? '')
}
