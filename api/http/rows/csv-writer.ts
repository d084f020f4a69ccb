import { stringify } from 'csv-stringify/sync'
import type { Json } from '../../../domain/json/json.ts'
import { EXPORTED_ROW_FIELDS } from '../../../domain/files/layout.ts'
import { type Cell, cellOf } from '../../../domain/rows/csv-cells.ts'
import type { StoredRow } from '../../../db/tables/rows/rows.ts'
import { presentRow } from './present.ts'

/** Lines of the export: row fields first, then these columns of data (decisions, "export"). */
export const headerLine = (columns: readonly string[]): string => linesOf([[...EXPORTED_ROW_FIELDS, ...columns]])

export const rowLines = (rows: readonly StoredRow[], columns: readonly string[]): string =>
  linesOf(
    rows.map((row) => {
      const shown = presentRow(row)
      return [
        ...EXPORTED_ROW_FIELDS.map((name) => shown[name]),
        ...columns.map((name) => (Object.hasOwn(row.data, name) ? (row.data[name] ?? null) : null)),
      ]
    }),
  )

/** CSV lines of these records: cells that a spreadsheet would run are marked. */
export const linesOf = (records: readonly (readonly Json[])[], separator = ','): string =>
  stringify(
    records.map((record) => record.map(cellOf)),
    { cast: { object: castCell }, delimiter: separator },
  )

/** csv-stringify quotes cells that CSV requires to be quoted, and cells that are marked as quoted. */
const castCell = (cell: object) => (isCell(cell) ? { value: cell.text, ...(cell.quoted ? { quoted: true } : {}) } : '')

const isCell = (cell: object): cell is Cell => 'text' in cell
