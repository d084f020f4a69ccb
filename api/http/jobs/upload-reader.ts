import { hash } from 'node:crypto'
import type { FileCorrections, StoredReading } from '../../../domain/files/form.ts'
import { PartBuilder, UPLOAD_ROWS_MAX, type UploadPart } from '../../../domain/jobs/uploads.ts'
import { FIELD_NAME_LENGTH_MAX } from '../../../domain/rows/field.ts'
import { ROW_BYTES_MAX } from '../../../domain/tables/limits.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { Problem } from '../../errors/problem.ts'
import { ColumnSamples } from '../../files/column-samples.ts'
import { FileFault } from '../../files/csv-records.ts'
import type { ColumnMap, FileHeader } from '../../files/header.ts'
import { presentFile } from '../../files/present-file.ts'
import { type FileLine, readFile } from '../../files/read-file.ts'

export interface ReadUpload {
  readonly columns: readonly string[]
  readonly rows: number
  /** Rows that an earlier row equals. */
  readonly duplicates: number
  readonly parts: readonly UploadPart[]
  readonly reading: StoredReading
}

/** Lines that a refusal lists. */
const LINES_LISTED_MAX = 20
const NOTHING_STORED = 'Nothing was stored.'

interface UploadToRead {
  readonly corrections: FileCorrections
  /** What the columns of the workspace's last file with these headings became. */
  readonly remembered: (header: FileHeader) => Promise<ColumnMap | null>
}

/**
 * Reads a file for a job, as an import is read. A line that does not match the
 * header refuses the whole file (decisions, "upload"). Throws `invalid_request` with the line, and `limit_reached` for
 * more rows than an upload has. Nothing of a row but its JSON is kept.
 */
export async function readUpload(bytes: Uint8Array, { corrections, remembered }: UploadToRead): Promise<ReadUpload> {
  const file = new UploadFile()
  const read = await readFile(
    {
      bytes,
      corrections,
      rowsMax: UPLOAD_ROWS_MAX,
      charsMax: BODY_BYTES.rows,
      consequence: NOTHING_STORED,
    },
    (line) => file.take(line),
  )
  requireUsableNames(read.header)
  const rows = file.finish()
  return {
    ...rows,
    columns: read.header.columns.map(({ heading }) => heading),
    reading: {
      ...presentFile(read, { samples: file.samples, remembered: await remembered(read.header) }),
      bom: read.form.bom,
    },
  }
}

class UploadFile {
  #first: FileFault | null = null
  /** Refused lines after the first one. */
  readonly #refused: number[] = []
  readonly #digests = new Set<string>()
  readonly #parts = new PartBuilder()
  readonly samples = new ColumnSamples()

  take({ line, record, read }: FileLine): void {
    if (this.#parts.count + this.#refusedCount === UPLOAD_ROWS_MAX) throw tooManyRows(line)
    if ('reason' in read) return this.#refuse(line, read.reason)
    this.samples.add(record)
    const cells = read.values.map((value) => JSON.stringify(value ?? '')).join(',')
    if (Buffer.byteLength(cells) > ROW_BYTES_MAX) return this.#refuse(line, `is larger than ${ROW_BYTES_MAX} bytes`)
    this.#digests.add(hash('sha256', cells, 'base64'))
    this.#parts.add(line, cells)
  }

  get #refusedCount(): number {
    return this.#refused.length + (this.#first === null ? 0 : 1)
  }

  #refuse(line: number, reason: string): void {
    if (this.#first === null) this.#first = new FileFault(line, reason)
    else this.#refused.push(line)
  }

  finish(): Pick<ReadUpload, 'rows' | 'duplicates' | 'parts'> {
    if (this.#first !== null) throw refusedLines(this.#first, this.#refused)
    const rows = this.#parts.count
    if (rows === 0)
      throw new Problem('invalid_request', `The file has no row after its column names. ${NOTHING_STORED}`)
    return { rows, duplicates: rows - this.#digests.size, parts: this.#parts.finish() }
  }
}

/** A placeholder has no room for a longer name. */
function requireUsableNames({ line, columns }: FileHeader): void {
  const index = columns.findIndex(({ heading }) => heading.length > FIELD_NAME_LENGTH_MAX)
  if (index < 0) return
  throw new Problem(
    'invalid_request',
    `Line ${line} of the file has a name of more than ${FIELD_NAME_LENGTH_MAX} characters for column ${index + 1}. ${NOTHING_STORED}`,
  )
}

const tooManyRows = (line: number): Problem =>
  new Problem(
    'limit_reached',
    `Line ${line} of the file is beyond ${UPLOAD_ROWS_MAX} rows, the limit of an upload. ${NOTHING_STORED}`,
  )

function refusedLines({ line, reason }: FileFault, others: readonly number[]): Problem {
  const listed = others.slice(0, LINES_LISTED_MAX).join(', ')
  const more = others.length > LINES_LISTED_MAX ? ', …' : ''
  const rest =
    others.length === 0
      ? ''
      : ` Refused too: ${others.length} other line${others.length === 1 ? '' : 's'} (${listed}${more}).`
  return new Problem('invalid_request', `Line ${line} of the file ${reason}.${rest} ${NOTHING_STORED}`)
}
