import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { type ResultRow, rowsWithRecords } from '../rows/result-rows.ts'
import { RECORD_RULES } from './known-by.ts'

interface RecordsToLand {
  readonly capability: string | null
  readonly input: Json
  readonly result: Json
  /** New records, and those that an earlier refresh could not store. */
  readonly records: readonly JsonObject[]
}

/** The rows of these records: those of a result that lists nothing else. */
export const rowsToLand = ({ capability, input, result, records }: RecordsToLand): ResultRow[] =>
  rowsWithRecords({ capability, input, result: resultOf({ capability, result, records }) })

function resultOf({ capability, result, records }: Omit<RecordsToLand, 'input'>): Json {
  if (capability === null) return [...records]
  const rule = RECORD_RULES[capability]
  if (rule === undefined) return result ?? records.at(-1) ?? null
  return { ...(isJsonObject(result) ? result : {}), [rule.list]: [...records] }
}

/** The records that no row holds yet, by the indexes of the rows that were not stored. */
export function recordsWaiting(
  rows: readonly ResultRow[],
  waiting: readonly number[],
  records: readonly JsonObject[],
): ReadonlySet<JsonObject> {
  return new Set(waiting.flatMap((index) => rows[index]?.records ?? records))
}
