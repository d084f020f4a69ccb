/** `d.data` where the statement takes its rows from ROWS_UNPACKED. */
export type DataSource = 'r.data' | 'd.data'

/**
 * Rows `r` with their data unpacked once each: read from `r` itself, large data would be fetched and unpacked again by every word of
 * a condition. `offset 0` keeps the planner from putting it back. Not for statements that lock: what they look at again after
 * a wait would be the data of before.
 */
export const ROWS_UNPACKED = `table_row r cross join lateral (select r.data || '{}'::jsonb as data offset 0) d`

/**
 * What a caller's values are replaced by in the text of a statement. Its text is made of this file's words and of `$1`, `$2`, …
 * alone: names, paths and values of a query only ever travel as parameters.
 */
export class Parameters {
  readonly values: unknown[] = []
  /** What the text calls the data of row `r`. */
  readonly data: DataSource

  constructor(data: DataSource) {
    this.data = data
  }

  /** Keeps a value and answers its place, cast to a type that this code names. */
  add(value: unknown, type: 'text' | 'text[]' | 'numeric' | 'numeric[]' | 'timestamptz' | 'timestamptz[]' | 'jsonb[]' | 'integer' | 'bigint[]'): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}
