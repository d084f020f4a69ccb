import type { Context } from '../context.ts'
import { memberLines } from './members.ts'
import { styledState } from './style.ts'
import { safeLine } from './text.ts'
import { at, isObject, listAt, textAt, textOf } from './value.ts'

/** The service's own members of a row are shown in front, or in `--json`. */
const KEPT = new Set([
  'key',
  'status',
  'next_at',
  'touches',
  'last_touch_at',
  'last_touch_channel',
  'last_reply_at',
  'last_reply_class',
  'row_created_at',
  'row_updated_at',
])
/** More columns than these do not fit on one line. */
const COLUMNS_MAX = 8

/** Rows of a table: key and status in front, then the data columns in the order of their first appearance. */
export function rowsTable(items: readonly unknown[], context: Context): string {
  const names = [...new Set(items.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))].filter(
    (name) => !KEPT.has(name),
  )
  const shown = context.width === null ? names : names.slice(0, COLUMNS_MAX)
  return context.table(
    [{ title: 'KEY', fixed: true }, { title: 'STATUS' }, ...shown.map((name) => ({ title: safeLine(name) }))],
    items.map((row) => [textAt(row, 'key'), textAt(row, 'status'), ...shown.map((name) => textOf(at(row, name)))]),
  )
}

const PROBLEMS_MAX = 20

/** The outcome of rows that were written or imported. */
export function writtenView(body: unknown, { style }: Context): string {
  const counts = ['inserted', 'updated', 'unchanged'].map((name) => `${textAt(body, name)} ${name}`).join(', ')
  const place = (item: unknown): string =>
    at(item, 'line') === undefined ? `row ${textAt(item, 'index')}` : `line ${textAt(item, 'line')}`
  const problems = [...listAt(body, 'conflicts'), ...listAt(body, 'refused')]
  const also = listAt(body, 'also_in').map((one) => `${textAt(one, 'count')} in ${textAt(one, 'table')}`)
  return [
    `${safeLine(textAt(body, 'table'))}: ${counts}${at(body, 'created') === true ? ', table created' : ''}`,
    ...problems
      .slice(0, PROBLEMS_MAX)
      .map((one) => `  ${styledState('refused', style)} ${place(one)}: ${safeLine(textAt(one, 'reason'))}`),
    ...(problems.length > PROBLEMS_MAX ? [`  and ${problems.length - PROBLEMS_MAX} more; --json prints all`] : []),
    ...memberLines([['also', also.join(', ')]], style),
  ]
    .map((line) => `${line}\n`)
    .join('')
}
