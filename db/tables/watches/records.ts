import type { KnownRecord } from '../../../domain/watches/compare.ts'
import { RECORDS_PER_WATCH_MAX } from '../../../domain/watches/limits.ts'
import { statement } from '../../statement.ts'

/** A join rather than a comparison with an array: the array would be walked once for each of thousands of records. */
export const READ_KNOWN = statement<{ watchId: string; keyHashes: readonly Buffer[] }, KnownRecord & { key: string }>({
  name: 'read_known_records',
  effect: false,
  text: `select encode(k.key_hash, 'hex') as key, encode(k.content_hash, 'hex') as "contentHash", k.record
    from unnest(:keyHashes::bytea[]) as n (key) join watch_record k on k.watch_id = :watchId and k.key_hash = n.key`,
})

export const STORE_RECORDS = statement<{
  watchId: string
  runId: string
  now: Date
  keyHashes: readonly Buffer[]
  contentHashes: readonly Buffer[]
  records: readonly (string | null)[]
}>({
  name: 'store_watch_records',
  effect: 'within',
  text: `insert into watch_record as k (watch_id, key_hash, content_hash, record, first_run_id, last_run_id,
    first_seen_at, last_seen_at)
    select :watchId, n.key, n.content, n.record, :runId, :runId, :now, :now
      from unnest(:keyHashes::bytea[], :contentHashes::bytea[], :records::json[]) as n (key, content, record)
    on conflict (watch_id, key_hash) do update set content_hash = excluded.content_hash, record = excluded.record,
      last_run_id = excluded.last_run_id,
      last_seen_at = greatest(k.last_seen_at, excluded.last_seen_at)`,
})

export const SEE_RECORDS = statement<{ watchId: string; runId: string; now: Date; keyHashes: readonly Buffer[] }>({
  name: 'see_watch_records',
  effect: 'within',
  text: `update watch_record k set last_run_id = :runId, last_seen_at = greatest(k.last_seen_at, :now)
    from unnest(:keyHashes::bytea[]) as n (key) where k.watch_id = :watchId and k.key_hash = n.key`,
})

/**
 * By their physical places, found once: whatever the planner estimates, it never joins the table with itself. The
 * watch's lock keeps the rows in place.
 */
export const FORGET_RECORDS = statement<{ watchId: string }>({
  name: 'forget_watch_records',
  effect: 'within',
  text: `delete from watch_record where ctid = any(array(
    select ctid from watch_record where watch_id = :watchId order by last_seen_at desc,
      key_hash offset ${RECORDS_PER_WATCH_MAX}))`,
})
