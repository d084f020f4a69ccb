import { finished } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { slicing } from '../../db/time-slices.ts'
import { FIELDS_MAX } from '../../domain/rows/projection.ts'

export interface FileCell {
  readonly text: string
  readonly quoted: boolean
  /** Where a cell of a workbook leads; left out: nowhere. */
  readonly link?: string
}

export interface FileRecord {
  /** The number of the line in the file on which the record begins, or of the row of a sheet. */
  readonly line: number
  readonly cells: readonly FileCell[]
}

/** Why a file is refused: a line of it, and a clause that follows it. */
export class FileFault extends Error {
  readonly line: number
  readonly reason: string

  constructor(line: number, reason: string) {
    super(`line ${line} ${reason}`)
    this.line = line
    this.reason = reason
  }
}

const LINE_BREAKS = /\r\n|\n|\r/g

/** Parsed in one step: lines of one character take some eight milliseconds. */
const CHUNK_CHARS = 8_192

export interface TextToParse {
  readonly text: string
  readonly separator: string
  /** The number of the line that the text begins with. */
  readonly line: number
}

/**
 * Passes on each record of a text with the line it begins on, without blank lines. Throws a `FileFault` for text that
 * is no CSV, and the errors of `take`. A megabyte takes up to a second, so it is read in slices.
 */
export async function readRecords(
  { text, separator, line: firstLine }: TextToParse,
  take: (record: FileRecord) => void,
): Promise<void> {
  let cells: FileCell[] = []
  let line = firstLine
  let isFirst = true
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    cast: (value, { quoting }) => {
      cells.push({ text: value, quoted: quoting })
      // Checked before the rest is read: a line of a megabyte can have half a million columns.
      if (isFirst && cells.length > FIELDS_MAX) throw new FileFault(line, `has more than ${FIELDS_MAX} columns`)
      return value
    },
    on_record: () => {
      if (!isBlank(cells)) {
        take({ line, cells })
        isFirst = false
      }
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
  // Piece by piece, so that a file of megabytes is not held as bytes as well.
  for (let from = 0; from < text.length;) {
    await slice()
    if (parser.destroyed) break
    const to = endOfPiece(text, from)
    parser.write(text.slice(from, to))
    from = to
  }
  if (!parser.destroyed) parser.end()
  const error = await failure
  if (error instanceof CsvError) throw new FileFault(line, reasonOf(error.code))
  if (error !== null) throw error
}

/** A pair of surrogates is one character in UTF-8, and stays together. */
function endOfPiece(text: string, from: number): number {
  const to = from + CHUNK_CHARS
  const last = text.charCodeAt(to - 1)
  return last >= 0xd800 && last < 0xdc00 ? to + 1 : to
}

const isBlank = ([only, ...others]: readonly FileCell[]): boolean =>
  others.length === 0 && (only === undefined || (only.text.trim() === '' && !only.quoted))

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
