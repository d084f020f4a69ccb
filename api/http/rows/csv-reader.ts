import { finished } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { mayChangeIdentities } from '../../../domain/rows/changes.ts'
import { EXPORTED_ROW_FIELDS, valueOfCell } from '../../../domain/rows/csv-cells.ts'
import { MAINTAINED_FIELDS, ROW_FIELDS } from '../../../domain/tables/keys.ts'
import { FIELDS_MAX } from '../../../domain/rows/projection.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { ROWS_PER_TABLE_MAX } from '../../../domain/tables/limits.ts'
import { slicing } from '../../../db/time-slices.ts'
import { findUnsupportedText } from '../../body/json.ts'
import { Problem } from '../../errors/problem.ts'

export interface ReadLine {
  /** The number of the line in the file on which the record begins; the header is on line 1. */
  readonly line: number
  readonly row: JsonObject
}

export interface RefusedLine {
  readonly line: number
  readonly reason: string
}

export interface CsvFile {
  readonly rows: readonly ReadLine[]
  readonly refused: readonly RefusedLine[]
}

interface CsvCell {
  readonly text: string
  readonly quoted: boolean
}

interface CsvRecord {
  readonly line: number
  readonly cells: readonly CsvCell[]
}

/**
 * Reads a CSV file (Spec 4.7): commas, quotes, lines that end in LF or CRLF, the first one with the column names. Lines
 * that do not match the header are refused one by one. Throws `invalid_request` for a file that is no CSV (decisions,
 * "import"), and `limit_reached` for more lines than a table holds. A megabyte takes up to a second, so it is read in
 * slices.
 */
export async function readCsv(text: string): Promise<CsvFile> {
  requireCommas(text)
  const rows: ReadLine[] = []
  const refused: RefusedLine[] = []
  let header: Header | null = null
  await readRecords(text, (record) => {
    header ??= headerOf(record)
    if (header.line === record.line) return
    // A file with more lines than a table holds is not read to its end.
    if (rows.length + refused.length === ROWS_PER_TABLE_MAX) throw tooManyLines()
    const read = rowOf(record, header)
    if ('reason' in read) refused.push(read)
    else rows.push(read)
  })
  if (header === null) throw refusal(1, 'must have the column names')
  return { rows, refused }
}

const tooManyLines = (): Problem =>
  new Problem(
    'limit_reached',
    `The file has more than ${ROWS_PER_TABLE_MAX} rows, the limit of a table. Nothing was written.`,
  )

const refusal = (line: number, message: string): Problem =>
  new Problem('invalid_request', `Line ${line} of the file ${message}. Nothing was written.`)

const OTHER_SEPARATORS: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' }

/**
 * Spreadsheets in other languages write other separators; read as a file of one column, it would be refused with
 * misleading reasons.
 */
function requireCommas(text: string): void {
  const header = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const [other] = Object.entries(OTHER_SEPARATORS).filter(([separator]) => header.includes(separator))
  if (header.includes(',') || other === undefined) return
  throw refusal(1, `separates its columns by ${other[1]}: save the file with commas between them`)
}

const LINE_BREAKS = /\r\n|\n|\r/g

/** Parsed in one step: lines of one character take some eight milliseconds. */
const CHUNK_BYTES = 8_192

/**
 * Passes on each record with the line it begins on, without blank lines. Throws a refusal for text that is no CSV, and
 * the errors of `take`.
 */
async function readRecords(text: string, take: (record: CsvRecord) => void): Promise<void> {
  let cells: CsvCell[] = []
  let line = 1
  const parser = parse({
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    cast: (value, { quoting }) => {
      cells.push({ text: value, quoted: quoting })
      // Checked before the rest is read: a line of a megabyte can have half a million columns.
      if (line === 1 && cells.length > FIELDS_MAX) throw refusal(line, `has more than ${FIELDS_MAX} columns`)
      return value
    },
    on_record: () => {
      if (line === 1 || !isBlank(cells)) take({ line, cells })
      // The library's own count takes a CRLF within quotes for two lines.
      line += 1 + cells.reduce((breaks, { text: cell }) => breaks + (cell.match(LINE_BREAKS)?.length ?? 0), 0)
      cells = []
      return null
    },
  })
  const failure = finished(parser.resume()).then(
    () => null,
    (error: unknown) => error,
  )
  const slice = slicing()
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    await slice()
    if (parser.destroyed) break
    parser.write(bytes.subarray(from, from + CHUNK_BYTES))
  }
  if (!parser.destroyed) parser.end()
  const error = await failure
  if (error instanceof CsvError) throw refusal(line, reasonOf(error.code))
  if (error !== null) throw error
}

const isBlank = ([only, ...others]: readonly CsvCell[]): boolean =>
  others.length === 0 && (only === undefined || (only.text === '' && !only.quoted))

function reasonOf(code: CsvError['code']): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'has an unclosed quotation mark'
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'has text behind a closing quotation mark; a quotation mark within quotes is written twice'
    case 'INVALID_OPENING_QUOTE':
      return 'has a quotation mark within a cell that does not begin with one'
    default:
      return 'is not valid CSV'
  }
}

interface Column {
  readonly name: string
  /** Row fields and identities are text in any file: a handle or phone of digits stays text. */
  readonly isText: boolean
}

interface Header {
  readonly line: number
  readonly columns: readonly Column[]
  /**
   * The first columns are those of the export, so the export wrote the file: its marks are removed, and numbers and
   * booleans are read as such.
   */
  readonly exported: boolean
}

function headerOf(record: CsvRecord): Header {
  const exported = EXPORTED_ROW_FIELDS.every((name, index) => isNamed(record.cells[index], name))
  return { line: record.line, columns: columnsOf(record, exported), exported }
}

const isNamed = (cell: CsvCell | undefined, name: string): boolean =>
  (cell?.quoted === true ? cell.text : cell?.text.trim()) === name

function columnsOf({ line, cells }: CsvRecord, exported: boolean): Column[] {
  const columns = cells.map(({ text, quoted }, index): Column => {
    const said = valueOfCell({ text, quoted: true, exported, typed: false })
    const name = typeof said === 'string' ? (quoted ? said : said.trim()) : text
    if (name.trim() === '') throw refusal(line, `has no name for column ${index + 1}`)
    return {
      name,
      isText:
        [...ROW_FIELDS, ...MAINTAINED_FIELDS].some((field) => field === name) || mayChangeIdentities([name], 'auto'),
    }
  })
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw refusal(line, `has two columns \`${twice}\``)
  if (findUnsupportedText(Object.fromEntries(names.map((name) => [name, null]))) !== null)
    throw refusal(line, 'has a column whose name is not allowed')
  return columns
}

function rowOf({ line, cells }: CsvRecord, { columns, exported }: Header): ReadLine | RefusedLine {
  if (cells.length !== columns.length) {
    return {
      line,
      reason: `has ${cells.length} cell${cells.length === 1 ? '' : 's'}, and the header ${columns.length} column${columns.length === 1 ? '' : 's'}`,
    }
  }
  const members = columns.flatMap(({ name, isText }, index): [string, Json][] => {
    const cell = cells[index]
    const value = cell === undefined ? undefined : valueOfCell({ ...cell, exported, typed: exported && !isText })
    return value === undefined ? [] : [[name, value]]
  })
  const row: JsonObject = Object.fromEntries(members)
  const fault = findUnsupportedText(row)
  return fault === null ? { line, row } : { line, reason: `\`${fault.path}\` ${fault.message}` }
}
