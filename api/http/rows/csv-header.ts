import { mayChangeIdentities } from '../../../domain/rows/changes.ts'
import { EXPORTED_ROW_FIELDS, valueOfCell } from '../../../domain/rows/csv-cells.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { MAINTAINED_FIELDS, ROW_FIELDS } from '../../../domain/tables/keys.ts'
import { findUnsupportedText } from '../../body/json.ts'
import { CsvFault, type CsvRecord } from './csv-records.ts'

interface CsvColumn {
  readonly name: string
  /** Row fields and identities are text in any file: a handle or phone of digits stays text. */
  readonly isText: boolean
}

export interface CsvHeader {
  readonly line: number
  readonly columns: readonly CsvColumn[]
  /**
   * The first columns are those of the export, so the export wrote the file: its marks are removed, and numbers and
   * booleans are read as such.
   */
  readonly exported: boolean
}

/** Throws a `CsvFault` for columns without names, with the same name, or with one that is not allowed. */
export function headerOf(record: CsvRecord): CsvHeader {
  const exported = EXPORTED_ROW_FIELDS.every((name, index) => isNamed(record.cells[index], name))
  return { line: record.line, columns: columnsOf(record, exported), exported }
}

const isNamed = (cell: CsvRecord['cells'][number] | undefined, name: string): boolean =>
  (cell?.quoted === true ? cell.text : cell?.text.trim()) === name

function columnsOf({ line, cells }: CsvRecord, exported: boolean): CsvColumn[] {
  const columns = cells.map(({ text, quoted }, index): CsvColumn => {
    const said = valueOfCell({ text, quoted: true, exported, typed: false })
    const name = typeof said === 'string' ? (quoted ? said : said.trim()) : text
    if (name.trim() === '') throw new CsvFault(line, `has no name for column ${index + 1}`)
    return {
      name,
      isText:
        [...ROW_FIELDS, ...MAINTAINED_FIELDS].some((field) => field === name) || mayChangeIdentities([name], 'auto'),
    }
  })
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new CsvFault(line, `has two columns \`${twice}\``)
  if (findUnsupportedText(Object.fromEntries(names.map((name) => [name, null]))) !== null)
    throw new CsvFault(line, 'has a column whose name is not allowed')
  return columns
}

/** The values of a record's cells in the order of the columns, undefined for an empty cell; or why it is refused. */
export function valuesOf(
  { cells }: CsvRecord,
  { columns, exported }: CsvHeader,
): { readonly values: readonly (Json | undefined)[] } | { readonly reason: string } {
  if (cells.length !== columns.length) {
    return {
      reason: `has ${cells.length} cell${cells.length === 1 ? '' : 's'}, and the header ${columns.length} column${columns.length === 1 ? '' : 's'}`,
    }
  }
  const values = columns.map(({ isText }, index) => {
    const cell = cells[index]
    return cell === undefined ? undefined : valueOfCell({ ...cell, exported, typed: exported && !isText })
  })
  const fault = values.some((value) => value !== undefined) ? findUnsupportedText(rowOfValues(columns, values)) : null
  return fault === null ? { values } : { reason: `\`${fault.path}\` ${fault.message}` }
}

/** The row of a record: empty cells are no members. */
export const rowOfValues = (columns: readonly CsvColumn[], values: readonly (Json | undefined)[]): JsonObject =>
  Object.fromEntries(
    columns.flatMap(({ name }, index): [string, Json][] => {
      const value = values[index]
      return value === undefined ? [] : [[name, value]]
    }),
  )
