import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { RECORD_RULES } from './known-by.ts'

/** A result as if it had listed only its new records: the import into a table makes rows of them. */
export function resultOfNew({
  capability,
  result,
  fresh,
}: {
  readonly capability: string | null
  readonly result: Json
  readonly fresh: readonly JsonObject[]
}): Json {
  if (capability === null) return [...fresh]
  const rule = RECORD_RULES[capability]
  return rule === undefined || !isJsonObject(result) ? result : { ...result, [rule.list]: [...fresh] }
}
