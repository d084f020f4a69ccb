import { readSubject } from '../identity/read.ts'
import { isJsonObject, type Json, type JsonObject, listOf, objectOf } from '../json/json.ts'
import { MAINTAINED_FIELDS, ROW_FIELDS } from '../tables/keys.ts'
import { isTooDeep } from './merge.ts'
import { LABEL } from '../tables/links.ts'
import { withRowNames } from './verdict.ts'

/** The members of a post that are stored under its author's `signals`. */
const SIGNAL_MEMBERS = [
  'post_url',
  'comment_url',
  'text',
  'posted_at',
  'likes',
  'comments',
  'replies',
  'shares',
] as const
/** Members of an input that identify its subject, kept with a result that does not repeat them. */
const SUBJECT_MEMBERS = [
  'full_name',
  'first_name',
  'last_name',
  'company',
  'domain',
  'linkedin_url',
  'email',
  'phone',
  'platform',
  'handle',
] as const
/** Payloads nest their list a little; deeper lists belong to the things in it. */
const LIST_DEPTH_MAX = 4

/**
 * The rows of a result (Spec 4.6 `into`): people and companies as they are listed, posts and comments as their authors
 * with the matching posts under `signals`, and a single record as one row. Absent and unknown values are left out. So
 * are a provider's members named `status` or `next_at`, because the workspace sets its rows' own, and members that nest
 * deeper than a request may.
 */
export const resultRows = (run: RunResult): JsonObject[] => rowsWithRecords(run).map(({ row }) => row)

/** A row, and the records of the list that it was made from; null: the entire result. */
export interface ResultRow {
  readonly row: JsonObject
  readonly records: readonly JsonObject[] | null
}

export const rowsWithRecords = (run: RunResult): ResultRow[] =>
  recordsOf(run).map(({ row, records }) => ({
    records,
    row: Object.fromEntries(Object.entries(row).filter(([name, value]) => !OWN_FIELDS.has(name) && !isTooDeep(value))),
  }))

interface RunResult {
  readonly capability: string | null
  readonly input: Json
  readonly result: Json
}

const OWN_FIELDS = new Set<string>([...ROW_FIELDS, ...MAINTAINED_FIELDS])

function recordsOf({ capability, input, result }: RunResult): ResultRow[] {
  if (capability === null) return longestList(result).map(listed)
  if (!isJsonObject(result)) return []
  const items = result['items'] ?? result['results'] ?? result['jobs']
  if (items === undefined) return [{ row: single(input, withRowNames(capability, result)), records: null }]
  const records = Array.isArray(items) ? items.filter(isJsonObject) : []
  return records.some(isPost) ? authors(records) : records.map(listed)
}

const listed = (record: JsonObject): ResultRow => ({ row: known(record), records: [record] })

function single(input: Json, result: JsonObject): JsonObject {
  const requested = objectOf(input)
  const subject = Object.fromEntries(
    SUBJECT_MEMBERS.flatMap((member) => (requested[member] === undefined ? [] : [[member, requested[member]]])),
  )
  const { [LABEL]: _label, ...found } = result
  return { ...known(subject), ...identified(known(found)) }
}

/** A person's result lists emails and phones; one of each identifies a row. */
function identified(record: JsonObject): JsonObject {
  const [email] = listOf(record['emails'])
  const [phone] = listOf(record['phones'])
  return {
    ...(record['email'] === undefined && email !== undefined ? { email } : {}),
    ...(record['phone'] === undefined && phone !== undefined ? { phone } : {}),
    ...record,
  }
}

const isPost = (record: JsonObject): boolean => 'author_name' in record && 'post_url' in record

/** One row per creator, in the order in which they first appear. */
function authors(posts: readonly JsonObject[]): ResultRow[] {
  const rows = new Map<string, { readonly row: JsonObject; readonly posts: JsonObject[] }>()
  for (const post of posts) {
    const row = authorOf(post)
    const named = authorKey(row)
    // Such a post identifies no author, and a table keys on a person.
    const key = named ?? `post ${rows.size}`
    const author = rows.get(key) ?? { row, posts: [] }
    rows.set(key, { row: { ...row, ...author.row }, posts: [...author.posts, post] })
  }
  return [...rows.values()].map(({ row, posts: records }) => ({
    row: { ...row, signals: records.map(signalOf) },
    records,
  }))
}

function authorOf(post: JsonObject): JsonObject {
  const { platform, handle, author_name: name, author_url: url } = post
  const own =
    typeof handle === 'string' || typeof url !== 'string' || typeof platform !== 'string'
      ? handle
      : handleOf(url, platform)
  return known({
    platform: platform ?? null,
    handle: own ?? null,
    name: name ?? null,
    ...(typeof url === 'string' && platform === 'linkedin' ? { linkedin_url: url } : { profile_url: url ?? null }),
  })
}

/** A profile's URL gives the handle if the list does not. */
function handleOf(url: string, platform: string): string | null {
  const identity = readSubject(url, 'handle', platform)
  return identity === null ? null : identity.value.slice(identity.value.indexOf(':') + 1)
}

function authorKey({ platform, handle, linkedin_url: linkedin, profile_url: profile }: JsonObject): string | null {
  if (typeof linkedin === 'string') return readSubject(linkedin, 'linkedin')?.value ?? linkedin
  if (typeof handle === 'string')
    return readSubject(handle, 'handle', typeof platform === 'string' ? platform : undefined)?.value ?? handle
  return typeof profile === 'string' ? profile : null
}

/** A comment without a URL keeps its null, which distinguishes it from the post. */
const signalOf = (post: JsonObject): JsonObject => ({
  ...known(Object.fromEntries(SIGNAL_MEMBERS.map((member) => [member, post[member] ?? null]))),
  ...(post['comment_url'] === null ? { comment_url: null } : {}),
})

/** Without unknown values. */
const known = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

/** The longest list of objects in a payload of any shape; empty if there is none. */
export function longestList(value: Json, depth = 0): JsonObject[] {
  if (Array.isArray(value)) {
    const objects = value.filter(isJsonObject)
    if (objects.length > 0 && !objects.every((item) => onlyList(item))) return objects
    return depth > LIST_DEPTH_MAX ? [] : longest(value.map((item) => longestList(item, depth + 1)))
  }
  if (!isJsonObject(value) || depth > LIST_DEPTH_MAX) return []
  return longest(Object.values(value).map((member) => longestList(member, depth + 1)))
}

/** An envelope around a list, such as a task with its result. */
const onlyList = (item: JsonObject): boolean => Array.isArray(item['result']) || Array.isArray(item['items'])

const longest = (lists: readonly JsonObject[][]): JsonObject[] =>
  lists.reduce((best, list) => (list.length > best.length ? list : best), [])
