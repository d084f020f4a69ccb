import type { FileCorrections } from '../../../domain/files/form.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { slicing } from '../../../db/time-slices.ts'
import { keyOf } from '../../../domain/rows/identities.ts'
import type { KeyMode } from '../../../domain/tables/keys.ts'
import { ROWS_PER_TABLE_MAX } from '../../../domain/tables/limits.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { Problem } from '../../errors/problem.ts'
import { ColumnSamples } from '../../files/column-samples.ts'
import { type ColumnMap, rowOfValues } from '../../files/header.ts'
import { MisreadCells } from '../../files/misread.ts'
import { readFile, type ReadFile } from '../../files/read-file.ts'
import { SavedTwiceCells } from '../../files/saved-twice.ts'
import { UnknownWords } from '../../files/unknown-words.ts'

interface ReadLine {
  readonly line: number
  readonly row: JsonObject
}

interface RefusedLine {
  readonly line: number
  readonly reason: string
}

/** A file whose rows can be written into a table. */
export interface ImportedFile extends ReadFile {
  readonly rows: readonly ReadLine[]
  /** Lines that do not match the column names. */
  readonly refused: readonly RefusedLine[]
  /** Why a line is no row that no table finds, by its number: it is below the list. */
  readonly footers: ReadonlyMap<number, string>
  readonly samples: ColumnSamples
  /** What a person may correct in the file. */
  readonly hints: readonly string[]
}

/**
 * Reads a file for a table (Spec 4.7). Lines that do not match the header are refused one by one. Throws
 * `invalid_request` for a file that cannot be read (decisions, "import"), and `limit_reached` for more lines than a
 * table holds.
 */
export async function readImport(
  bytes: Uint8Array,
  { corrections, map }: { readonly corrections: FileCorrections; readonly map: ColumnMap | null },
): Promise<ImportedFile> {
  const rows: ReadLine[] = []
  const refused: RefusedLine[] = []
  const footers = new Map<number, string>()
  const samples = new ColumnSamples()
  const unknownCountries = new UnknownWords()
  const withoutPlus = new UnknownWords()
  const cells = new SavedTwiceCells()
  const misread = new MisreadCells()
  const file = await readFile(
    {
      bytes,
      corrections,
      rowsMax: ROWS_PER_TABLE_MAX,
      charsMax: BODY_BYTES.large,
      consequence: 'Nothing was written.',
      ...(map === null ? {} : { map }),
    },
    ({ line, record, read, footer }, header) => {
      // A file with more lines than a table holds is not read to its end.
      if (rows.length + refused.length === ROWS_PER_TABLE_MAX) throw tooManyLines()
      cells.add(record, header)
      if (corrections.encoding === undefined) misread.add(record)
      if ('reason' in read) {
        refused.push({ line, reason: read.reason })
        return
      }
      if (footer === undefined) samples.add(record)
      else footers.set(line, footer)
      if (read.unknownCountry !== undefined) unknownCountries.add(read.unknownCountry)
      if (read.withoutPlus !== undefined) withoutPlus.add(read.withoutPlus)
      rows.push({ line, row: rowOfValues(header.columns, read.values) })
    },
  )
  if (rows.length + refused.length === 0)
    throw new Problem('invalid_request', 'The file has no line after its column names: it needs a line with values.')
  cells.addNames(file.header)
  const hints = [
    ...unknownCountries.countryHints(),
    ...withoutPlus.plusHints(),
    ...cells.hints(),
    ...(file.form.encoding === 'windows-1252' ? misread.hints() : []),
  ]
  return { ...file, rows, refused, footers, samples, hints }
}

/** Whether a line has an identity by which a table of this key finds it again. */
export async function hasKey({ rows }: ImportedFile, keyMode: KeyMode): Promise<boolean> {
  const slice = slicing()
  for (const { row } of rows) {
    await slice()
    if (keyOf(row, keyMode) !== null) return true
  }
  return false
}

const tooManyLines = (): Problem =>
  new Problem(
    'limit_reached',
    `The file has more than ${ROWS_PER_TABLE_MAX} rows, the limit of a table. Nothing was written.`,
  )
