import { createHash } from 'node:crypto'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import { type Compared, compareRecords, type HashedRecord } from '../../domain/watches/compare.ts'
import { RECORD_BYTES_MAX, RECORDS_PER_REFRESH_MAX } from '../../domain/watches/limits.ts'
import { type FoundRecord, recordsOf } from '../../domain/watches/records.ts'
import type { Queries } from '../../db/database.ts'
import { toStorableJson } from '../../db/storable-text.ts'
import { FORGET_RECORDS, READ_KNOWN, SEE_RECORDS, STORE_RECORDS } from '../../db/tables/watches/records.ts'

/** `leftOut`: the number of records beyond those that one refresh compares. */
export interface ComparedResult extends Compared {
  readonly leftOut: number
}

/** A refresh without a result, or with one that lists nothing. */
export const NOTHING: ComparedResult = { added: [], changed: [], unchanged: [], leftOut: 0 }

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
