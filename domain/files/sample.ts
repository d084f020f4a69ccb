import type { SampleRecord } from './form.ts'

/** Enough to see how a file is written, and a millisecond of work. */
const SAMPLE_CHARS = 65_536
const SAMPLE_RECORDS = 100
/** As many columns as a file has at most, and one. */
const SAMPLE_CELLS = 1_001

/**
 * The first records of a text that are not blank, as a lenient reader sees them: a quotation mark counts where a cell
 * begins with it. A record that the sample cuts off is none, unless it is the only one.
 */
export function sampleRecords(
  { text, line: firstLine }: { readonly text: string; readonly line: number },
  separator: string,
): SampleRecord[] {
  const sample = text.slice(0, SAMPLE_CHARS)
  const records: SampleRecord[] = []
  let line = firstLine
  let at = 0
  while (at < sample.length && records.length < SAMPLE_RECORDS) {
    const read = readRecord(sample, at, separator)
    const isCut = read.end >= sample.length && sample.length < text.length
    if (isCut && records.length > 0) break
    if (read.cells.some((cell) => cell.trim() !== '')) records.push({ line, cells: read.cells })
    line += read.breaks
    at = read.end
  }
  return records
}

interface ReadRecord {
  readonly cells: readonly string[]
  /** Where the next record begins. */
  readonly end: number
  /** Lines that it takes. */
  readonly breaks: number
}

function readRecord(text: string, from: number, separator: string): ReadRecord {
  const cells: string[] = []
  let breaks = 0
  let at = from
  for (;;) {
    const cell = text[at] === '"' ? quotedCell(text, at) : null
    const end = cell?.end ?? at
    let to = end
    while (to < text.length && text[to] !== separator && text[to] !== '\n' && text[to] !== '\r') to += 1
    const value = (cell?.value ?? '') + text.slice(end, to)
    breaks += cell?.value.match(/\r\n|\n|\r/g)?.length ?? 0
    if (cells.length < SAMPLE_CELLS) cells.push(value)
    at = to + 1
    if (to >= text.length) return { cells, end: text.length, breaks: breaks + 1 }
    if (text[to] !== separator) return { cells, end: text.startsWith('\r\n', to) ? to + 2 : to + 1, breaks: breaks + 1 }
  }
}

/** The text of a cell within quotation marks, and where it ends. */
function quotedCell(text: string, from: number): { readonly value: string; readonly end: number } {
  let value = ''
  let at = from + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) return { value: value + text.slice(at), end: text.length }
    value += text.slice(at, close)
    if (text[close + 1] !== '"') return { value, end: close + 1 }
    value += '"'
    at = close + 2
  }
}

/** Where a line of a text begins, counted from 1; the end of the text where it has fewer lines. */
export function startOfLine(text: string, line: number): number {
  const breaks = /\r\n|\n|\r/g
  for (let passed = 1; passed < line; passed += 1) if (breaks.exec(text) === null) return text.length
  return breaks.lastIndex
}
