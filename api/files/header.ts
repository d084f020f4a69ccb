import { trimmedCell, withoutFailure, withoutTextMark } from '../../domain/files/cell-text.ts'
import { cleanHeading } from '../../domain/files/heading.ts'
import { EXPORTED_ROW_FIELDS, NO_HEADER_LINE } from '../../domain/files/layout.ts'
import { type CodedValues, type PhonePart, phonePartOf, withCountryCodes } from '../../domain/files/national-phones.ts'
import { valueOfCell } from '../../domain/rows/csv-cells.ts'
import { KIND_OF_FIELD } from '../../domain/rows/identities.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import { MAINTAINED_FIELDS, ROW_FIELDS } from '../../domain/tables/keys.ts'
import { findUnsupportedText } from '../body/json.ts'
import { FileFault, type FileRecord } from './csv-records.ts'

export interface FileColumn {
  /** As the file names it. */
  readonly heading: string
  /** What it is called where its rows go; null: it is left out. */
  readonly name: string | null
  /** Row fields and identities are text in any file: a handle or phone of digits stays text. */
  readonly isText: boolean
  readonly phonePart: PhonePart
}

/** What each heading becomes; a heading that is not in it keeps its name, and null leaves the column out. */
export type ColumnMap = ReadonlyMap<string, string | null>

export interface FileHeader {
  readonly line: number
  readonly columns: readonly FileColumn[]
  /** Cells of its line, those without a name behind the last one too. */
  readonly width: number
  /**
   * The first columns are those of the export, so the export wrote the file: its marks are removed, and numbers and
   * booleans are read as such.
   */
  readonly exported: boolean
}

const NO_MAP: ColumnMap = new Map()

/** Throws a `FileFault` for columns that become one field, or have a name that is not allowed. */
export function headerOf(record: FileRecord, map: ColumnMap = NO_MAP): FileHeader {
  const exported = EXPORTED_ROW_FIELDS.every((name, index) => isNamed(record.cells[index], name))
  const columns = columnsOf(record, { exported, map })
  return { line: record.line, columns, width: record.cells.length, exported }
}

/** The columns of a file without column names, called by their numbers; `record` is its first line of values. */
export const numberedHeader = ({ cells }: FileRecord, map?: ColumnMap): FileHeader =>
  headerOf(
    { line: NO_HEADER_LINE, cells: cells.map((_, index) => ({ text: numberedName(index), quoted: false })) },
    map,
  )

const numberedName = (index: number): string => `Column ${index + 1}`

const isNamed = (cell: FileRecord['cells'][number] | undefined, name: string): boolean =>
  (cell?.quoted === true ? cell.text : cleanHeading(cell?.text ?? '')) === name

function columnsOf(
  record: FileRecord,
  { exported, map }: { readonly exported: boolean; readonly map: ColumnMap },
): FileColumn[] {
  const { line } = record
  const headings = headingsOf(record, exported)
  const columns = headings.map((heading): FileColumn => {
    const name = map.has(heading) ? (map.get(heading) ?? null) : heading
    return { heading, name, isText: name === null || isTextField(name), phonePart: phonePartOf(name, heading) }
  })
  requireDistinct(line, headings, (name) => `has two columns \`${name}\``)
  const names = columns.flatMap(({ name }) => (name === null ? [] : [name]))
  requireDistinct(line, names, (name) => `has two columns that become \`${name}\``)
  if (findUnsupportedText(Object.fromEntries(names.map((name) => [name, null]))) !== null)
    throw new FileFault(line, 'has a column whose name is not allowed')
  return columns
}

/**
 * Spreadsheets write separators behind the last name. A column without a name before it, as an index or a merged cell
 * leaves it, is called by its number. Throws a `FileFault` for one in a file of the export, which writes none.
 */
function headingsOf({ line, cells }: FileRecord, exported: boolean): string[] {
  const headings = cells.map(({ text, quoted }): string => {
    if (!exported) return cleanHeading(text)
    const value = valueOfCell({ text, quoted: true, exported, typed: false })
    return typeof value === 'string' ? (quoted ? value : value.trim()) : text
  })
  const last = headings.findLastIndex((heading) => heading.trim() !== '')
  if (last < 0) throw new FileFault(line, 'must have the column names')
  const names = headings.slice(0, last + 1)
  if (!exported) return numbered(names.map((heading, index) => (heading === '' ? numberedName(index) : heading)))
  const unnamed = names.findIndex((heading) => heading.trim() === '')
  if (unnamed >= 0) throw new FileFault(line, `has no name for column ${unnamed + 1}`)
  return names
}

/** Reports name two columns alike, as `Email` of a contact and of its owner: the second is `Email (2)`. */
function numbered(names: readonly string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name)
      return name
    }
    let number = 2
    while (taken.has(`${name} (${number})`)) number += 1
    const other = `${name} (${number})`
    taken.add(other)
    return other
  })
}

const isTextField = (name: string): boolean =>
  [...ROW_FIELDS, ...MAINTAINED_FIELDS].some((field) => field === name) || KIND_OF_FIELD.has(name)

function requireDistinct(line: number, names: readonly string[], reason: (name: string) => string): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new FileFault(line, reason(name))
    seen.add(name)
  }
}

/** The values of a record's cells in the order of the columns, undefined for an empty cell; or why it is refused. */
export type RecordValues = CodedValues | { readonly reason: string }

export function valuesOf({ cells }: FileRecord, { columns, width, exported }: FileHeader): RecordValues {
  if (cells.length !== width)
    return { reason: `has ${counted(cells.length, 'cell')}, and the header ${counted(width, 'column')}` }
  const unnamed = cells.findIndex(({ text }, index) => index >= columns.length && text.trim() !== '')
  if (unnamed >= 0) return { reason: `has a value in column ${unnamed + 1}, which has no name` }
  const written = columns.map(({ name, isText }, index) => {
    const cell = cells[index]
    if (cell === undefined || name === null) return undefined
    const text = exported ? cell.text : withoutFailure(withoutTextMark(trimmedCell(cell.text)))
    return valueOfCell({ ...cell, text, exported, typed: exported && !isText })
  })
  const parts = columns.map(({ phonePart }) => phonePart)
  const coded = exported ? { values: written } : withCountryCodes(parts, written)
  const { values } = coded
  const fault = values.some((value) => value !== undefined) ? findUnsupportedText(rowOfValues(columns, values)) : null
  return fault === null ? coded : { reason: `\`${fault.path}\` ${fault.message}` }
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The row of a record: empty cells are no members. */
export const rowOfValues = (columns: readonly FileColumn[], values: readonly (Json | undefined)[]): JsonObject =>
  Object.fromEntries(
    columns.flatMap(({ name }, index): [string, Json][] => {
      const value = values[index]
      return value === undefined || name === null ? [] : [[name, value]]
    }),
  )
