import type { NewJobRow } from './new-job.ts'

/** The columns of a row. */
export interface RowColumns {
  readonly number: number
  readonly key: string | null
  readonly request: string | null
  readonly error: string | null
  /** The number of the earlier row that it equals; null: none. */
  readonly sameAs: number | null
  /** What the uploaded file has in the row. */
  readonly cells: string | null
}

export const rowColumns = ({ number, key, request, error, sameAs, cells }: NewJobRow): RowColumns => ({
  number,
  key,
  request: request === null ? null : JSON.stringify(request),
  error: error === null ? null : JSON.stringify(error),
  sameAs: sameAs ?? null,
  cells: cells === undefined || cells === null ? null : JSON.stringify(cells),
})
