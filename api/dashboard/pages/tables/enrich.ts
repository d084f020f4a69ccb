import { randomUUID } from 'node:crypto'
import { findCapability } from '../../../../domain/capabilities/catalog.ts'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import { type CapabilityInspection, Inspection } from '../../../schemas/catalog.ts'
import { RowsPage } from '../../../schemas/rows.ts'
import { Run } from '../../../schemas/run.ts'
import { TableDetail } from '../../../schemas/tables.ts'
import { facts } from '../../elements.ts'
import { actionOf, filterOf, type FormField, formOf } from '../../forms.ts'
import { at, type MakePage, type View } from '../../page.ts'
import { oneWordOf } from '../../query-values.ts'
import { enoughOf } from '../../run-form/form.ts'
import { capabilityParts } from '../../run-form/parts.ts'
import { explainedPrice } from '../catalog/offer-texts.ts'
import { startForRows, type StartedRow, startedTable } from './enrich-runs.ts'
import { ENRICH_PATH, tablePath, TABLES_PATH } from './paths.ts'
import { bodyOf, queryOf, readRowsQuery } from './rows-query.ts'

/** What a table's rows are usually enriched with. */
const ENRICHMENTS = [
  'contact.find',
  'contact.verify',
  'contact.phone',
  'contact.personal_email',
  'person.enrich',
  'company.enrich',
  'company.technologies',
  'company.funding',
  'social.profile',
] as const
/** A run for each row, started one after another while the browser waits. */
const ROWS_MAX = 100
const ROWS_DEFAULT = 10
const INPUT = 'input-'

/** Enriches rows of a table: what with, from which columns, how many. Each row keeps the result of its run. */
export const enrichPage: MakePage = ({ find }) => {
  const getTable = find('getTable', TableDetail)
  const queryRows = find('queryRows', RowsPage)
  const inspect = find('inspect', Inspection)
  const createRun = find('createRun', Run)
  const chosen = async (view: View): Promise<Chosen> => {
    const capability = oneWordOf(ENRICHMENTS, view.query['capability']) ?? ENRICHMENTS[0]
    const [table, found] = await Promise.all([
      getTable(view, { params: { name: view.query['table'] ?? '' } }),
      inspect(view, { body: { capability } }),
    ])
    if (found.kind !== 'capability') throw new Error('the response is not a capability')
    return { table, found }
  }
  return {
    path: ENRICH_PATH,
    section: TABLES_PATH,
    async show(view) {
      const { table, found } = await chosen(view)
      return { title: `Enrich ${table.name}`, main: questions(view, { table, found }) }
    },
    async act(view, form) {
      if (actionOf(form) !== 'enrich') throw new Problem('invalid_request', 'There is no action with this name.')
      const { table, found } = await chosen(view)
      const limit = rowsWanted(form.get('rows'))
      const { items } = await queryRows(view, {
        params: { name: table.name },
        body: { ...bodyOf(readRowsQuery(view), table), limit },
      })
      const started = await startForRows(view, createRun, {
        rows: items.map((row): JsonObject => JSON.parse(JSON.stringify(row))),
        columnOf: columnsOf(form, found),
        capability: found.capability,
        table: table.name,
        once: form.get('once') ?? '',
      })
      return { title: `Enriching ${table.name}`, main: outcome(view, table.name, started) }
    },
  }
}

interface Chosen {
  readonly table: TableDetail
  readonly found: CapabilityInspection
}

function rowsWanted(text: string | null): number {
  const rows = Number(text)
  if (Number.isInteger(rows) && rows >= 1 && rows <= ROWS_MAX) return rows
  throw new Problem('invalid_request', `Rows must be a number from 1 to ${ROWS_MAX}.`, { param: '/rows' })
}

/** The texts of the input: what a cell can fill. */
const memberNames = (found: CapabilityInspection): string[] =>
  capabilityParts(found).flatMap(({ members }) =>
    members.flatMap(({ name, entry }) => (entry === 'line' ? [name] : [])),
  )

const columnsOf = (form: URLSearchParams, found: CapabilityInspection): ReadonlyMap<string, string> =>
  new Map(
    memberNames(found).flatMap((name) => {
      const column = form.get(`${INPUT}${name}`) ?? ''
      return column === '' ? [] : [[name, column] as const]
    }),
  )

const questions = (view: View, { table, found }: Chosen): Html => html`${filterOf(
  {
    label: 'What to look for',
    submit: 'Choose',
    clear: null,
    fields: [
      {
        name: 'capability',
        label: 'Enrich with',
        value: found.capability,
        options: ENRICHMENTS.map((slug) => [slug, findCapability(slug)?.title ?? slug]),
      },
    ],
    hidden: { table: table.name, ...filterValues(view) },
  },
  view.query,
)}
<p class="lead">${found.description}</p>
${capabilityParts(found).map(({ enough }) => enough.length > 0 && html`<p>${enoughOf(enough)}</p>`)}
${facts([
  ['Table', html`<a href="${tablePath(view, table.name, queryOf(readRowsQuery(view)))}">${table.name}</a>`],
  ['Price', explainedPrice(found)],
])}
${formOf(
  {
    action: 'enrich',
    columns: true,
    submit: view.environment === 'test' ? 'Enrich in the sandbox' : 'Enrich',
    hidden: { once: randomUUID() },
    fields: [rowsField, ...memberNames(found).map((name) => inputField(name, table))],
    more: html`<p class="hint">A run for each row; its result becomes columns of the row. A row whose answer is saved
costs nothing, and a row without these values is left out.</p>`,
  },
  view.refused,
)}`

/** The filter of the table's page goes on: these rows, and no others. */
const filterValues = (view: View): Record<string, string> =>
  Object.fromEntries(
    Object.entries(queryOf(readRowsQuery(view))).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )

const rowsField: FormField = {
  name: 'rows',
  label: 'Rows',
  value: String(ROWS_DEFAULT),
  inputMode: 'numeric',
  maxLength: 3,
  autocomplete: 'off',
  hint: `The first ones of the filter, at most ${ROWS_MAX}.`,
}

const inputField = (name: string, { columns }: TableDetail): FormField => ({
  name: `${INPUT}${name}`,
  at: `input/${name}`,
  label: name,
  optional: true,
  bare: true,
  value: columns.some((column) => column.name === name) ? name : '',
  options: [['', 'Leave out'], ...columns.map((column) => [column.name, `Column ${column.name}`] as const)],
})

function outcome(view: View, name: string, started: readonly StartedRow[]): Html {
  const runs = started.filter(({ runId }) => runId !== null).length
  return html`<p class="lead">Runs that were started: ${runs} of ${started.length} rows.</p>
${startedTable(view, started)}
<p class="actions"><a class="button" href="${tablePath(view, name)}">To the table</a>
<a class="button plain" href="${at(view, '/runs')}">To the runs</a></p>`
}
