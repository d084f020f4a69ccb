/** `d.data` where the statement reads its rows from ROWS_UNPACKED. */
export type DataSource = 'r.data' | 'd.data'

/**
 * Rows `r` with their data unpacked once each. Read from `r` itself, large data would be fetched and unpacked again for
 * every part of a condition. `offset 0` keeps the planner from inlining the subquery. Not for statements that lock:
 * after a wait they would recheck the old data.
 */
export const ROWS_UNPACKED = `table_row r cross join lateral (select r.data || '{}'::jsonb as data offset 0) d`

/**
 * The parameters of a statement. Its text consists only of words from this code and of `$1`, `$2`, …: names, paths and
 * values of a query are always parameters.
 */
export class Parameters {
  readonly values: unknown[] = []
  /** The name of row `r`'s data in the text. */
  readonly data: DataSource

  constructor(data: DataSource) {
    this.data = data
  }

  /** Adds a value and returns its placeholder, cast to a type that this code names. */
  add(
    value: unknown,
    type:
      | 'text'
      | 'text[]'
      | 'numeric'
      | 'numeric[]'
      | 'timestamptz'
      | 'timestamptz[]'
      | 'jsonb[]'
      | 'integer'
      | 'bigint[]',
  ): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}
