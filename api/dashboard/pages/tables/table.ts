import { html, type Html } from '../../../html/markup.ts'
import { Problem } from '../../../errors/problem.ts'
import { RowsPage } from '../../../schemas/rows.ts'
import { TableDetail } from '../../../schemas/tables.ts'
import { counted, facts, pager, type ShownRow, table, time } from '../../elements.ts'
import { asInvalidRequest } from '../../query-values.ts'
import { filterOf } from '../../forms.ts'
import { type MakePage, can, type View } from '../../page.ts'
import {
  deleteRowsPath,
  editTablePath,
  enrichPath,
  exportPath,
  importPath,
  rowPath,
  tablePath,
  TABLES_PATH,
} from './paths.ts'
import {
  bodyOf,
  conditionsQuery,
  keepsAll,
  queryOf,
  readRowsQuery,
  type RowsFilter,
  rowsFilterForm,
} from './rows-query.ts'
import { mappingPath } from '../jobs/paths.ts'
import { addRow, addRowForm } from './add-row.ts'
import { statusCounts, valueOf } from './table-texts.ts'

/** As many as fit next to each other; the page of a row shows all of them. */
const COLUMNS_SHOWN = 6

/** A table: its summary, and its rows by filter and order, page by page. */
export const tablePage: MakePage = ({ find }) => {
  const getTable = find('getTable', TableDetail)
  const queryRows = find('queryRows', RowsPage)
  return {
    path: `${TABLES_PATH}/{name}`,
    section: TABLES_PATH,
    async show(view) {
      const name = view.params['name'] ?? ''
      const detail = await getTable(view, { params: { name } })
      const request = readRowsQuery(view)
      const read = async () => queryRows(view, { params: { name }, body: bodyOf(request, detail) })
      const found = await read().catch(asInvalidRequest)
      return {
        title: detail.title ?? detail.name,
        actions: actionsOnTable(view, detail),
        main: html`${detail.description !== null && html`<p class="lead">${detail.description}</p>`}
${facts([
  ['Table', html`<code>${detail.name}</code>`],
  ['Rows', counted(detail.rows)],
  ['By status', detail.rows === 0 ? '–' : statusCounts(view, detail)],
  ['Due now', detail.due],
  ['Key mode', html`<code>${detail.key}</code>`],
  ['Changed', time(detail.updated_at)],
])}
${filterOf(rowsFilterForm(view, detail, found instanceof Problem ? found : null), view.query)}
${
  !(found instanceof Problem) &&
  html`${actionsOnRows(view, detail, request)}
${rowsShown(view, detail, found)}
${pager({
  next: found.next_cursor,
  cursor: request.cursor,
  pathAt: (page) => tablePath(view, name, { ...queryOf(request), ...page }),
})}`
}
${can(view, 'write') && addRowForm(view, detail)}
${columnsShown(detail)}`,
      }
    },
    act: addRow(find),
  }
}

/** What is done with the rows of the filter. */
const actionsOnRows = (view: View, { name, rows }: TableDetail, request: RowsFilter): Html | null =>
  rows === 0
    ? null
    : html`<p class="actions">${
        can(view, 'run') &&
        html`<a class="button" href="${enrichPath(view, { table: name, ...queryOf(request) })}">Enrich these rows</a>
<a class="button plain" id="to-job" href="${mappingPath(view, { table: name, ...conditionsQuery(request, view.now) })}">${
          keepsAll(request) ? 'Run on all rows' : 'Run a job on these rows'
        }</a>
`
      }<a class="button plain" href="${exportPath(view, name, queryOf(request))}" download>Download ${
        keepsAll(request) ? 'all rows' : 'these rows'
      } as CSV</a>${
        can(view, 'write') &&
        !keepsAll(request) &&
        html` <a class="button danger" href="${deleteRowsPath(view, name, queryOf(request))}">Delete these rows…</a>`
      }</p>`

const actionsOnTable = (view: View, { name }: TableDetail): Html[] =>
  can(view, 'write')
    ? [
        html`<a class="button plain" href="${importPath(view, name)}">Import a file (CSV, Excel)</a>`,
        html`<a class="button plain" href="${editTablePath(view, name)}">Edit the table</a>`,
      ]
    : []

function rowsShown(view: View, detail: TableDetail, { items }: RowsPage): Html {
  const valueAt = (row: RowsPage['items'][number], name: string): unknown =>
    Object.getOwnPropertyDescriptor(row, name)?.value
  // A column that only repeats the key leaves its place to another one.
  const columns = detail.columns
    .map(({ name }) => name)
    .filter((name) => items.some((row) => valueAt(row, name) !== row.key))
    .slice(0, COLUMNS_SHOWN)
  return table({
    id: 'rows',
    caption: 'Rows',
    empty: detail.rows === 0 ? 'No row yet.' : 'No matching rows.',
    columns: [
      { title: 'Key' },
      { title: 'Status' },
      { title: 'Touches', numeric: true },
      { title: 'Next' },
      ...columns.map((title) => ({ title })),
    ],
    rows: items.map((row, index): ShownRow => ({
      id: `row-${index}`,
      cells: [
        html`<a href="${rowPath(view, detail.name, row.key)}">${row.key}</a>`,
        valueOf(row.status),
        row.touches,
        valueOf(row.next_at),
        ...columns.map((name) => valueOf(valueAt(row, name))),
      ],
    })),
  })
}

const columnsShown = ({ columns }: TableDetail): Html =>
  table({
    id: 'columns',
    caption: 'Columns',
    empty: 'No column yet.',
    columns: [
      { title: 'Column' },
      { title: 'Holds' },
      { title: 'Filled', numeric: true },
      { title: 'Share', numeric: true },
    ],
    rows: columns.map(({ name, type, filled, fill_rate: rate }, index): ShownRow => ({
      id: `column-${index}`,
      cells: [name, type, counted(filled), `${Math.round(rate * 100)} %`],
    })),
  })
