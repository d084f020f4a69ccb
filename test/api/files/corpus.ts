import { readFileSync } from 'node:fs'
import type { Json } from '../../../domain/json/json.ts'

/** What must come out of a file, whichever door it came through. */
export interface ExpectedFile {
  readonly file: string
  readonly encoding: string | null
  readonly separator: string | null
  readonly header_line: number
  readonly sheet: string | null
  /** Heading to suggested field, in the order of the columns. */
  readonly fields: readonly (readonly [heading: string, field: string | null])[]
  /** The rows by the names of the file's columns, and the lines on which they begin. */
  readonly rows: readonly (readonly [line: number, row: Readonly<Record<string, Json>>])[]
  readonly refused: readonly (readonly [line: number, reason: string])[]
}

const FOLDER = new URL('../../fixtures/files/', import.meta.url)

/** Files as address books, CRMs, sales tools and spreadsheets save them: [the page](../../fixtures/files/README.md). */
export const CORPUS: readonly ExpectedFile[] = JSON.parse(readFileSync(new URL('expected.json', FOLDER), 'utf8'))

export const bytesOf = (file: string): Buffer => readFileSync(new URL(file, FOLDER))
