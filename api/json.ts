import { isExactNumber, parseExactJson } from '../domain/json/exact.ts'
import { isJsonObject, type Json } from '../domain/providers/manifest.ts'
import { invalidRequest } from './validation.ts'
import type { Fault } from './validation.ts'
import { escapePointer } from './validation-messages.ts'

/** Deeper than any request has reason to be, and far from where recursive code (JSON.stringify) overflows. */
const DEPTH_MAX = 64

/**
 * Parses a request body; throws `invalid_request` for what is no JSON, no UTF-8 or cannot be kept. `exact` keeps numbers of more
 * digits than a double has as they were written.
 */
export function parseJson(bytes: Uint8Array, { exact }: { readonly exact: boolean } = { exact: false }): unknown {
  const value = exact ? exactWithin(parseAnyJson(bytes)) : decode(bytes, JSON.parse)
  const fault = unkeepable(value)
  if (fault !== null) throw invalidRequest([fault])
  return value
}

/** Parses JSON of which parts are judged later: nothing of it is refused here, and every number stays as it was written. Throws `invalid_request` for what is no JSON. */
export const parseAnyJson = (bytes: Uint8Array): Json => decode(bytes, parseExactJson)

function decode<Value>(bytes: Uint8Array, parse: (text: string) => Value): Value {
  try {
    return parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // The parser's message quotes the body, which may hold a credential; the place alone is no great help.
    throw invalidRequest([{ path: '', message: 'is not valid JSON in UTF-8' }])
  }
}

/** An exact number has the look of an object: where a schema says what may stand, in the members of a body and the items of its lists, it is a number like any other. */
export function exactWithin(body: Json): Json {
  if (!isJsonObject(body)) return plain(body)
  return Object.fromEntries(Object.entries(body).map(([member, value]) => [member, Array.isArray(value) ? value.map(plain) : plain(value)]))
}

const plain = (value: Json): Json => (isExactNumber(value) ? Number(JSON.stringify(value)) : value)

/** Reads a body that is text; a mark of its byte order is no part of it. Throws `invalid_request` for what is no UTF-8 or holds NUL. */
export function decodeText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  if (text === null) throw invalidRequest([{ path: '', message: 'is not valid UTF-8' }])
  if (text.includes('\0')) throw invalidRequest([{ path: '', message: 'must be text without NUL' }])
  return text
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * What JSON allows but the service cannot keep as it came: numbers beyond a double (they read as Infinity),
 * text that PostgreSQL refuses (NUL, half a surrogate pair), a member `__proto__` (which a later copy could turn
 * into a prototype), and nesting that would overflow the stack of whoever walks it. Walks without recursion.
 */
export function unkeepable(root: unknown): Fault | null {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }]
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { value, path, depth } = item
    if (typeof value === 'string' && !isText(value)) return { path, message: 'must be text without NUL and without half a surrogate pair' }
    if (typeof value === 'number' && !Number.isFinite(value)) return { path, message: 'is too large a number' }
    if (typeof value !== 'object' || value === null) continue
    if (isExactNumber(value)) {
      if (!isKeepableNumber(JSON.stringify(value))) return { path, message: 'is too large or too long a number' }
      continue
    }
    if (depth >= DEPTH_MAX) return { path: '', message: `must not be nested deeper than ${DEPTH_MAX} levels` }
    for (const [member, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      if (typeof member === 'string' && (member === '__proto__' || !isText(member))) return { path, message: 'has a member whose name is not allowed' }
      // Ten megabytes may hold millions of these: nothing is made for them.
      if (inner === null || typeof inner === 'boolean' || (typeof inner === 'number' && Number.isFinite(inner))) continue
      pending.push({ value: inner, path: `${path}/${escapePointer(String(member))}`, depth: depth + 1 })
    }
  }
  return null
}

/** PostgreSQL's numbers end at 131,072 digits before the point and 16,383 behind it; a double's ends, written out, are far enough for anybody. */
const NUMBER_LENGTH_MAX = 400

const isKeepableNumber = (text: string): boolean =>
  text.length <= NUMBER_LENGTH_MAX && Number.isFinite(Number(text)) && (Number(text) !== 0 || !/[1-9]/.test(text.replace(/e.*$/i, '')))

const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
