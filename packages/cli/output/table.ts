import type { Style } from './style.ts'
import { padded, safeLine, shortened, widthOf } from './text.ts'

export interface TextColumn {
  readonly title: string
  /** Never shortened: a cut id is useless. */
  readonly fixed?: boolean
  readonly right?: boolean
  /** Left out where a line would not fit without it; the last such column first. */
  readonly spare?: true
  readonly styled?: (text: string, style: Style) => string
}

const GAP = 2
/** A narrower column is unreadable. */
const WIDTH_MIN = 8

/**
 * Rows under their titles, each on one line: aligned, and cut to the width where there is one, the widest columns
 * first. Ends with a line break; without rows there is no table.
 */
export function table(
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
  { width, style }: { readonly width: number | null; readonly style: Style },
): string {
  if (rows.length === 0) return ''
  const cells = rows.map((row) => columns.map((_, index) => safeLine(row[index] ?? '')))
  const natural = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[index] ?? ''))),
  )
  const left = width === null ? -1 : leftOut(natural, columns, width)
  if (left !== -1) {
    const others = <T>(list: readonly T[]): T[] => list.filter((_, index) => index !== left)
    return table(others(columns), cells.map(others), { width, style })
  }
  const widths = width === null ? natural : fitted(natural, columns, width)
  const line = (row: readonly string[], styled: (text: string, column: TextColumn) => string): string =>
    columns
      .map((column, index) => {
        const text = shortened(row[index] ?? '', widths[index] ?? 0)
        const last = index === columns.length - 1
        const filled =
          column.right === true
            ? padding(text, widths[index] ?? 0) + styled(text, column)
            : styled(text, column) + (last ? '' : padding(text, widths[index] ?? 0))
        return filled
      })
      .join(' '.repeat(GAP))
      .trimEnd()
  const head = line(
    columns.map(({ title }) => title),
    (text) => style.dim(text),
  )
  return [head, ...cells.map((row) => line(row, (text, column) => column.styled?.(text, style) ?? text))]
    .map((one) => `${one}\n`)
    .join('')
}

const padding = (text: string, width: number): string => padded(text, width).slice(text.length)

/** The column to leave out; -1: the line fits once its columns are narrowed, or none is spare. */
function leftOut(natural: readonly number[], columns: readonly TextColumn[], width: number): number {
  const least = natural.map((one, index) => (columns[index]?.fixed === true ? one : Math.min(one, WIDTH_MIN)))
  const over = least.reduce((sum, one) => sum + one, GAP * (columns.length - 1)) - width
  return over <= 0 ? -1 : columns.findLastIndex(({ spare }) => spare === true)
}

/** Narrows the widest column that may be cut, as long as the line is too long and a column can be narrowed. */
function fitted(natural: readonly number[], columns: readonly TextColumn[], width: number): number[] {
  const widths = [...natural]
  const room = width - GAP * (columns.length - 1)
  for (;;) {
    const over = widths.reduce((sum, one) => sum + one, 0) - room
    if (over <= 0) return widths
    const may = widths
      .map((one, index) => ({ one, index }))
      .filter(({ one, index }) => columns[index]?.fixed !== true && one > WIDTH_MIN)
    const widest = may.toSorted((a, b) => b.one - a.one)[0]
    if (widest === undefined) return widths
    const next = may.toSorted((a, b) => b.one - a.one)[1]?.one ?? WIDTH_MIN
    // Down to the width of the next widest column: as much as the line is too long, at least one.
    widths[widest.index] = Math.max(WIDTH_MIN, widest.one - Math.min(over, Math.max(1, widest.one - next)))
  }
}
