import type { JsonObject } from '../json/json.ts'
import type { FoundRecord } from './records.ts'

/** A record with the hashes under which it is stored, as text. */
export interface HashedRecord extends FoundRecord {
  readonly keyHash: string
  readonly contentHash: string
}

/** A record as an earlier refresh left it; null if it was too large to be stored. */
export interface KnownRecord {
  readonly contentHash: string
  readonly record: JsonObject | null
}

export interface ChangedRecord {
  readonly before: JsonObject | null
  readonly after: HashedRecord
}

/** The records of a refresh, compared with the known ones (decisions, "watch"). */
export interface Compared {
  readonly added: readonly HashedRecord[]
  readonly changed: readonly ChangedRecord[]
  readonly unchanged: readonly HashedRecord[]
}

/**
 * `known` by the hash of the key. A known record that was not found is neither new nor changed: lists are cut, and
 * pages turn.
 */
export function compareRecords(found: readonly HashedRecord[], known: ReadonlyMap<string, KnownRecord>): Compared {
  const added: HashedRecord[] = []
  const changed: ChangedRecord[] = []
  const unchanged: HashedRecord[] = []
  for (const after of found) {
    const before = known.get(after.keyHash)
    if (before === undefined) added.push(after)
    else if (before.contentHash === after.contentHash) unchanged.push(after)
    else changed.push({ before: before.record, after })
  }
  return { added, changed, unchanged }
}
