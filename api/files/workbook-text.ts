import type { CellValue } from 'hucre/xlsx'
import { withoutFailure } from '../../domain/files/cell-text.ts'

/**
 * A cell as a CSV file would have it. Numbers have the 15 digits that spreadsheets keep, dates are ISO 8601, and a
 * formula is the value that it had when the file was saved: nothing is computed here.
 */
export function textOfCell(value: CellValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return withoutFailure(value)
  if (typeof value === 'number') return textOfNumber(value)
  if (typeof value === 'boolean') return String(value)
  return value instanceof Date ? textOfDate(value) : ''
}

function textOfNumber(value: number): string {
  if (!Number.isFinite(value)) return ''
  const kept = Number(value.toPrecision(15))
  return Number.isInteger(kept) ? BigInt(kept).toString() : String(kept)
}

/** A date without a time is written as one; a time without a date has the day before the calendar of spreadsheets. */
function textOfDate(date: Date): string {
  const at = new Date(Math.round(date.getTime() / 1_000) * 1_000)
  if (Number.isNaN(at.getTime())) return ''
  const [day = '', time = ''] = at.toISOString().split('T')
  const clock = time.slice(0, 8)
  if (at.getUTCFullYear() < 1_900) return clock
  return clock === '00:00:00' ? day : `${day}T${clock}`
}
