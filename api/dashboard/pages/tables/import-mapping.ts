import type { Static } from 'typebox'
import { KNOWN_FIELDS } from '../../../../domain/files/known-headings.ts'
import { fieldNameOf } from '../../../../domain/files/suggest.ts'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import type { FileReading } from '../../../schemas/file.ts'
import type { RowsImported } from '../../../schemas/rows.ts'
import { counted, facts, notice, type ShownRow, table } from '../../elements.ts'
import { type FormField, formOf } from '../../forms.ts'
import type { Shown } from '../../page.ts'
import { BYTES, correctionFields, readAs, fileFieldsIn } from './import-file.ts'

const COLUMN = 'column-'
const HEADING = 'heading-'
const REFUSED_SHOWN = 20

interface MappingStep {
  readonly name: string
  readonly bytes: Buffer
  /** What was sent so far. */
  readonly form: URLSearchParams
  /** The file as it was read; nothing is written yet. */
  readonly read: Static<typeof RowsImported>
  /** The columns that the table has. */
  readonly columns: readonly string[]
  readonly problem?: Problem
}

/** Which field each heading becomes, as the route's `map` has it; null leaves the column out. */
export function mapIn(form: URLSearchParams): Record<string, string | null> {
  const map: [string, string | null][] = []
  for (let index = 0; form.has(`${HEADING}${index}`); index += 1)
    map.push([form.get(`${HEADING}${index}`) ?? '', form.get(`${COLUMN}${index}`)?.trim() || null])
  const fields = map.flatMap(([, field]) => (field === null ? [] : [field]))
  const twice = fields.find((field, index) => fields.indexOf(field) !== index)
  if (twice !== undefined)
    throw new Problem('invalid_request', `Two columns become ${twice}. Choose another field for one, or leave it out.`)
  return Object.fromEntries(map)
}

/** Shows how the file was read, and what each column becomes. */
export function mappingStep({ name, bytes, form, read, columns, problem }: MappingStep): Shown {
  const { file, lines, refused } = read
  const sent = { table: name, [BYTES]: bytes.toString('base64') }
  return {
    title: 'Choose the columns',
    main: html`${problem !== undefined && notice('bad', problem.publicMessage)}
${facts([
  ['Table', html`<code>${name}</code>`],
  ['Read as', readAs(file)],
  ['Lines', counted(lines)],
  ...(refused.length === 0 ? [] : [['Lines that do not fit the column names', counted(refused.length)] as const]),
])}
${refused.length > 0 && refusedLines(refused)}
${formOf(
  {
    action: 'file',
    submit: 'Read the file again',
    style: 'plain',
    large: true,
    hidden: sent,
    fields: [],
    further: { label: 'Read it in another way', fields: correctionFields(form, file) },
  },
  null,
)}
<p>Choose the field for each column of the file. ${
      file.columns.some(({ suggested_by: by }) => by === 'remembered') &&
      'The choices are those of your last file with these column names.'
    }</p>
${formOf(
  {
    action: 'import',
    submit: `Import ${counted(lines)} lines`,
    large: true,
    columns: true,
    hidden: {
      ...sent,
      ...fileFieldsIn(form),
      ...Object.fromEntries(file.columns.map((column, index) => [`${HEADING}${index}`, column.name])),
    },
    fields: file.columns.map((column, index) => columnField(column, { index, form, columns })),
  },
  null,
)}`,
  }
}

const refusedLines = (refused: Static<typeof RowsImported>['refused']): Html =>
  table({
    id: 'unfit',
    caption: `Lines that will not be imported, the first ${REFUSED_SHOWN}`,
    empty: '',
    columns: [
      { title: 'Line', numeric: true },
      { title: 'Why', wraps: true },
    ],
    rows: refused
      .slice(0, REFUSED_SHOWN)
      .map(({ line, reason }, index): ShownRow => ({ id: `unfit-${index}`, cells: [String(line), reason] })),
  })

type ReadColumn = FileReading['columns'][number]

function columnField(
  column: ReadColumn,
  {
    index,
    form,
    columns,
  }: { readonly index: number; readonly form: URLSearchParams; readonly columns: readonly string[] },
): FormField {
  const { name, field, suggested_by: by, samples = [] } = column
  const own = fieldNameOf(name)
  const suggested = field ?? (by === 'remembered' ? '' : own)
  const value = form.get(`${HEADING}${index}`) === name ? (form.get(`${COLUMN}${index}`) ?? suggested) : suggested
  const fields = new Set([...KNOWN_FIELDS, ...columns, own, value].filter((one) => one !== ''))
  return {
    name: `${COLUMN}${index}`,
    label: name,
    value,
    optional: true,
    bare: true,
    options: [['', 'Leave out'], ...[...fields].map((one) => [one, one] as const)],
    hint: samples.length === 0 ? 'No values' : `In the file: ${samples.join(', ')}`,
  }
}
