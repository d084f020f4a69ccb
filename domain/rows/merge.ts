import { isExactNumber } from '../json/exact.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { ROW_BYTES_MAX } from '../tables/limits.ts'

/** Posts and comments stored for each creator: the newest, so that a watch never fills up a row. */
const SIGNALS_MAX = 50

/** Whether a value holds nothing: null, blank text, and lists and objects of only such values. */
export function isEmpty(value: Json): boolean {
  if (value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (typeof value !== 'object' || isExactNumber(value)) return false
  return Object.values(value).every(isEmpty)
}

/** The depth that a request may write, inside its outer members. Walking a deeper payload could overflow the stack. */
const DEPTH_MAX = 60

export const isTooDeep = (value: Json, left = DEPTH_MAX): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !isExactNumber(value) &&
  (left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1)))

/** A row's data in its stored form: without empty fields, each post and comment of `signals` once, the newest first. */
export function keptData(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]): [string, Json][] =>
      isEmpty(value) ? [] : [[name, name === 'signals' && areSignals(value) ? united([], value) : value]],
    ),
  )
}

/**
 * One write onto held data (Spec 4.7): new values win, empty ones never erase. A nested object is one value, because
 * half of an old company next to half of a new one would be neither. Posts and comments under `signals` are united.
 */
export function mergeData(held: JsonObject, incoming: JsonObject): JsonObject {
  const fresh = keptData(incoming)
  const signals =
    'signals' in fresh && 'signals' in held ? unitedSignals(held['signals'] ?? null, fresh['signals'] ?? null) : null
  return { ...held, ...fresh, ...(signals === null ? {} : { signals }) }
}

/** A post, or a comment: in addition to its post's URL it has `comment_url`, null where the network gives none. */
type Signal = JsonObject & ({ comment_url: string } | { post_url: string })

const isUrl = (value: Json | undefined): value is string => typeof value === 'string' && value !== ''

const isSignal = (value: Json): value is Signal =>
  isJsonObject(value) && (isUrl(value['comment_url']) || isUrl(value['post_url']))

const areSignals = (value: Json): value is Signal[] => Array.isArray(value) && value.length > 0 && value.every(isSignal)

const unitedSignals = (held: Json, fresh: Json): Json | null =>
  areSignals(held) && areSignals(fresh) ? united(held, fresh) : null

/** In an order that does not depend on which signals came first. */
function united(held: readonly Signal[], fresh: readonly Signal[]): Json[] {
  const signals = new Map<string, Signal>([...held, ...fresh].map((signal) => [signalUrl(signal), signal]))
  return [...signals.values()].toSorted(byNewest).slice(0, SIGNALS_MAX)
}

/** Comments without a URL differ by their text. */
function signalUrl({ comment_url: comment, post_url: post, text }: JsonObject): string {
  if (isUrl(comment)) return comment
  const postUrl = isUrl(post) ? post : ''
  return comment === null && typeof text === 'string' ? `${postUrl} ${text}` : postUrl
}

const byNewest = (left: Signal, right: Signal): number =>
  compare(timeOf(right), timeOf(left)) || compare(signalUrl(left), signalUrl(right))

const timeOf = ({ posted_at }: Signal): string => (typeof posted_at === 'string' ? posted_at : '')
const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** Why a row is refused whose data does not fit. */
export const TOO_MUCH_DATA = `would be larger than ${ROW_BYTES_MAX} bytes of data`

/** Data that fits a row, or null: if only the signals are too many, the oldest are removed. */
export function fitData(data: JsonObject): JsonObject | null {
  const text = JSON.stringify(data)
  // A character is at most three bytes.
  if (text.length * 3 <= ROW_BYTES_MAX) return data
  let over = bytesOf(text) - ROW_BYTES_MAX
  if (over <= 0) return data
  const { signals, ...rest } = data
  if (signals === undefined || !areSignals(signals)) return null
  const kept = [...signals]
  // Each signal is written once: to write the row again for each would take a second for fifty large ones.
  while (over > 0 && kept.length > 1) over -= bytesOf(JSON.stringify(kept.pop())) + COMMA_BYTES
  return over > 0 ? null : { ...rest, signals: kept }
}

const COMMA_BYTES = 1

/** Spec 8: a row is measured as UTF-8 of its JSON. */
const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** Whether two values are equal apart from the order of members. */
export const isSame = (left: Json, right: Json): boolean => canonical(left) === canonical(right)

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'number' || isExactNumber(value)) return digitsOf(JSON.stringify(value))
  if (!isJsonObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .toSorted(([a], [b]) => compare(a, b))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`)
    .join(',')}}`
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i

/** A number in one form: the database writes in full what JavaScript writes with an exponent. */
function digitsOf(text: string): string {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const digits = `${integer}${fraction}`.replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  return kept === '' ? '0' : `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}
