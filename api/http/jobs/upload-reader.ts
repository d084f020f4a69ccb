import { hash } from 'node:crypto'
import type { FileCorrections, RefusedLines, StoredReading } from '../../../domain/files/form.ts'
import {
  PartBuilder,
  REFUSED_LINES_LISTED_MAX,
  UPLOAD_ROWS_MAX,
  type UploadPart,
} from '../../../domain/jobs/uploads.ts'
import { FIELD_NAME_LENGTH_MAX } from '../../../domain/rows/field.ts'
import { ROW_BYTES_MAX } from '../../../domain/tables/limits.ts'
import { findUnsupportedText } from '../../body/json.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { Problem } from '../../errors/problem.ts'
import { ColumnSamples } from '../../files/column-samples.ts'
import type { FileRecord } from '../../files/csv-records.ts'
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

const NOTHING_STORED = 'Nothing was stored.'

interface UploadToRead {
  readonly corrections: FileCorrections
  /** What the columns of the workspace's last file with these headings became. */
  readonly remembered: (header: FileHeader) => Promise<ColumnMap | null>
}

/**
 * Reads a file for a job, as an import is read. A line that does not fit the columns is a row that no job runs; a file
 * of which no line fits is refused (decisions, "upload"). Throws `invalid_request` for that, and `limit_reached` for
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
    (line, header) => file.take(line, header),
  )
  requireUsableNames(read.header)
  const { refused, ...rows } = file.finish()
  return {
    ...rows,
    columns: read.header.columns.map(({ heading }) => heading),
    reading: {
      ...presentFile(read, { samples: file.samples, remembered: await remembered(read.header) }),
      bom: read.form.bom,
      ...(refused.rows === 0 ? {} : { refused }),
    },
  }
}

class UploadFile {
  readonly #refused: { line: number; reason: string }[] = []
  #refusedCount = 0
  readonly #digests = new Set<string>()
  readonly #parts = new PartBuilder()
  readonly samples = new ColumnSamples()

  take({ line, record, read }: FileLine, { columns }: FileHeader): void {
    if (this.#parts.count === UPLOAD_ROWS_MAX) throw tooManyRows(line)
    if ('reason' in read) return this.#refuse(line, { reason: read.reason, cells: textsOf(record, columns.length) })
    this.samples.add(record)
    const cells = read.values.map((value) => JSON.stringify(value ?? '')).join(',')
    if (Buffer.byteLength(cells) > ROW_BYTES_MAX)
      return this.#refuse(line, { reason: `is larger than ${ROW_BYTES_MAX} bytes`, cells: [] })
    this.#digests.add(hash('sha256', cells, 'base64'))
    this.#parts.add(line, cells)
  }

  #refuse(line: number, { reason, cells }: { readonly reason: string; readonly cells: readonly string[] }): void {
    this.#refusedCount += 1
    if (this.#refused.length < REFUSED_LINES_LISTED_MAX) this.#refused.push({ line, reason })
    this.#parts.refuse(line, { reason, cells })
  }

  finish(): Pick<ReadUpload, 'rows' | 'duplicates' | 'parts'> & { readonly refused: RefusedLines } {
    const rows = this.#parts.count
    const fitting = rows - this.#refusedCount
    const refused = { rows: this.#refusedCount, lines: this.#refused }
    if (rows === 0)
      throw new Problem('invalid_request', `The file has no row after its column names. ${NOTHING_STORED}`)
    if (fitting === 0) throw noLineFits(refused)
    return { rows, duplicates: fitting - this.#digests.size, parts: this.#parts.finish(), refused }
  }
}

/** What a line has in the columns of the file, as far as a row has room for it. */
function textsOf({ cells }: FileRecord, columns: number): string[] {
  const texts = cells.slice(0, columns).map(({ text }) => text)
  return findUnsupportedText(texts) === null && Buffer.byteLength(JSON.stringify(texts)) <= ROW_BYTES_MAX ? texts : []
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

/** Probably the file was read in another way than it was written. */
function noLineFits({ rows, lines: [first] }: RefusedLines): Problem {
  const others = rows === 1 ? '' : ' No other line fits the columns either.'
  return new Problem(
    'invalid_request',
    `Line ${first?.line ?? 1} of the file ${first?.reason ?? 'does not fit the columns'}.${others} ${NOTHING_STORED}`,
  )
}
