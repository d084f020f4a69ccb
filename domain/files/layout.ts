import { cleanHeading } from './heading.ts'
import { fieldOfHeading } from './known-headings.ts'
import { type SampleRecord, SEPARATOR_NAMES, SEPARATORS, type SeparatorName } from './form.ts'
import { sampleRecords } from './sample.ts'
import { isOfPerson } from './value-kinds.ts'

/** The row fields that an exported file begins with. */
export const EXPORTED_ROW_FIELDS = [
  'key',
  'status',
  'next_at',
  'touches',
  'last_touch_at',
  'last_touch_channel',
  'last_reply_at',
  'last_reply_class',
] as const

/** Which character separates the cells of a text, and on which line its column names are. */
export interface Layout {
  readonly separator: SeparatorName
  /** `NO_HEADER_LINE` where no line has column names. */
  readonly headerLine: number
  /** The line that is read first: that of the column names, or of the first values. */
  readonly firstLine: number
}

/** In place of a line's number: the first line has the values of a person, so columns are called by their numbers. */
export const NO_HEADER_LINE = 0

/** `sep=;`, which some spreadsheets write before all else, and read again themselves. */
const SEP_LINE = /^"?sep=([^\r\n]?)"?[ \t]*(?:\r\n|\n|\r|$)/i

/** Lines above the column names that are looked through: titles, filters and notes of reports. */
const PREAMBLE_LINES_MAX = 30

/** The layout of a text file; what the sender states of it is not detected. */
export function layoutOf(
  text: string,
  given: { readonly separator?: SeparatorName | undefined; readonly headerLine?: number | undefined } = {},
): Layout {
  const sepLine = SEP_LINE.exec(text)
  const declared = SEPARATOR_NAMES.find((name) => SEPARATORS[name] === sepLine?.[1])
  const start = { text: text.slice(sepLine?.[0].length ?? 0), line: sepLine === null ? 1 : 2 }
  const separator = given.separator ?? declared ?? separatorOf(start)
  const headerLine = given.headerLine ?? headerLineOf(sampleRecords(start, SEPARATORS[separator])) ?? start.line
  return { separator, headerLine, firstLine: headerLine === NO_HEADER_LINE ? start.line : headerLine }
}

interface Candidate {
  readonly separator: SeparatorName
  /** Cells of most records. */
  readonly width: number
  /** The part of the records that have that number, less for a separator that is mostly punctuation. */
  readonly score: number
}

/** The separator that cuts the first records into the same number of cells; a comma where none does. */
function separatorOf(start: { readonly text: string; readonly line: number }): SeparatorName {
  const candidates = SEPARATOR_NAMES.flatMap((separator): Candidate[] => {
    const records = sampleRecords(start, SEPARATORS[separator])
    const width = usualWidth(records)
    if (width < 2) return []
    const fitting = records.filter(({ cells }) => cells.length === width)
    return [{ separator, width, score: (fitting.length / records.length) * (isPunctuation(fitting) ? 0.6 : 1) }]
  })
  const [best] = candidates.toSorted((one, other) => other.score - one.score || other.width - one.width)
  return best?.separator ?? 'comma'
}

/** A blank behind most separators is how people write within a sentence. */
function isPunctuation(records: readonly SampleRecord[]): boolean {
  const behind = records.flatMap(({ cells }) => cells.slice(1)).filter((cell) => cell !== '')
  return behind.length > 0 && behind.filter((cell) => cell.startsWith(' ')).length > behind.length / 2
}

/** The number of cells that most records have, of those with several; 1 where none has. */
function usualWidth(records: readonly SampleRecord[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of records) if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [most] = [...counts].toSorted(([width, count], [other, many]) => many - count || other - width)
  return most?.[0] ?? 1
}

/**
 * The line of the column names: the first one, unless it and those behind it are clearly a title or notes and a line of
 * names follows. Where the first line has an address of a person, as in a pasted list, no line has names. null: there
 * is no line.
 */
export function headerLineOf(records: readonly SampleRecord[]): number | null {
  const [first] = records
  if (first === undefined) return null
  // Behind the columns of an export a table may have a field that is called like a phone number.
  if (EXPORTED_ROW_FIELDS.every((name, index) => cleanHeading(first.cells[index] ?? '') === name)) return first.line
  const width = usualWidth(records)
  const isNotes = isPreamble(first, width) && !isHeadingLike(first.cells)
  const named = records
    .slice(1, isNotes ? PREAMBLE_LINES_MAX : 1)
    .find((record) => !isPreamble(record, width) && namesColumns(record))
  if (named !== undefined) return named.line
  // One line of several addresses is what a mail program shows, and no list of rows.
  const isList = records.length > 1 || first.cells.length === 1
  return isList && first.cells.some(isOfPerson) ? NO_HEADER_LINE : first.line
}

/** Records that decide between a list and notes. */
const LIST_RECORDS_MAX = 100

/**
 * Whether the rows of a sheet are a list and not sentences, such as the first sheet of a template that explains the
 * others: most have several cells, or one of the first ones names a field or a person.
 */
export function hasList(records: readonly SampleRecord[]): boolean {
  const sample = records.slice(0, LIST_RECORDS_MAX)
  const several = sample.filter((record) => filled(record).length > 1)
  return (
    several.length > sample.length / 2 ||
    sample
      .slice(0, PREAMBLE_LINES_MAX)
      .some(({ cells }) => cells.some((cell) => fieldOfHeading(cell) !== null || isOfPerson(cell)))
  )
}

const filled = ({ cells }: SampleRecord): string[] => cells.filter((cell) => cleanHeading(cell) !== '')

/** One column has no preamble: its first line is its name. */
const isPreamble = (record: SampleRecord, width: number): boolean =>
  width > 1 && (record.cells.length !== width || filled(record).length < width / 2)

const isHeadingLike = (cells: readonly string[]): boolean =>
  cells.every((cell) => cleanHeading(cell) === '' || fieldOfHeading(cell) !== null)

/** Values that are never names of columns: addresses, URLs, numbers and dates. */
const VALUE = /@|:\/\/|^[\d\s.,:/+()-]+$/

/** Names that exports use, or three and more texts that are no values. */
function namesColumns(record: SampleRecord): boolean {
  const names = filled(record)
  if (names.some((name) => VALUE.test(name.trim()))) return false
  // A blank before each is how people write a list within a sentence.
  return (
    (names.length > 2 && !names.slice(1).every((name) => name.startsWith(' '))) ||
    names.some((name) => fieldOfHeading(name) !== null)
  )
}
