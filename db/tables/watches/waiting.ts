import type { JsonObject } from '../../../domain/json/json.ts'
import { ROWS_PER_IMPORT_MAX } from '../../../domain/tables/limits.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** Of the waiting records, a refresh reads as many bytes as a provider's large answer has. */
const READ_BYTES_MAX = 16_000_000

export const READ_WAITING = statement<
  { watchId: string },
  { readonly key: string; readonly record: JsonObject | null }
>({
  name: 'read_waiting_records',
  effect: false,
  text: `select key, record from (
      select encode(key_hash, 'hex') as key, record,
        sum(coalesce(octet_length(record::text), 0)) over (order by first_seen_at, key_hash) as bytes
      from watch_record where watch_id = :watchId and waits order by first_seen_at, key_hash
        limit ${ROWS_PER_IMPORT_MAX}
    ) w where bytes <= ${READ_BYTES_MAX}`,
})

/** The records that an earlier refresh could not store in the table, oldest first; null: too large to be kept. */
export const readWaiting = (
  tx: Queries,
  watchId: string,
): Promise<{ readonly key: string; readonly record: JsonObject | null }[]> => tx.query(READ_WAITING, { watchId })

export const MARK_WAITING = statement<{ watchId: string; keyHashes: readonly Buffer[]; waits: readonly boolean[] }>({
  name: 'mark_waiting_records',
  effect: 'within',
  text: `update watch_record k set waits = n.waits
    from unnest(:keyHashes::bytea[], :waits::boolean[]) as n (key, waits)
    where k.watch_id = :watchId and k.key_hash = n.key and k.waits <> n.waits`,
})

/** Which of the records that were to be stored wait for the next refresh, under the watch's lock. */
export async function markWaiting(
  tx: Queries,
  watchId: string,
  records: readonly { readonly key: string; readonly waits: boolean }[],
): Promise<void> {
  await tx.query(MARK_WAITING, {
    watchId,
    keyHashes: records.map(({ key }) => Buffer.from(key, 'hex')),
    waits: records.map(({ waits }) => waits),
  })
}
