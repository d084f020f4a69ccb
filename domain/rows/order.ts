import { type QueryField, readField } from './field.ts'
import type { QueryFault, QueryReading } from './filter.ts'

/** How a query is sorted: by one field, and rows with equal values by their key (decisions, "query"). */
export interface Order {
  readonly field: QueryField
  readonly descending: boolean
}

/** Newest first. */
export const DEFAULT_ORDER: Order = { field: { kind: 'row', name: 'row_created_at', type: 'time' }, descending: true }

/**
 * Values of every kind have one order, so that a page begins exactly where the previous one ended: numbers (including
 * text that is a number), other text, true and false, lists and objects (equal among themselves), and missing values
 * last. A minus reverses the order within each kind, not that of the kinds: the best score comes first, and rows
 * without a score come last.
 */
export const RANKS = { number: 0, text: 1, boolean: 2, other: 3, absent: 4 } as const

/** Reads `order`: a field name, with a minus in front for descending. */
export function readOrder(order: string | undefined): QueryReading<Order> {
  if (order === undefined) return { ok: true, value: DEFAULT_ORDER }
  const descending = order.startsWith('-')
  const read = readField(descending ? order.slice(1) : order)
  if (read.ok) return { ok: true, value: { field: read.field, descending } }
  const fault: QueryFault = { path: '/order', message: read.message }
  return { ok: false, faults: [fault] }
}
