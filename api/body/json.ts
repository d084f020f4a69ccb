import { isUtf8 } from 'node:buffer'
import { isExactNumber, parseExactJson } from '../../domain/json/exact.ts'
import { type JsonExcess, type JsonLimits, type JsonList, JsonScan } from '../../domain/json/scan.ts'
import { isJsonObject, type Json } from '../../domain/json/json.ts'
import { invalidRequest, type ValidationFault } from '../validation/check.ts'
import { escapePointer } from '../validation/messages.ts'

/** Deeper than any request needs, and far from the depth at which recursive code (JSON.stringify) overflows. */
const DEPTH_MAX = 64

/** The default limit of values in a body: parsing, walking and checking them takes some 30 ms. */
export const BODY_VALUES_MAX = 20_000

/** Scanned, or parsed, in one step: about a millisecond or two. */
const SCAN_BYTES = 262_144

export interface JsonOptions {
  /** Numbers with more digits than a double holds keep their digits. */
  readonly exact?: boolean
  readonly valuesMax?: number
}

/**
 * Parses a request body in short steps (decisions, "JSON of requests"). Throws `invalid_request` for a body that is no
 * JSON, no UTF-8, too large or cannot be stored. Its values are counted on its bytes: a body beyond the limit is never
 * parsed.
 */
export function* parsingJson(
  bytes: Uint8Array,
  { exact = false, valuesMax = BODY_VALUES_MAX }: JsonOptions = {},
): Generator<void, unknown> {
  const scan = yield* scanning(bytes, valuesMax)
  const parse = exact && scan.longNumbers ? parseExactJson : JSON.parse
  const value = yield* parsingLists(bytes, bytes.length > SCAN_BYTES ? scan.lists : [], parse)
  return exact && scan.longNumbers ? exactWithin(value) : value
}

/** Parses JSON whose parts are checked later: only its size is refused here, and every number keeps its digits. */
export function* parsingAnyJson(bytes: Uint8Array, valuesMax: number): Generator<void, Json> {
  yield* scanning(bytes, valuesMax)
  const value = decode(bytes, parseExactJson)
  yield
  return value
}

function* scanning(bytes: Uint8Array, valuesMax: number): Generator<void, JsonScan> {
  const limits: JsonLimits = { depthMax: DEPTH_MAX, valuesMax, valuesAtOnceMax: BODY_VALUES_MAX }
  const scan = new JsonScan(bytes, limits)
  while (!scan.done) {
    const excess = scan.scan(SCAN_BYTES)
    if (excess !== null) throw invalidRequest([faultOf(excess, limits, bytes)])
    yield
  }
  return scan
}

function faultOf(
  excess: JsonExcess,
  { depthMax, valuesMax, valuesAtOnceMax }: JsonLimits,
  bytes: Uint8Array,
): ValidationFault {
  switch (excess.kind) {
    case 'too deep':
      return { path: '', message: `must not be nested deeper than ${depthMax} levels` }
    case 'too many':
      return { path: '', message: `must hold at most ${valuesMax} values` }
    case 'too many at once': {
      if (excess.item === null)
        return { path: '', message: `must hold at most ${valuesAtOnceMax} values outside of its lists` }
      const list = nameOfList(bytes, excess.item.listFrom)
      if (list === null)
        return { path: '', message: `must hold at most ${valuesAtOnceMax} values in each item of its lists` }
      return {
        path: `/${escapePointer(list)}/${excess.item.index}`,
        message: `must hold at most ${valuesAtOnceMax} values`,
      }
    }
  }
}

/** Many times the name of any list that a route takes. */
const NAME_BYTES_MAX = 1_000
const NAME_BEFORE_LIST = /("(?:[^"\\]|\\.)*")\s*:\s*\[$/

/**
 * The name of the member whose list begins behind the bracket before `from`; null when the preceding text is no name of
 * a list.
 */
function nameOfList(bytes: Uint8Array, from: number): string | null {
  const before = new TextDecoder().decode(bytes.subarray(Math.max(0, from - NAME_BYTES_MAX), from))
  const [, quoted] = NAME_BEFORE_LIST.exec(before) ?? []
  if (quoted === undefined) return null
  try {
    const name: unknown = JSON.parse(quoted)
    return typeof name === 'string' && isText(name) ? name : null
  } catch {
    return null
  }
}

/** Parses long lists piece by piece, and puts each in place of its placeholder in the surrounding text. */
function* parsingLists(
  bytes: Uint8Array,
  lists: readonly JsonList[],
  parse: (text: string) => Json,
): Generator<void, Json> {
  const around = decode(withoutLists(bytes, lists), parse)
  yield
  requireKeepable(around)
  yield
  const names = new Map<Json | undefined, string>()
  if (isJsonObject(around)) for (const name in around) if (Array.isArray(around[name])) names.set(around[name][0], name)
  for (const [index, list] of lists.entries()) {
    const name = names.get(index)
    const items = yield* parsingList(bytes, list, { parse, path: `/${escapePointer(name ?? '')}` })
    // A later member of the same name overrides the list that has no name here.
    if (name !== undefined && isJsonObject(around)) around[name] = items
  }
  return around
}

function* parsingList(
  bytes: Uint8Array,
  { pieces }: JsonList,
  { parse, path }: { parse: (text: string) => Json; path: string },
): Generator<void, Json[]> {
  const items: Json[] = []
  for (const { from, to, items: count } of pieces) {
    const piece = decode(bytes.subarray(from, to), (text) => parse(`[${text}]`), { ignoreBOM: true })
    const isEmptyList = pieces.length === 1 && count === 1 && Array.isArray(piece) && piece.length === 0
    if (!Array.isArray(piece) || (piece.length !== count && !isEmptyList)) throw notJson()
    for (const item of piece) {
      const fault = findUnsupportedText(item, DEPTH_MAX - 2)
      if (fault !== null) throw invalidRequest([{ ...fault, path: `${path}/${items.length}${fault.path}` }])
      items.push(item)
    }
    yield
  }
  return items
}

/** The text with the number of each list in place of its items. */
function withoutLists(bytes: Uint8Array, lists: readonly JsonList[]): Uint8Array {
  if (lists.length === 0) return bytes
  const ends = [0, ...lists.map(({ to }) => to)]
  const parts = lists.flatMap(({ from }, index) => [bytes.subarray(ends[index], from), Buffer.from(String(index))])
  return Buffer.concat([...parts, bytes.subarray(ends.at(-1))])
}

const notJson = (): Error => invalidRequest([{ path: '', message: 'is not valid JSON in UTF-8' }])

function decode<Value>(bytes: Uint8Array, parse: (text: string) => Value, { ignoreBOM = false } = {}): Value {
  try {
    return parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM }).decode(bytes))
  } catch {
    // The parser's message quotes the body, which may hold a credential, and the position alone helps little.
    throw notJson()
  }
}

/**
 * An exact number is an object in JavaScript: in the members of a body and the items of its lists, where a schema
 * decides, it becomes a plain number.
 */
export function exactWithin(body: Json): Json {
  if (!isJsonObject(body)) return plain(body)
  return Object.fromEntries(
    Object.entries(body).map(([member, value]) => [member, Array.isArray(value) ? value.map(plain) : plain(value)]),
  )
}

const plain = (value: Json): Json => (isExactNumber(value) ? Number(JSON.stringify(value)) : value)

/**
 * Reads a text body and drops its byte order mark. Throws `invalid_request` with the line for text that is no UTF-8 or
 * holds NUL.
 */
export function decodeText(bytes: Uint8Array): string {
  if (!isUtf8(bytes))
    throw invalidRequest([{ path: '', message: `is not valid UTF-8 in line ${lineOfBadUtf8(bytes)}` }])
  const nul = bytes.indexOf(0)
  if (nul >= 0)
    throw invalidRequest([{ path: '', message: `must be text without NUL, as in line ${lineAt(bytes, nul)}` }])
  return new TextDecoder('utf-8').decode(bytes)
}

const LF = 0x0a
const CR = 0x0d

/** The line of a byte, counted from 1. */
function lineAt(bytes: Uint8Array, end: number): number {
  let line = 1
  for (let index = 0; index < end; index += 1) {
    if (bytes[index] === CR || (bytes[index] === LF && bytes[index - 1] !== CR)) line += 1
  }
  return line
}

/** The end of the piece that begins at `from`, is at least this long and ends with a line, or is the last one. */
function endOfLines(bytes: Uint8Array, from: number, length: number): number {
  const end = bytes.indexOf(LF, from + length)
  return end < 0 ? bytes.length : end + 1
}

/** A byte of LF is no part of another character, so text that is cut there is valid where it was. */
export function lineOfBadUtf8(bytes: Uint8Array): number {
  let from = 0
  for (const length of [SCAN_BYTES, 0]) {
    let end = endOfLines(bytes, from, length)
    while (end < bytes.length && isUtf8(bytes.subarray(from, end))) {
      from = end
      end = endOfLines(bytes, from, length)
    }
  }
  return lineAt(bytes, from)
}

function requireKeepable(value: Json): void {
  const fault = findUnsupportedText(value)
  if (fault !== null) throw invalidRequest([fault])
}

/**
 * Finds JSON that the service cannot store unchanged: numbers beyond a double (they read as Infinity), text that
 * PostgreSQL refuses (NUL, half a surrogate pair), a member `__proto__` (which a later copy could turn into a
 * prototype), and nesting that would overflow the stack of code that walks it. The path is built only for a fault,
 * because a body holds thousands of values.
 */
export function findUnsupportedText(root: unknown, depthMax: number = DEPTH_MAX): ValidationFault | null {
  const found = faultIn(root, depthMax)
  return found === null
    ? null
    : {
        path: found.members
          .map((member) => `/${escapePointer(member)}`)
          .toReversed()
          .join(''),
        message: found.message,
      }
}

interface FaultInside {
  readonly message: string
  /** The members that lead to it, from the innermost out. */
  readonly members: string[]
}

const faultHere = (message: string): FaultInside => ({ message, members: [] })

function faultIn(value: unknown, depthLeft: number): FaultInside | null {
  if (typeof value === 'string')
    return isText(value) ? null : faultHere('must be text without NUL and without unpaired surrogates')
  if (typeof value === 'number') return Number.isFinite(value) ? null : faultHere('is too large a number')
  if (typeof value !== 'object' || value === null) return null
  if (isExactNumber(value))
    return isKeepableNumber(JSON.stringify(value)) ? null : faultHere('is too large or too long a number')
  if (depthLeft === 0) return faultHere(`must not be nested deeper than ${DEPTH_MAX} levels`)
  return Array.isArray(value) ? faultOfItems(value, depthLeft) : faultOfMembers(value, depthLeft)
}

function faultOfItems(items: readonly unknown[], depthLeft: number): FaultInside | null {
  for (let index = 0; index < items.length; index += 1) {
    const inside = faultIn(items[index], depthLeft - 1)
    if (inside !== null) return within(inside, String(index))
  }
  return null
}

function faultOfMembers(members: object, depthLeft: number): FaultInside | null {
  if (!isRecord(members)) return null
  for (const name in members) {
    if (name === '__proto__' || !isText(name)) return faultHere('has a member whose name is not allowed')
    const inside = faultIn(members[name], depthLeft - 1)
    if (inside !== null) return within(inside, name)
  }
  return null
}

/** A parsed object has only own members. */
const isRecord = (_value: object): _value is Readonly<Record<string, unknown>> => true

function within(inside: FaultInside, member: string): FaultInside {
  inside.members.push(member)
  return inside
}

/**
 * PostgreSQL's numbers end at 131,072 digits before the point and 16,383 behind it; a double's limits, written out, are
 * far enough.
 */
const NUMBER_LENGTH_MAX = 400

const isKeepableNumber = (text: string): boolean =>
  text.length <= NUMBER_LENGTH_MAX &&
  Number.isFinite(Number(text)) &&
  (Number(text) !== 0 || !/[1-9]/.test(text.replace(/e.*$/i, '')))

const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
