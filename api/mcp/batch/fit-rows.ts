import { fitting, type Fitting } from '../../../domain/answers/fit.ts'
import type { BatchRow } from './schema.ts'

/** Less of a result is no help. */
const RESULT_CHARS_MIN = 120
/** For what is around the rows, and for notes. */
const SHARE_OF_ROWS = 0.9

/**
 * The rows within a budget, as JSON: every row stays, and long results are cut to an equal share. `get_run` reads the
 * entire.
 */
export function* fittingRows(rows: readonly BatchRow[], chars: number): Fitting<BatchRow[]> {
  if (JSON.stringify(rows).length <= chars * SHARE_OF_ROWS) return [...rows]
  const heads = rows.reduce((sum, row) => sum + JSON.stringify(withoutResult(row)).length, 0)
  const share = Math.floor((chars * SHARE_OF_ROWS - heads) / Math.max(1, rows.length))
  const fitted: BatchRow[] = []
  for (const row of rows) fitted.push(yield* withShare(row, share))
  return fitted
}

function* withShare(row: BatchRow, chars: number): Fitting<BatchRow> {
  const { result } = row
  if (result === undefined || JSON.stringify(result).length <= chars) return row
  if (chars < RESULT_CHARS_MIN) return withoutResult(row)
  const shown = yield* fitting(result, chars, (part) => (JSON.stringify(part).length <= chars ? part : null))
  return shown === null ? withoutResult(row) : { ...row, result: shown, result_cut: true }
}

export const withoutResult = ({ result, ...row }: BatchRow): BatchRow =>
  result === undefined ? row : { ...row, result_omitted: true }
