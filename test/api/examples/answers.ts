import { BASE32_ALPHABET } from '../../../domain/ids/ids.ts'
import type { Json } from '../../../domain/json/json.ts'

/** An example shows what a list contains, not all of it. */
const ITEMS_MAX = 2

/** An answer as the document shows it: lists shortened. */
export function shortened(value: unknown): Json {
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map(shortened)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]))
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  throw new Error(`an answer holds a value of type ${typeof value}`)
}

/**
 * The shape of an answer: paths of members with the kind of their value, with all items of a list as one. Null may be
 * anything.
 */
export function shapeOf(value: unknown, path = ''): Map<string, string> {
  if (Array.isArray(value))
    return new Map([[path, 'array'], ...value.flatMap((item) => [...shapeOf(item, `${path}[]`)])])
  if (typeof value === 'object' && value !== null) {
    return new Map([
      [path, 'object'],
      ...Object.entries(value).flatMap(([name, inner]) => [...shapeOf(inner, `${path}.${name}`)]),
    ])
  }
  return new Map([[path, value === null ? 'null' : typeof value]])
}

/**
 * The differences between two answers, in words. Where either has null they are not compared any deeper, but a member
 * that is null is there.
 */
export function differencesOf(shown: unknown, real: unknown): string[] {
  const [left, right] = [shapeOf(shown), shapeOf(real)]
  const isNull = (path: string): boolean => [left, right].some((shape) => shape.get(path) === 'null')
  const isInBoth = (path: string): boolean => left.has(path) && right.has(path)
  const belowNull = (path: string): boolean =>
    [...path.matchAll(/(?=[.[])/g)].some(({ index }) => isNull(path.slice(0, index)))
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((path) => !(isNull(path) && isInBoth(path)) && !belowNull(path) && left.get(path) !== right.get(path))
    .map((path) => `${path}: ${left.get(path) ?? 'nothing'} is shown, ${right.get(path) ?? 'nothing'} is answered`)
}

interface WalkUrls {
  /** The addresses of the service and the receiver in the walk. */
  readonly serviceUrl: string
  readonly receiverUrl: string
  readonly beganAt: number
}

const SHOWN_BEGIN = Date.parse('2026-11-20T09:30:00.000Z')
const SECOND_MS = 1_000
const ID = /\b([a-z]{2,8})_[0-9a-hjkmnp-tv-z]{26}\b/g
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
/** As they are in the examples of schemas, where they cannot be mistaken for real ones. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bsvc_(test|live|sess|app|mail)_[A-Za-z0-9_-]{20,}/g, 'svc_$1_…'],
  [/\bsvc_(test|live)_\w{4}…\w{4}/g, 'svc_$1_9aXk…2fQz'],
  [/\bsvc_device_[\w.-]{20,}/g, 'svc_device_…'],
  [/\bcur_[\w-]{20,}/g, 'cur_…'],
  [/\bwhsec_[\w+/-]{20,}/g, 'whsec_…'],
  [/\b(link_[0-9a-z]{26})\.(\d+)\.[\w-]+/g, '$1.$2.zAjCj6xECV'],
]

/** Makes one walk's answers independent of the recording: ids, times, secrets and addresses are the same each time. */
export function anonymous({ serviceUrl, receiverUrl, beganAt }: WalkUrls): (value: Json) => Json {
  const ids = new Map<string, string>()
  const counts = new Map<string, number>()
  const idOf = (id: string, prefix: string): string => {
    const count = counts.get(prefix) ?? 0
    if (!ids.has(id)) counts.set(prefix, count + 1)
    const shown =
      ids.get(id) ??
      `${prefix}_01j9zq3v6n4k8w2x5y7a9b1c${BASE32_ALPHABET.charAt(3 + Math.floor(count / 32))}${BASE32_ALPHABET.charAt((13 + count) % 32)}`
    ids.set(id, shown)
    return shown
  }
  const timeOf = (time: string): string => {
    const seconds = Math.round((Date.parse(time) - beganAt) / SECOND_MS)
    // Times before the walk are part of what it reads.
    return seconds < 0 ? time : new Date(SHOWN_BEGIN + seconds * SECOND_MS).toISOString()
  }
  const textOf = (text: string): string =>
    SECRETS.reduce((all, [secret, shown]) => all.replaceAll(secret, shown), text)
      .replaceAll(ID, idOf)
      .replaceAll(TIME, timeOf)
      .replaceAll(serviceUrl, 'https://api.example.com')
      .replaceAll(receiverUrl, 'https://example.com')
  const ofAny = (value: Json): Json => {
    if (typeof value === 'string') return textOf(value)
    if (typeof value !== 'object' || value === null) return value
    return Array.isArray(value)
      ? value.map(ofAny)
      : Object.fromEntries(Object.entries(value).map(([name, inner]) => [textOf(name), ofAny(inner)]))
  }
  return ofAny
}
