import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { columnOfHeading } from '../../../../domain/rows/heading.ts'
import { Problem } from '../../../errors/problem.ts'

/** A column of a file, and the column of the table that it becomes. */
export interface FileColumn {
  readonly heading: string
  /** Empty: it is left out. */
  readonly target: string
  readonly samples: readonly string[]
}

/** A file that a person imports. */
export interface ImportFile {
  readonly columns: readonly FileColumn[]
  readonly records: number
}

/** The same file with the columns of the table. */
export interface MappedFile {
  readonly csv: string
  /** The line of the person's file for a line of this one. */
  readonly lineOf: (line: number) => number
}

const SAMPLES = 3

interface FileRecord {
  readonly cells: readonly string[]
  /** Where it begins; the first line is 1. */
  readonly line: number
}

/** Throws `invalid_request` at `/csv` for a text that is no CSV. */
export function readImportFile(text: string): ImportFile {
  const [header, ...records] = recordsOf(text)
  if (header === undefined || records.length === 0)
    throw new Problem('invalid_request', 'The file needs a line with the column names and a line with values.', {
      param: '/csv',
    })
  return {
    columns: header.cells.map((heading, index) => ({
      heading,
      target: columnOfHeading(heading),
      samples: records.slice(0, SAMPLES).map(({ cells }) => cells[index] ?? ''),
    })),
    records: records.length,
  }
}

/** `targets`: the columns of the table in the order of the file's; an empty one is left out. */
export function mapFile(text: string, targets: readonly string[]): MappedFile {
  const kept = targets.flatMap((target, index) => (target === '' ? [] : [{ target, index }]))
  const lines = [0, 1]
  const records = recordsOf(text).slice(1)
  const cells = records.map((record) => kept.map(({ index }) => record.cells[index] ?? ''))
  for (const [index, record] of records.entries()) {
    lines.push(...Array.from({ length: 1 + breaksIn(cells[index] ?? []) }, () => record.line))
  }
  return {
    csv: stringify([kept.map(({ target }) => target), ...cells]),
    lineOf: (line) => lines[line] ?? line,
  }
}

const breaksIn = (cells: readonly string[]): number =>
  cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)

function recordsOf(text: string): FileRecord[] {
  const records: FileRecord[] = []
  let line = 1
  try {
    parse(text, {
      bom: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: (cells: string[]) => {
        if (cells.some((cell) => cell !== '')) records.push({ cells, line })
        // The library's own count takes a CRLF within quotes for two lines.
        line += 1 + breaksIn(cells)
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Problem(
      'invalid_request',
      `Line ${line} of the file is not valid CSV: quote cells with quotation marks.`,
      {
        param: '/csv',
      },
    )
  }
  return records
}
