import { distinctKeys, listedKey } from '../../domain/do-not-process/keys.ts'
import type { ListedKey } from '../../domain/do-not-process/lists.ts'
import { type ReadRecords, readingRecords, removingRecords } from '../../domain/do-not-process/records.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json/json.ts'
import type { AdapterResult } from '../../domain/providers/manifest.ts'
import { RECORD_RULES } from '../../domain/watches/dedupe-keys.ts'
import { matchKeys } from '../../db/outreach/do-not-process/match.ts'
import type { RunInput } from '../../db/runs/attempts/begin.ts'
import { atOnceOrInSlices } from '../../db/time-slices.ts'
import type { ActivityDeps } from '../deps.ts'

type Delivered = Extract<AdapterResult, { kind: 'delivered' }>

/** It names no person. */
const COVERED = 'a do-not-process list covers what the provider delivered'

/**
 * A delivered result without the records of people and companies that a list covers (decisions, "do-not-process
 * lists"). A result that is one such record is none. A price for each record does not count those that were removed.
 */
export async function withoutListed(
  { db }: Pick<ActivityDeps, 'db'>,
  run: RunInput,
  result: AdapterResult,
): Promise<AdapterResult> {
  if (!run.filtered || result.kind !== 'delivered') return result
  const output = await filtered({ db }, run, { value: result.output, list: listOf(run) })
  if (output === null || !isJsonObject(output.value)) return { kind: 'noMatch', detail: COVERED, raw: null }
  const raw = await filtered({ db }, run, { value: result.raw, list: undefined })
  if (output.removed === 0 && raw?.removed === 0) return result
  return { ...result, ...chargedFor(run, result, output.removed), output: output.value, raw: raw?.value ?? null }
}

/** The list of a capability's records; null: it answers one record; undefined: a raw run. */
const listOf = ({ capability }: RunInput): string | null | undefined =>
  capability === null ? undefined : (RECORD_RULES[capability]?.list ?? null)

function chargedFor({ price }: RunInput, { units }: Delivered, records: number): Partial<Delivered> {
  if (records === 0) return {}
  const billed = price?.model !== 'metered'
  return { units: billed ? units : Math.max(0, units - records), removed: { records, billed } }
}

interface Filtered {
  readonly value: Json | JsonObject
  readonly removed: number
}

/** null: a list covers what is outside of all records. */
async function filtered(
  deps: Pick<ActivityDeps, 'db'>,
  run: RunInput,
  { value, list }: { readonly value: Json; readonly list: string | null | undefined },
): Promise<Filtered | null> {
  const read = await atOnceOrInSlices(readingRecords(value, list))
  const covered = await coveredKeys(deps, run, read)
  const isCovered = (keys: readonly ListedKey[]): boolean => keys.some((key) => covered.has(listedKey(key)))
  if (isCovered(read.rest)) return null
  const gone = new Set(read.records.flatMap(({ record, keys }) => (isCovered(keys) ? [record] : [])))
  if (gone.size === 0) return { value, removed: 0 }
  return { value: await atOnceOrInSlices(removingRecords(value, gone)), removed: gone.size }
}

async function coveredKeys(
  { db }: Pick<ActivityDeps, 'db'>,
  run: RunInput,
  { records, rest }: ReadRecords,
): Promise<ReadonlySet<string>> {
  const keys = distinctKeys([...rest, ...records.flatMap((one) => one.keys)])
  const matched = await matchKeys(db, run, keys)
  return new Set([...matched.keys()].flatMap((at) => keys.slice(at, at + 1).map((key) => listedKey(key))))
}
