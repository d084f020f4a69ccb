import { type RowPosition, readCursor, writeCursor } from './cursor.ts'
import type { QueryField } from './field.ts'
import { type RequestedFilter, type RowFilter, type QueryFault, type QueryReading, readFilter } from './filter.ts'
import { type Order, readOrder } from './order.ts'
import { readFields } from './projection.ts'

/** The requested members of a query (Spec 4.7), with their outer types checked. */
export interface RequestedQuery extends RequestedFilter {
  readonly order?: string | undefined
  readonly fields?: readonly string[] | undefined
  readonly cursor?: string | undefined
}

export interface CheckedQuery {
  readonly filter: RowFilter
  readonly order: Order
  /** null requests entire rows. */
  readonly fields: readonly QueryField[] | null
  /** Where the previous page ended; null for the first one. */
  readonly after: RowPosition | null
  /** The cursor that continues after a place, for this query only; null at the end. */
  cursorAt(place: RowPosition | null): string | null
}

/** Reads an entire query of a table, or answers all of its faults. `now` is the base of relative times. */
export function readRowsQuery(
  request: RequestedQuery,
  { tableId, now }: { readonly tableId: string; readonly now: Date },
): QueryReading<CheckedQuery> {
  const filter = readFilter(request, now)
  const order = readOrder(request.order)
  const fields = readFields(request.fields)
  // A page with other columns is still a page of the same list.
  const query = [tableId, request.status ?? null, request.due ?? false, request.where ?? {}, request.order ?? null]
  const after = order.ok && request.cursor !== undefined ? readCursor(request.cursor, order.value, query) : null
  const lost = order.ok && request.cursor !== undefined && after === null ? [CURSOR_FAULT] : []
  if (!filter.ok || !order.ok || !fields.ok || lost.length > 0) {
    return {
      ok: false,
      faults: [
        ...[filter, order, fields].flatMap((part): readonly QueryFault[] => (part.ok ? [] : part.faults)),
        ...lost,
      ],
    }
  }
  return {
    ok: true,
    value: {
      filter: filter.value,
      order: order.value,
      fields: fields.value,
      after,
      cursorAt: (place) => (place === null ? null : writeCursor(place, query)),
    },
  }
}

const CURSOR_FAULT: QueryFault = {
  path: '/cursor',
  message: 'is not a `next_cursor` of this query: send it unchanged, with the same filter and order',
}
