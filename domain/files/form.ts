/** How a file is written: what a reader detects, an answer states, and a request may correct. */

/** What separates the cells of a text file, by the name that requests and answers use. */
export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type SeparatorName = keyof typeof SEPARATORS
export const SEPARATOR_NAMES = ['comma', 'semicolon', 'tab', 'pipe'] as const satisfies readonly SeparatorName[]

/**
 * Encodings of text files. The first four are detected; a file in one of the others has the same bytes as one in
 * Windows-1252, so its sender names it.
 */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** What the sender of a file states about it; what is left out is detected. */
export interface FileCorrections {
  readonly encoding?: Encoding
  readonly separator?: SeparatorName
  /** The number of the line with the column names, counted from 1. */
  readonly headerLine?: number
  /** The name of a sheet of a workbook. */
  readonly sheet?: string
}

/** How a file was read. */
export interface FileForm {
  readonly format: 'csv' | 'xlsx'
  /** null: a workbook, which names its encoding itself. */
  readonly encoding: Encoding | null
  /** null: a workbook. */
  readonly separator: SeparatorName | null
  /** Whether the file begins with a byte order mark. */
  readonly bom: boolean
  readonly headerLine: number
  /** The sheet that was read, and all of the workbook that are not hidden. */
  readonly sheet: string | null
  readonly sheets: readonly string[]
}

/** Cells of one record of a file, with the number of the line on which it begins. */
export interface SampleRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** Lines of a file that do not fit its columns; the list has the first ones. */
export interface RefusedLines {
  readonly rows: number
  readonly lines: readonly { readonly line: number; readonly reason: string }[]
}

/** How an upload was read, as it is stored with it: what its answer shows, and whether it has a byte order mark. */
export interface StoredReading {
  readonly format: FileForm['format']
  readonly encoding: Encoding | null
  readonly separator: SeparatorName | null
  readonly bom: boolean
  readonly header_line: number
  readonly sheet: string | null
  readonly sheets: readonly string[]
  readonly columns: readonly {
    readonly name: string
    readonly field: string | null
    readonly suggested_by: 'remembered' | 'heading' | 'values' | null
  }[]
  /** Left out: every line fits the columns. */
  readonly refused?: RefusedLines
}
