import { hash } from 'node:crypto'
import { PartBuilder, UPLOAD_ROWS_MAX, type UploadPart } from '../../../domain/jobs/uploads.ts'
import { FIELD_NAME_LENGTH_MAX } from '../../../domain/rows/field.ts'
import { separatorOf } from '../../../domain/rows/csv-separator.ts'
import { ROW_BYTES_MAX } from '../../../domain/tables/limits.ts'
import { Problem } from '../../errors/problem.ts'
import { type CsvHeader, headerOf, valuesOf } from '../rows/csv-header.ts'
import { CsvFault, type CsvRecord, readRecords } from '../rows/csv-records.ts'

export interface ReadUpload {
  readonly columns: readonly string[]
  readonly rows: number
  /** Rows that an earlier row equals. */
  readonly duplicates: number
  readonly parts: readonly UploadPart[]
}

/** Lines that a refusal lists. */
const LINES_LISTED_MAX = 20
const NOTHING_STORED = 'Nothing was stored.'

/**
 * Reads a CSV file for a job, as an import is read, and with any of three separators. A line that does not match the
 * header refuses the whole file (decisions, "upload"). Throws `invalid_request` with the line, and `limit_reached` for
 * more rows than an upload has. Nothing of a row but its JSON is kept.
 */
export async function readUpload(text: string): Promise<ReadUpload> {
  const file = new UploadFile()
  try {
    await readRecords(text, separatorOf(text), (record) => file.take(record))
  } catch (error) {
    if (error instanceof CsvFault)
      throw new Problem('invalid_request', `Line ${error.line} of the file ${error.reason}. ${NOTHING_STORED}`)
    throw error
  }
  return file.finish()
}

class UploadFile {
  #header: CsvHeader | null = null
  #first: CsvFault | null = null
  /** Refused lines after the first one. */
  readonly #refused: number[] = []
  readonly #digests = new Set<string>()
  readonly #parts = new PartBuilder()

  take(record: CsvRecord): void {
    if (this.#header === null) {
      this.#header = headerOf(record)
      requireUsableNames(this.#header)
      return
    }
    if (this.#parts.count + this.#refusedCount === UPLOAD_ROWS_MAX) throw tooManyRows(record.line)
    const read = valuesOf(record, this.#header)
    if ('reason' in read) return this.#refuse(record.line, read.reason)
    const cells = read.values.map((value) => JSON.stringify(value ?? '')).join(',')
    if (Buffer.byteLength(cells) > ROW_BYTES_MAX)
      return this.#refuse(record.line, `is larger than ${ROW_BYTES_MAX} bytes`)
    this.#digests.add(hash('sha256', cells, 'base64'))
    this.#parts.add(record.line, cells)
  }

  get #refusedCount(): number {
    return this.#refused.length + (this.#first === null ? 0 : 1)
  }

  #refuse(line: number, reason: string): void {
    if (this.#first === null) this.#first = new CsvFault(line, reason)
    else this.#refused.push(line)
  }

  finish(): ReadUpload {
    if (this.#first !== null) throw refusedLines(this.#first, this.#refused)
    const rows = this.#parts.count
    if (this.#header === null || rows === 0)
      throw new Problem('invalid_request', `The file has no row after its column names. ${NOTHING_STORED}`)
    return {
      columns: this.#header.columns.map(({ name }) => name),
      rows,
      duplicates: rows - this.#digests.size,
      parts: this.#parts.finish(),
    }
  }
}

/** A placeholder has no room for a longer name. */
function requireUsableNames({ line, columns }: CsvHeader): void {
  const index = columns.findIndex(({ name }) => name.length > FIELD_NAME_LENGTH_MAX)
  if (index >= 0)
    throw new CsvFault(line, `has a name of more than ${FIELD_NAME_LENGTH_MAX} characters for column ${index + 1}`)
}

const tooManyRows = (line: number): Problem =>
  new Problem(
    'limit_reached',
    `Line ${line} of the file is beyond ${UPLOAD_ROWS_MAX} rows, the limit of an upload. ${NOTHING_STORED}`,
  )

function refusedLines({ line, reason }: CsvFault, others: readonly number[]): Problem {
  const listed = others.slice(0, LINES_LISTED_MAX).join(', ')
  const more = others.length > LINES_LISTED_MAX ? ', …' : ''
  const rest =
    others.length === 0
      ? ''
      : ` Refused too: ${others.length} other line${others.length === 1 ? '' : 's'} (${listed}${more}).`
  return new Problem('invalid_request', `Line ${line} of the file ${reason}.${rest} ${NOTHING_STORED}`)
}
