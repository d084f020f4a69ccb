import { type FileCorrections, type FileForm, SEPARATORS } from '../../domain/files/form.ts'
import { withoutTextFormulas } from '../../domain/files/cell-text.ts'
import { footerOf, footerReason } from '../../domain/files/footer.ts'
import { headerLineOf, layoutOf, NO_HEADER_LINE } from '../../domain/files/layout.ts'
import { startOfLine } from '../../domain/files/sample.ts'
import { slicing } from '../../db/time-slices.ts'
import { Problem } from '../errors/problem.ts'
import { FileFault, type FileRecord, readRecords } from './csv-records.ts'
import { decodeFile } from './decode.ts'
import { type ColumnMap, type FileHeader, headerOf, numberedHeader, type RecordValues, valuesOf } from './header.ts'
import { kindOf } from './kind.ts'
import { withLinks } from './links.ts'
import { readWorkbook } from './workbook.ts'

/** A line of a file below its column names. */
export interface FileLine {
  /** The number of the line on which it begins, or of the row of a sheet. */
  readonly line: number
  /** As they are in the file. */
  readonly record: FileRecord
  readonly read: RecordValues
  /** Why it is no row if nothing finds it: it is below the list. Left out: it is a row like any other. */
  readonly footer?: string
}

export interface FileToRead {
  readonly bytes: Uint8Array
  readonly corrections: FileCorrections
  readonly map?: ColumnMap
  /** Rows that the reader of the lines takes, and characters of all cells of a workbook. */
  readonly rowsMax: number
  readonly charsMax: number
  /** What a refusal adds: that nothing was written, or stored. */
  readonly consequence: string
}

export interface ReadFile {
  readonly form: FileForm
  readonly header: FileHeader
}

/**
 * Reads a file of rows, whichever entry point received it: a table's import, a job's upload or a page. `take` gets each
 * line below the column names in the order of the file; `begin` gets the column names before. Throws `invalid_request`
 * for a file that cannot be read, with its line, and the errors of `take`.
 */
export async function readFile(
  file: FileToRead,
  take: (line: FileLine, header: FileHeader) => void,
): Promise<ReadFile> {
  const { bytes, consequence } = file
  try {
    return await (kindOf(bytes) === 'xlsx' ? readSheet(file, take) : readText(file, take))
  } catch (error) {
    if (error instanceof FileFault)
      throw new Problem('invalid_request', `Line ${error.line} of the file ${error.reason}. ${consequence}`)
    if (error instanceof Problem && error.code === 'invalid_request')
      throw new Problem('invalid_request', `${error.publicMessage} ${consequence}`, { cause: error })
    throw error
  }
}

class Lines {
  #header: FileHeader | null = null
  readonly #headerLine: number
  readonly #map: ColumnMap | undefined
  readonly #take: TakeLine
  /** The last lines that may be below the list, until a row follows. */
  #tail: FileLine[] = []
  #hasRows = false

  constructor(headerLine: number, map: ColumnMap | undefined, take: TakeLine) {
    this.#headerLine = headerLine
    this.#map = map
    this.#take = take
  }

  add(record: FileRecord): void {
    if (this.#header === null) {
      const hasNames = this.#headerLine !== NO_HEADER_LINE
      this.#header = hasNames ? headerOf(record, this.#map) : numberedHeader(record, this.#map)
      if (hasNames) return
    }
    // Spreadsheets write empty lines with some separators, or with all of them.
    if (record.cells.every(isEmpty)) return
    const linked = withLinks(record, this.#header)
    const line = { line: record.line, record: linked, read: valuesOf(linked, this.#header) }
    const mayBeBelow = this.#hasRows && !this.#header.exported
    const isBelow = mayBeBelow && footerOf(textsOf(record), this.#header.columns.length) !== null
    if (!isBelow || this.#tail.length === FOOTER_LINES_MAX) this.#passOn(this.#header)
    if (isBelow) this.#tail.push(line)
    else {
      this.#hasRows = true
      this.#take(line, this.#header)
    }
  }

  /** They were rows: one follows them. */
  #passOn(header: FileHeader): void {
    for (const line of this.#tail) this.#take(line, header)
    this.#tail = []
  }

  /** Passes on the last lines, and returns the column names. */
  end(): FileHeader {
    const header = this.#header
    if (header === null) throw new FileFault(this.#headerLine, 'must have the column names')
    for (const line of this.#tail) {
      const texts = textsOf(line.record)
      const footer = footerReason(texts)
      const isSure = footerOf(texts, header.columns.length) === 'surely'
      this.#take(isSure ? { ...line, read: { reason: footer } } : { ...line, footer }, header)
    }
    return header
  }
}

/** A report has a total, a date, and a few notes below its list. */
const FOOTER_LINES_MAX = 10

const textsOf = ({ cells }: FileRecord): string[] => cells.map(({ text }) => text)

const isEmpty = ({ text, quoted }: FileRecord['cells'][number]): boolean => !quoted && text.trim() === ''

async function readText({ bytes, corrections, map }: FileToRead, take: TakeLine): Promise<ReadFile> {
  const { text, encoding, bom } = decodeFile(bytes, corrections.encoding)
  const { separator, headerLine, firstLine } = layoutOf(text, corrections)
  const lines = new Lines(headerLine, map, take)
  const below = withoutTextFormulas(text.slice(startOfLine(text, firstLine)), SEPARATORS[separator])
  await readRecords({ text: below, separator: SEPARATORS[separator], line: firstLine }, (record) => lines.add(record))
  const header = lines.end()
  const form: FileForm = {
    format: 'csv',
    encoding,
    separator,
    bom,
    headerLine: header.line,
    sheet: null,
    sheets: [],
  }
  return { form, header }
}

type TakeLine = (line: FileLine, header: FileHeader) => void

/** Rows of a sheet end with their last value: they are made as long as the column names. */
async function readSheet(
  { bytes, corrections, map, rowsMax, charsMax }: FileToRead,
  take: TakeLine,
): Promise<ReadFile> {
  const { sheet, sheets, rows } = await readWorkbook({
    bytes,
    sheet: corrections.sheet,
    charsMax,
    // The column names, and as many lines above them as are looked through.
    rowsMax: rowsMax + PREAMBLE_ROWS_MAX,
  })
  const sample = rows.slice(0, SAMPLE_ROWS)
  const width = sample.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const padded = sample.map(({ line, cells }) => ({ line, cells: padTo(cells, width) }))
  const headerLine = corrections.headerLine ?? headerLineOf(padded) ?? 1
  const below = rows.filter(({ line }) => line >= headerLine)
  const most = below.reduce((longest, { cells }) => Math.max(longest, cells.length), 0)
  const lines = new Lines(headerLine, map, take)
  const slice = slicing()
  for (const { line, cells, links } of below) {
    await slice()
    lines.add({
      line,
      cells: padTo(cells, most).map((text, at) => {
        const link = links?.[at]
        return { text, quoted: false, ...(link === undefined ? {} : { link }) }
      }),
    })
  }
  const header = lines.end()
  const form: FileForm = {
    format: 'xlsx',
    encoding: null,
    separator: null,
    bom: false,
    headerLine: header.line,
    sheet,
    sheets,
  }
  return { form, header }
}

const SAMPLE_ROWS = 100
const PREAMBLE_ROWS_MAX = 30

const padTo = (cells: readonly string[], width: number): string[] => [
  ...cells,
  ...Array.from({ length: Math.max(0, width - cells.length) }, () => ''),
]
