import type { JsonObject } from '../../../../domain/json/json.ts'
import { Problem } from '../../../errors/problem.ts'
import type { Html } from '../../../html/markup.ts'
import { RowsWritten, TableDetail } from '../../../schemas/tables.ts'
import { formOf } from '../../forms.ts'
import type { DashboardPage, PageParts, View } from '../../page.ts'
import { cellField, enteredCells } from './cell-values.ts'
import { rowPath, tablePath } from './paths.ts'

/** More columns than these are added on the page of the row. */
const COLUMNS_MAX = 12
/** Of a table that has no column yet. */
const FIRST_COLUMNS = ['email', 'full_name', 'company', 'domain']

const columnsOf = ({ columns }: TableDetail): string[] =>
  columns.length === 0 ? FIRST_COLUMNS : columns.map(({ name }) => name).slice(0, COLUMNS_MAX)

/** A form with a field for each column. */
export const addRowForm = ({ refused }: View, detail: TableDetail): Html =>
  formOf(
    {
      action: 'add-row',
      submit: 'Add the row',
      columns: true,
      fields: [],
      further: {
        label: 'Add a row',
        fields: columnsOf(detail).map((name) => cellField(name)),
      },
    },
    refused,
  )

/** Writes the row, which may be merged into one that has the same identity, and leads to it. */
export function addRow(find: PageParts['find']): NonNullable<DashboardPage['act']> {
  const getTable = find('getTable', TableDetail)
  const writeRows = find('writeRows', RowsWritten)
  return async (view, form) => {
    const params = { name: view.params['name'] ?? '' }
    const detail = await getTable(view, { params })
    const row: JsonObject = Object.fromEntries(enteredCells(form, detail).filter(([, value]) => value !== null))
    const { keys, refused, conflicts } = await writeRows(view, { params, body: { rows: [row] } })
    const reason = refused[0]?.reason ?? conflicts[0]?.reason
    if (reason !== undefined) throw new Problem('invalid_request', `The row was not written: it ${reason}.`)
    const [key] = [...keys.inserted, ...keys.updated]
    return key === undefined ? tablePath(view, detail.name) : rowPath(view, detail.name, key)
  }
}
