import { type Json, type JsonObject, objectOf } from '../json/json.ts'
import { type ResultRow, rowsWithRecords } from '../rows/result-rows.ts'
import { RECORD_RULES } from './dedupe-keys.ts'

interface RecordsToImport {
  readonly capability: string | null
  readonly input: Json
  readonly result: Json
  /** New records, and those that an earlier refresh could not store. */
  readonly records: readonly JsonObject[]
}

/** The rows of these records: those of a result that lists nothing else. */
export const rowsToImport = ({ capability, input, result, records }: RecordsToImport): ResultRow[] =>
  rowsWithRecords({ capability, input, result: resultOf({ capability, result, records }) })

function resultOf({ capability, result, records }: Omit<RecordsToImport, 'input'>): Json {
  if (capability === null) return [...records]
  const rule = RECORD_RULES[capability]
  if (rule === undefined) return result ?? records.at(-1) ?? null
  return { ...objectOf(result), [rule.list]: [...records] }
}

/** The records that no row holds yet, by the indexes of the rows that were not stored. */
export function recordsWaiting(
  rows: readonly ResultRow[],
  waiting: readonly number[],
  records: readonly JsonObject[],
): ReadonlySet<JsonObject> {
  return new Set(waiting.flatMap((index) => rows[index]?.records ?? records))
}
