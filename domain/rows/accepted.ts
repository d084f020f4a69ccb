import type { RowMerge } from './row-merge.ts'
import type { RowSlot } from './row-slots.ts'

/** The sent rows of a call that were about one row of the table. */
export interface AcceptedRows {
  /** Their indexes, in the order sent. */
  readonly indexes: number[]
  readonly merges: RowMerge[]
}

interface AcceptedRow {
  readonly slot: RowSlot
  readonly merge: RowMerge | null
  readonly index: number
}

/**
 * Adds a sent row to those of its row of the table, and returns the index of the first of them. A file may name one
 * person fifty thousand times, so the lists are extended in place and never copied.
 */
export function accept(accepted: Map<RowSlot, AcceptedRows>, { slot, merge, index }: AcceptedRow): number {
  const sent = accepted.get(slot) ?? { indexes: [], merges: [] }
  accepted.set(slot, sent)
  sent.indexes.push(index)
  if (merge !== null) sent.merges.push(merge)
  return sent.indexes[0] ?? index
}
