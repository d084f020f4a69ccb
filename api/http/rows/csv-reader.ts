import { CsvError, parse } from 'csv-parse/sync'
import { mayRename } from '../../../domain/rows/changes.ts'
import { EXPORTED_ROW_FIELDS, valueOfCell } from '../../../domain/rows/csv-cells.ts'
import { MAINTAINED_FIELDS, ROW_FIELDS } from '../../../domain/tables/keys.ts'
import { FIELDS_MAX } from '../../../domain/rows/projection.ts'
import type { Json, JsonObject } from '../../../domain/providers/manifest.ts'
import { unkeepable } from '../../json.ts'
import { Problem } from '../../problem.ts'

export interface ReadLine {
  /** The file's own number of the line on which the record begins; the header is on line 1. */
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
 * Reads a CSV file (Spec 4.7): commas, quotes, lines that end in LF or CRLF, the first one the column names. Lines that do not
 * fit the header are refused one by one; throws `invalid_request` for what is no such file at all (decisions, "import").
 */
export function readCsv(text: string): CsvFile {
  requireCommas(text)
  const [header, ...records] = recordsOf(text)
  if (header === undefined) throw refusal(1, 'must have the column names')
  const columns = columnsOf(header)
  const typed = EXPORTED_ROW_FIELDS.every((name, index) => columns[index]?.name === name)
  const rows: ReadLine[] = []
  const refused: RefusedLine[] = []
  for (const record of records) {
    const read = rowOf(record, columns, typed)
    if ('reason' in read) refused.push(read)
    else rows.push(read)
  }
  return { rows, refused }
}

const refusal = (line: number, message: string): Problem => new Problem('invalid_request', `Line ${line} of the file ${message}. Nothing was written.`)

const OTHER_SEPARATORS: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' }

/** What a spreadsheet of another language writes; as a file of one column it would be refused for reasons that lead nowhere. */
function requireCommas(text: string): void {
  const header = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const [other] = Object.entries(OTHER_SEPARATORS).filter(([separator]) => header.includes(separator))
  if (header.includes(',') || other === undefined) return
  throw refusal(1, `separates its columns by ${other[1]}: save the file with commas between them`)
}

const LINE_BREAKS = /\r\n|\n|\r/g

/** Records with the lines they begin on, blank ones left out. */
function recordsOf(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let cells: CsvCell[] = []
  let line = 1
  try {
    parse(text, {
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      cast: (value, { quoting }) => { cells.push({ text: value, quoted: quoting }); return value },
      on_record: () => {
        if (records.length === 0 || !isBlank(cells)) records.push({ line, cells })
        // The library's own count takes CRLF within quotes for two lines.
        line += 1 + cells.reduce((breaks, { text: cell }) => breaks + (cell.match(LINE_BREAKS)?.length ?? 0), 0)
        cells = []
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refusal(line, reasonOf(error.code))
  }
  return records
}

const isBlank = ([only, ...others]: readonly CsvCell[]): boolean => others.length === 0 && (only === undefined || (only.text === '' && !only.quoted))

function reasonOf(code: CsvError['code']): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED': return 'has a quotation mark that is never closed'
    case 'CSV_INVALID_CLOSING_QUOTE': return 'has text behind a closing quotation mark; a quotation mark within quotes is written twice'
    case 'INVALID_OPENING_QUOTE': return 'has a quotation mark within a cell that does not begin with one'
    default: return 'is not valid CSV'
  }
}

interface Column {
  readonly name: string
  /** Row fields and identities are text in any file: a handle or phone of digits stays what it is. */
  readonly isText: boolean
}

function columnsOf({ line, cells }: CsvRecord): Column[] {
  // Before anything is done for each of them: a line of a megabyte can have half a million.
  if (cells.length > FIELDS_MAX) throw refusal(line, `has ${cells.length} columns, and at most ${FIELDS_MAX} are taken`)
  const columns = cells.map(({ text, quoted }, index): Column => {
    const said = valueOfCell({ text, quoted: true, typed: false })
    const name = typeof said === 'string' ? (quoted ? said : said.trim()) : text
    if (name.trim() === '') throw refusal(line, `has no name for column ${index + 1}`)
    return { name, isText: [...ROW_FIELDS, ...MAINTAINED_FIELDS].some((field) => field === name) || mayRename([name], 'auto') }
  })
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw refusal(line, `has two columns \`${twice}\``)
  if (unkeepable(Object.fromEntries(names.map((name) => [name, null]))) !== null) throw refusal(line, 'has a column whose name is not allowed')
  return columns
}

function rowOf({ line, cells }: CsvRecord, columns: readonly Column[], typed: boolean): ReadLine | RefusedLine {
  if (cells.length !== columns.length) {
    return { line, reason: `has ${cells.length} cell${cells.length === 1 ? '' : 's'}, and the header ${columns.length} column${columns.length === 1 ? '' : 's'}` }
  }
  const members = columns.flatMap(({ name, isText }, index): [string, Json][] => {
    const cell = cells[index]
    const value = cell === undefined ? undefined : valueOfCell({ ...cell, typed: typed && !isText })
    return value === undefined ? [] : [[name, value]]
  })
  const row: JsonObject = Object.fromEntries(members)
  const fault = unkeepable(row)
  return fault === null ? { line, row } : { line, reason: `\`${fault.path}\` ${fault.message}` }
}
