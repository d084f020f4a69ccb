import { readSubject } from '../identity/read.ts'
import { canonicalJson } from '../json/canonical.ts'
import { isExactNumber } from '../json/exact.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { longestList } from '../rows/result-rows.ts'
import { LABEL } from '../tables/links.ts'
import { type KeyMember, RAW_KEY_MEMBERS, RECORD_RULES, type RecordRule } from './dedupe-keys.ts'

/** One thing of a result, in the form in which a watch compares it with others and with its earlier version. */
export interface FoundRecord {
  /** Its dedupe key, readable. */
  readonly key: string
  /** Its canonical JSON without the volatile members: any other text is a change. */
  readonly content: string
  readonly record: JsonObject
}

export interface RefreshResult {
  /** null: a provider's own endpoint. */
  readonly capability: string | null
  readonly result: Json
}

/** The key of the single record in a result that is no list: the subject that the input names. */
const SUBJECT_KEY = 'subject'
/** Records with a longer key are identified by their content. */
const KEY_LENGTH_MAX = 1_000

/**
 * The records of a result in its order, each key once. Records that only their content distinguishes are identified by
 * it: such a record is new or gone, and never changed.
 */
export function recordsOf({ capability, result }: RefreshResult): FoundRecord[] {
  const found = capability === null ? rawRecords(result) : capabilityRecords(RECORD_RULES[capability], result)
  const once = new Map<string, FoundRecord>()
  for (const record of found) if (!once.has(record.key)) once.set(record.key, record)
  return [...once.values()]
}

function capabilityRecords(rule: RecordRule | undefined, result: Json): FoundRecord[] {
  if (!isJsonObject(result)) return []
  if (rule === undefined) return [subjectRecord(withoutLabel(result))]
  const list = result[rule.list]
  return Array.isArray(list) ? list.filter(isJsonObject).map((record) => listRecord(rule, record)) : []
}

function listRecord(rule: RecordRule, record: JsonObject): FoundRecord {
  const content = canonicalJson(without(record, rule.volatile))
  return { key: keyOf(rule.keys, record) ?? content, content, record }
}

function keyOf(ways: RecordRule['keys'], record: JsonObject): string | null {
  for (const way of ways) {
    const parts = way.map((member) => partOf(member, record[member.member]))
    if (parts.every((part) => part !== null)) return short(parts.join(' '))
  }
  return null
}

/** Two spellings of a URL are one; a value that does not read as its kind is compared as it is written. */
function partOf({ kind }: KeyMember, value: Json | undefined): string | null {
  const written = scalar(value)
  if (written === null || kind === undefined) return written
  return readSubject(written, kind)?.value ?? written
}

function scalar(value: Json | undefined): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  return typeof value === 'number' || isExactNumber(value) ? JSON.stringify(value) : null
}

const short = (key: string): string | null => (key.length <= KEY_LENGTH_MAX ? key : null)

/**
 * A payload of any shape: the list that the import into a table finds in it, or the object itself if it lists nothing.
 */
function rawRecords(payload: Json): FoundRecord[] {
  const list = longestList(payload)
  if (list.length > 0) return apart(list.map(rawRecord))
  return isJsonObject(payload) && !isEmptyList(payload) ? [subjectRecord(payload)] : []
}

function rawRecord(record: JsonObject): FoundRecord {
  const content = canonicalJson(record)
  const member = RAW_KEY_MEMBERS.find((name) => scalar(record[name]) !== null)
  const key = member === undefined ? null : short(`${member} ${scalar(record[member])}`)
  return { key: key ?? content, content, record }
}

/**
 * A member that looks like an id may be the id of something else, for instance of the account: then only the content
 * distinguishes the records.
 */
function apart(records: readonly FoundRecord[]): FoundRecord[] {
  const contents = Map.groupBy(records, ({ key }) => key)
  return records.map((record) =>
    new Set(contents.get(record.key)?.map(({ content }) => content)).size > 1
      ? { ...record, key: record.content }
      : record,
  )
}

/** A page without results: it has an empty list, and no member that looks like its own id. */
const isEmptyList = (payload: JsonObject): boolean =>
  Object.values(payload).some((value) => Array.isArray(value) && value.length === 0) &&
  RAW_KEY_MEMBERS.every((name) => scalar(payload[name]) === null)

const subjectRecord = (record: JsonObject): FoundRecord => ({
  key: SUBJECT_KEY,
  content: canonicalJson(record),
  record,
})

const withoutLabel = (result: JsonObject): JsonObject => without(result, [LABEL])

const without = (record: JsonObject, members: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !members.includes(name)))
