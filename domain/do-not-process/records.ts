import { memberOf } from '../history/members.ts'
import { findingSubjects } from '../history/subjects.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { distinctKeys, keysOf } from './keys.ts'
import type { ListedKey } from './lists.ts'
import { findingNameZips } from './name-zip.ts'

/** A record of a list, by its object, and the keys of everyone that it names itself. */
export interface RecordKeys {
  readonly record: Json
  readonly keys: readonly ListedKey[]
}

/** A result as lists are compared with it. */
export interface ReadRecords {
  readonly records: readonly RecordKeys[]
  /** The keys of what is outside of all records: if a list covers one of them, nothing of the result is delivered. */
  readonly rest: readonly ListedKey[]
}

/** As `domain/history/subjects.ts` reads a payload. */
const DEPTH_MAX = 24

/** Members of one person or company that list its addresses: their items are no records. */
const CONTACT_LIST = /(?:^|_)(?:e?mails?|phones?|numbers?|profiles?|addresses|handles?|websites?)$/i

/**
 * Reads a result record by record. A record is an object in a list, without the records within it; a list of the
 * addresses of one record is no list of records, unless its items have names. `list`: the member that has the records;
 * null: the result is one record; undefined: lists are found by their form, as in a provider's own payload.
 */
export function* readingRecords(result: Json, list: string | null | undefined): Generator<void, ReadRecords> {
  const records: RecordKeys[] = []
  const rest = list === null ? result : yield* withoutRecords(result, { list, depth: 0, member: '', records })
  return { records, rest: yield* readingKeys(rest) }
}

interface Place {
  readonly list: string | undefined
  readonly depth: number
  readonly member: string
  readonly records: RecordKeys[]
}

function* withoutRecords(value: Json, place: Place): Generator<void, Json> {
  if (place.depth > DEPTH_MAX) return value
  const depth = place.depth + 1
  if (isJsonObject(value)) {
    const rest: JsonObject = {}
    for (const [member, inside] of Object.entries(value))
      Object.defineProperty(rest, member, {
        value: yield* withoutRecords(inside, { ...place, depth, member }),
        enumerable: true,
      })
    return rest
  }
  if (!Array.isArray(value)) return value
  if (!isRecordList(value, place)) {
    const items: Json[] = []
    for (const item of value) items.push(yield* withoutRecords(item, { ...place, depth }))
    return items
  }
  for (const item of value) {
    const own = yield* withoutRecords(item, { ...place, depth, member: '' })
    place.records.push({ record: item, keys: yield* readingKeys(own) })
    yield
  }
  return []
}

function isRecordList(items: readonly Json[], { list, depth, member }: Place): boolean {
  if (list !== undefined && depth === 1 && member === list) return true
  const objects = items.filter((item) => isJsonObject(item))
  return objects.length > 0 && (!CONTACT_LIST.test(member) || objects.some((item) => hasName(item)))
}

const hasName = (item: JsonObject): boolean =>
  Object.keys(item).some((member) => ['name', 'first', 'last'].includes(memberOf(member).kind))

function* readingKeys(value: Json): Generator<void, readonly ListedKey[]> {
  const subjects = yield* findingSubjects(value)
  const nameZips = yield* findingNameZips(value)
  return distinctKeys([
    ...subjects.flatMap((one) => keysOf(one)),
    ...nameZips.map((nameZip): ListedKey => ({ kind: 'name_zip', value: nameZip })),
  ])
}

/** A result without some of its records, wherever they are. */
export function* removingRecords(value: Json, gone: ReadonlySet<Json>): Generator<void, Json> {
  if (Array.isArray(value)) {
    const kept: Json[] = []
    for (const item of value) if (!gone.has(item)) kept.push(yield* removingRecords(item, gone))
    yield
    return kept
  }
  if (!isJsonObject(value)) return value
  const kept: [string, Json][] = []
  for (const [member, inside] of Object.entries(value)) kept.push([member, yield* removingRecords(inside, gone)])
  return Object.fromEntries(kept)
}
