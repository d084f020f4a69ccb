import type { JsonObject } from '../../../../domain/json/json.ts'
import { MAINTAINED_FIELDS, ROW_FIELDS } from '../../../../domain/tables/keys.ts'
import { Problem } from '../../../errors/problem.ts'
import type { Html } from '../../../html/markup.ts'
import { RowsUpdated } from '../../../schemas/rows.ts'
import { TableDetail } from '../../../schemas/tables.ts'
import { type FormField, formOf } from '../../forms.ts'
import type { DashboardPage, PageParts, View } from '../../page.ts'
import { cellField, cellText, enteredCells } from './cell-values.ts'
import { rowPath, tablePath } from './paths.ts'

/** A form of more fields than these is of no use to a person. */
const FIELDS_MAX = 60
const NOT_DATA: ReadonlySet<string> = new Set([...MAINTAINED_FIELDS, ...ROW_FIELDS])
const LONG_TEXT = 80

/** The columns of the table and what else the row has, without what the service maintains. */
const namesOf = (row: JsonObject, { columns }: TableDetail): string[] =>
  [...new Set([...Object.keys(row), ...columns.map(({ name }) => name)])]
    .filter((name) => !NOT_DATA.has(name))
    .slice(0, FIELDS_MAX)

/** The row's status, when it is due, and its data. */
export const editForm = ({ refused }: View, row: JsonObject, detail: TableDetail): Html =>
  formOf(
    {
      action: 'edit',
      submit: 'Save the row',
      columns: true,
      fields: [],
      further: {
        label: 'Edit',
        fields: [
          field('status', cellText(row['status'])),
          field('next_at', cellText(row['next_at']), 'A time, or from now on: +4d.'),
          ...namesOf(row, detail).map((name) => field(name, cellText(row[name]))),
        ],
      },
    },
    refused,
  )

const field = (name: string, value: string, hint?: string): FormField =>
  cellField(name, {
    at: `set/${name}`,
    value,
    ...(value.length > LONG_TEXT ? { rows: 3 } : {}),
    ...(hint === undefined ? {} : { hint }),
  })

/** Changes the values that differ from the row's, and removes those that were emptied. */
export function editRow(find: PageParts['find']): NonNullable<DashboardPage['act']> {
  const getTable = find('getTable', TableDetail)
  const updateRows = find('updateRows', RowsUpdated)
  return async (view, form) => {
    const { name = '', key = '' } = view.params
    const detail = await getTable(view, { params: { name } })
    const set: JsonObject = Object.fromEntries(enteredCells(form, detail))
    const {
      items,
      conflicts = [],
      refused = [],
    } = await updateRows(view, { params: { name }, body: { keys: [key], set } })
    const reason = conflicts[0]?.reason ?? refused[0]?.reason
    if (reason !== undefined) throw new Problem('invalid_request', `The row was not changed: it ${reason}.`)
    const [row] = items
    return row === undefined ? tablePath(view, name) : rowPath(view, name, row.key)
  }
}
