/**
 * What a caller's values are replaced by in the text of a statement. Its text is made of this file's words and of `$1`, `$2`, …
 * alone: names, paths and values of a query only ever travel as parameters.
 */
export class Parameters {
  readonly values: unknown[] = []

  /** Keeps a value and answers its place, cast to a type that this code names. */
  add(value: unknown, type: 'text' | 'text[]' | 'numeric' | 'numeric[]' | 'timestamptz' | 'timestamptz[]' | 'jsonb[]' | 'integer' | 'bigint[]'): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}
