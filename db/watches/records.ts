import { createHash } from 'node:crypto'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import { type Compared, compareRecords, type HashedRecord, type KnownRecord } from '../../domain/watches/compare.ts'
import { RECORD_BYTES_MAX, RECORDS_PER_REFRESH_MAX, RECORDS_PER_WATCH_MAX } from '../../domain/watches/limits.ts'
import { type FoundRecord, recordsOf } from '../../domain/watches/records.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { toStorableJson } from '../storable-text.ts'

/** `leftOut`: the number of records beyond those that one refresh compares. */
export interface ComparedResult extends Compared {
  readonly leftOut: number
}

/** A refresh without a result, or with one that lists nothing. */
export const NOTHING: ComparedResult = { added: [], changed: [], unchanged: [], leftOut: 0 }

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

interface RefreshedResult {
  readonly runId: string
  readonly result: Json
  readonly now: Date
}

/** Compares a run's result with the known records and stores new and changed ones, under the watch's lock. */
export async function compareAndStore(
  tx: Queries,
  watch: { readonly id: string; readonly capability: string | null },
  { runId, result, now }: RefreshedResult,
): Promise<ComparedResult> {
  const all = recordsOf({ capability: watch.capability, result })
  const found = all.slice(0, RECORDS_PER_REFRESH_MAX).map(hashed)
  if (found.length === 0) return NOTHING
  const known = await tx.query(READ_KNOWN, { watchId: watch.id, keyHashes: found.map(({ keyHash }) => bytes(keyHash)) })
  const compared = compareRecords(found, new Map(known.map(({ key, ...record }) => [key, record])))
  const reported = [...compared.added, ...compared.changed.map(({ after }) => after)]
  if (reported.length > 0) {
    await tx.query(STORE_RECORDS, {
      watchId: watch.id,
      runId,
      now,
      keyHashes: reported.map(({ keyHash }) => bytes(keyHash)),
      contentHashes: reported.map(({ contentHash }) => bytes(contentHash)),
      records: reported.map(keptJson),
    })
  }
  if (compared.unchanged.length > 0)
    await tx.query(SEE_RECORDS, {
      watchId: watch.id,
      runId,
      now,
      keyHashes: compared.unchanged.map(({ keyHash }) => bytes(keyHash)),
    })
  if (compared.added.length > 0) await tx.query(FORGET_RECORDS, { watchId: watch.id })
  return { ...compared, leftOut: all.length - found.length }
}

const hashed = (found: FoundRecord): HashedRecord => ({
  ...found,
  keyHash: sha256(found.key),
  contentHash: sha256(found.content),
})
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

function keptJson({ record }: { readonly record: JsonObject }): string | null {
  const text = toStorableJson(record)
  return Buffer.byteLength(text) <= RECORD_BYTES_MAX ? text : null
}
