import type { Static } from 'typebox'
import { BODY_BYTES } from '../../../body/limits.ts'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import { RowsImported } from '../../../schemas/rows.ts'
import { counted, facts, notice, type ShownRow, table } from '../../elements.ts'
import { actionOf, formOf } from '../../forms.ts'
import type { MakePage, Shown, View } from '../../page.ts'
import { mapFile, type ImportFile, readImportFile } from './csv-mapping.ts'
import { IMPORT_PATH, importPath, tablePath, TABLES_PATH } from './paths.ts'

/** The file and the fields beside it. */
const FORM_BYTES_MAX = BODY_BYTES.large + BODY_BYTES.medium
const COLUMN = 'column-'
const REFUSED_SHOWN = 100

/** Imports a CSV file in three steps: the file, which column becomes which, and what became of each line. */
export const importPage: MakePage = ({ find }) => {
  const importRows = find('importRows', RowsImported)
  return {
    path: IMPORT_PATH,
    section: TABLES_PATH,
    formBytesMax: FORM_BYTES_MAX,
    show: async (view) => ({ title: 'Import a CSV file', main: fileForm(view) }),
    async act(view, form) {
      const name = form.get('table')?.trim() ?? ''
      const csv = form.get('file') ?? form.get('csv') ?? ''
      const file = readImportFile(csv)
      if (actionOf(form) !== 'import') return mappingStep({ name, csv, file })
      const targets = file.columns.map((_, index) => form.get(`${COLUMN}${index}`)?.trim() ?? '')
      const mapped = mapFile(csv, targets)
      const done = await importRows(view, { params: { name }, text: mapped.csv }).catch((thrown: unknown) => {
        if (thrown instanceof Problem && thrown.httpStatus < 500) return thrown
        throw thrown
      })
      if (done instanceof Problem)
        return mappingStep({ name, csv, file: { ...file, columns: withTargets(file, targets) }, problem: done })
      return { title: 'Imported', main: outcomeOf(view, { name, done, lineOf: mapped.lineOf }) }
    },
  }
}

const withTargets = ({ columns }: ImportFile, targets: readonly string[]) =>
  columns.map((column, index) => ({ ...column, target: targets[index] ?? '' }))

const fileForm = ({ refused, query }: View): Html =>
  html`<p class="lead">The first line names the columns. In the next step you choose what each becomes.</p>
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
        { name: 'file', label: 'CSV file', type: 'file', accept: '.csv,text/csv', optional: true },
        { name: 'csv', label: 'Or its text', rows: 6, code: true, optional: true },
      ],
    },
    refused,
  )}</div>`

interface MappingStep {
  readonly name: string
  readonly csv: string
  readonly file: ImportFile
  readonly problem?: Problem
}

const mappingStep = ({ name, csv, file, problem }: MappingStep): Shown => ({
  title: 'Choose the columns',
  main: html`${problem !== undefined && notice('bad', problem.publicMessage)}
${facts([
  ['Table', html`<code>${name}</code>`],
  ['Lines', counted(file.records)],
])}
<p>Write the column of the table beside each column of the file. An empty one is left out.</p>
${formOf(
  {
    action: 'import',
    submit: `Import ${counted(file.records)} lines`,
    large: true,
    columns: true,
    hidden: { table: name, csv },
    fields: file.columns.map(({ heading, target, samples }, index) => ({
      name: `${COLUMN}${index}`,
      label: heading === '' ? `Column ${index + 1}` : heading,
      value: target,
      optional: true,
      bare: true,
      autocomplete: 'off',
      hint: sampleText(samples),
    })),
  },
  null,
)}`,
})

const SAMPLE_LENGTH_MAX = 40
const sampleText = (samples: readonly string[]): string =>
  `In the file: ${samples.map((sample) => (sample === '' ? 'nothing' : sample.slice(0, SAMPLE_LENGTH_MAX))).join(', ')}`

interface Outcome {
  readonly name: string
  readonly done: Static<typeof RowsImported>
  readonly lineOf: (line: number) => number
}

function outcomeOf(view: View, { name, done, lineOf }: Outcome): Html {
  const faults = [...done.refused, ...done.conflicts].toSorted((one, other) => one.line - other.line)
  const written = `Lines that were written: ${done.lines - faults.length} of ${done.lines}.`
  return html`${notice(faults.length === 0 ? 'good' : 'warn', written)}
${facts([
  ['New rows', counted(done.inserted)],
  ['Merged into rows', counted(done.updated)],
  ['As they were', counted(done.unchanged)],
])}
${
  faults.length > 0 &&
  table({
    id: 'faults',
    caption: `Lines that were not written, the first ${REFUSED_SHOWN}`,
    empty: '',
    columns: [
      { title: 'Line', numeric: true },
      { title: 'Why', wraps: true },
    ],
    rows: faults
      .slice(0, REFUSED_SHOWN)
      .map(({ line, reason }, index): ShownRow => ({ id: `fault-${index}`, cells: [lineOf(line), reason] })),
  })
}
<p class="actions"><a class="button" href="${tablePath(view, name)}">To the table</a>
<a class="button plain" href="${importPath(view, name)}">Import another file</a></p>`
}
