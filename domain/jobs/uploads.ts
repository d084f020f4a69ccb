import type { Json, JsonObject } from '../json/json.ts'

/** Spec: a file of this many rows, kept this long. Its bytes are limited by the class of its body. */
export const UPLOAD_ROWS_MAX = 50_000
export const UPLOAD_KEPT_HOURS = 24
/** Of one workspace in one environment: 200 MB of files, which compress to a third. */
export const UPLOADS_KEPT_MAX = 20
export const UPLOAD_SAMPLE_ROWS = 5

/** A window of a job reads one or two parts. */
const PART_ROWS_MAX = 500
/** Rows of the greatest size make a part of this length and one row at most. */
const PART_CHARS_MAX = 500_000

/** Rows of a file that are stored together, as the JSON of a list of `UploadLine`. */
export interface UploadPart {
  /** Rows are numbered from 1. */
  readonly firstNumber: number
  readonly lastNumber: number
  readonly rows: string
}

/**
 * A row as it is stored: the line in the file on which it begins, and its cells in the order of the columns. An empty
 * cell is an empty text, the shortest JSON. A line that does not fit the columns has null and the reason before them.
 */
export type UploadLine = readonly [line: number, ...cells: Json[]]

/** As many as an answer lists. */
export const REFUSED_LINES_LISTED_MAX = 20

/** A row of an upload. */
export interface UploadRow {
  readonly number: number
  readonly line: number
  readonly data: JsonObject
  /** Why the line does not fit the columns; null: it does. */
  readonly refused: string | null
}

/** Puts rows together to parts. */
export class PartBuilder {
  readonly #parts: UploadPart[] = []
  #rows: string[] = []
  #length = 0
  #count = 0

  /** A line that does not fit the columns, with what it has in them. */
  refuse(line: number, { reason, cells }: { readonly reason: string; readonly cells: readonly string[] }): void {
    this.add(line, [null, reason, ...cells].map((part) => JSON.stringify(part)).join(','))
  }

  /** `cells`: the JSON of the cells, without brackets. */
  add(line: number, cells: string): void {
    if (this.#rows.length === PART_ROWS_MAX || this.#length >= PART_CHARS_MAX) this.#close()
    const row = `[${line},${cells}]`
    this.#rows.push(row)
    this.#length += row.length
    this.#count += 1
  }

  get count(): number {
    return this.#count
  }

  finish(): readonly UploadPart[] {
    if (this.#rows.length > 0) this.#close()
    return this.#parts
  }

  #close(): void {
    this.#parts.push({
      firstNumber: this.#count - this.#rows.length + 1,
      lastNumber: this.#count,
      rows: `[${this.#rows.join(',')}]`,
    })
    this.#rows = []
    this.#length = 0
  }
}

/** A stored row with the names of its columns: empty cells are no members. */
export function uploadRow(columns: readonly string[], [line, ...stored]: UploadLine, number: number): UploadRow {
  const [mark, reason, ...rest] = stored
  const refused = mark === null && typeof reason === 'string' ? reason : null
  return { number, line, data: namedCells(columns, refused === null ? stored : rest), refused }
}

const namedCells = (columns: readonly string[], cells: readonly Json[]): JsonObject =>
  Object.fromEntries(
    columns.flatMap((name, index): [string, Json][] => {
      const cell = cells[index]
      return cell === undefined || cell === '' ? [] : [[name, cell]]
    }),
  )
