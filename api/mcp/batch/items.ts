import type { JsonObject } from '../../../domain/json/json.ts'
import { formatUsd, parseUsd } from '../../../domain/money/microdollars.ts'
import type { BatchAnswer, BatchItem, BatchRequest, BatchRow } from './schema.ts'

/**
 * The body of one item's run: the shared members, overridden by the item's. `record`, `routing` and `metadata` are
 * merged member by member, so that an item with its own provider keeps the shared `max_cost`. An item with its own
 * `record` takes no shared `into`, and the reverse, because a run has only one of them.
 */
export function runBodyOf(
  { items: _items, wait_seconds: _wait, concurrency: _atOnce, idempotency_key: sharedKey, ...shared }: BatchRequest,
  item: BatchItem,
  index: number,
): JsonObject {
  const { record: sharedRecord, into: sharedInto, routing: sharedRouting, metadata: sharedMetadata, ...rest } = shared
  const record =
    item.record === undefined
      ? item.into === undefined
        ? sharedRecord
        : undefined
      : { ...sharedRecord, ...item.record }
  const into = item.into ?? (item.record === undefined ? sharedInto : undefined)
  const routing = item.routing === undefined ? sharedRouting : { ...sharedRouting, ...item.routing }
  const metadata = item.metadata === undefined ? sharedMetadata : { ...sharedMetadata, ...item.metadata }
  const key = item.idempotency_key ?? (sharedKey === undefined ? undefined : `${sharedKey}:${index}`)
  // Drops the undefined members, as sending the body over HTTP would.
  return JSON.parse(JSON.stringify({ ...rest, ...item, record, into, routing, metadata, idempotency_key: key }))
}

/** The sums over the rows. */
export function totalsOf(rows: readonly BatchRow[]): BatchAnswer['totals'] {
  const count = (is: (row: BatchRow) => boolean): number => rows.filter(is).length
  const [succeeded, no_match] = [
    count(({ status }) => status === 'succeeded'),
    count(({ status }) => status === 'no_match'),
  ]
  const [refused, executing] = [count(({ run_id }) => run_id === null), count(({ done }) => !done)]
  const charged = rows.reduce(
    (sum, row) => sum + (row.charged === null || row.replayed === true ? 0n : parseUsd(row.charged)),
    0n,
  )
  return {
    items: rows.length,
    succeeded,
    no_match,
    failed: rows.length - succeeded - no_match - refused - executing,
    refused,
    executing,
    charged: formatUsd(charged),
  }
}
