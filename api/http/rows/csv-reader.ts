import { bareHeader } from '../../../domain/rows/csv-separator.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { ROWS_PER_TABLE_MAX } from '../../../domain/tables/limits.ts'
import { Problem } from '../../errors/problem.ts'
import { type CsvHeader, headerOf, rowOfValues, valuesOf } from './csv-header.ts'
import { CsvFault, type CsvRecord, readRecords } from './csv-records.ts'

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

/**
 * Reads a CSV file (Spec 4.7): commas, quotes, lines that end in LF or CRLF, the first one with the column names. Lines
 * that do not match the header are refused one by one. Throws `invalid_request` for a file that is no CSV (decisions,
 * "import"), and `limit_reached` for more lines than a table holds.
 */
export async function readCsv(text: string): Promise<CsvFile> {
  const rows: ReadLine[] = []
  const refused: RefusedLine[] = []
  let header: CsvHeader | null = null
  try {
    requireCommas(text)
    await readRecords(text, ',', (record) => {
      header ??= headerOf(record)
      if (header.line === record.line) return
      // A file with more lines than a table holds is not read to its end.
      if (rows.length + refused.length === ROWS_PER_TABLE_MAX) throw tooManyLines()
      const read = rowOf(record, header)
      if ('reason' in read) refused.push(read)
      else rows.push(read)
    })
    if (header === null) throw new CsvFault(1, 'must have the column names')
  } catch (error) {
    if (error instanceof CsvFault) throw refusal(error)
    throw error
  }
  return { rows, refused }
}

const tooManyLines = (): Problem =>
  new Problem(
    'limit_reached',
    `The file has more than ${ROWS_PER_TABLE_MAX} rows, the limit of a table. Nothing was written.`,
  )

const refusal = ({ line, reason }: CsvFault): Problem =>
  new Problem('invalid_request', `Line ${line} of the file ${reason}. Nothing was written.`)

const OTHER_SEPARATORS: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' }

/**
 * Spreadsheets in other languages write other separators; read as a file of one column, it would be refused with
 * misleading reasons.
 */
function requireCommas(text: string): void {
  const header = bareHeader(text)
  const [other] = Object.entries(OTHER_SEPARATORS).filter(([separator]) => header.includes(separator))
  if (header.includes(',') || other === undefined) return
  throw new CsvFault(1, `separates its columns by ${other[1]}: save the file with commas between them`)
}

function rowOf(record: CsvRecord, header: CsvHeader): ReadLine | RefusedLine {
  const { line } = record
  const read = valuesOf(record, header)
  return 'reason' in read ? { line, reason: read.reason } : { line, row: rowOfValues(header.columns, read.values) }
}
