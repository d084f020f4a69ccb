import { isExactNumber } from '../json/exact.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { typeOf, type ValueType } from './leaves.ts'
import { selectFields } from './project.ts'

/** The items of a list and the members of an object that a slice has by default. */
export const SLICE_ITEMS_DEFAULT = 20
/** The characters of a text that a slice has by default: about a thousand tokens. */
export const SLICE_CHARS_DEFAULT = 4_000
/** The most of any of them. */
export const SLICE_LIMIT_MAX = 100_000

export interface SliceRequest {
  /** Dotted; integers select items of a list, counted from 0. */
  readonly path: string
  readonly offset: number
  /** null: the default of the value's type. */
  readonly limit: number | null
  /** Selects members of the value, or of the items of the list; null selects all. */
  readonly fields: readonly string[] | null
}

/** A part of the value at a path of a result. */
export interface Slice {
  readonly path: string
  /** Absent, like `value`: the result has nothing at the path. */
  readonly type?: ValueType
  /** The items of a list, the members of an object, or the characters of a text; 1 for any other value. */
  readonly total: number
  readonly offset: number
  /** null: the slice reaches the end. */
  readonly next_offset: number | null
  readonly value?: Json
}

export function sliceOf(result: JsonObject, { path, offset, limit, fields }: SliceRequest): Slice {
  const selected = valueAtPath(result, path)
  if (selected === undefined) return { path, total: 0, offset, next_offset: null }
  const { total, value, end } = part(selected, offset, limit)
  const shown = fields === null ? value : (selectFields(value, fields) ?? (Array.isArray(value) ? [] : {}))
  return { path, type: typeOf(selected), total, offset, next_offset: end < total ? end : null, value: shown }
}

interface Part {
  readonly total: number
  readonly value: Json
  /** Where the part ends. */
  readonly end: number
}

function part(selected: Json, offset: number, limit: number | null): Part {
  if (typeof selected === 'string') return textPart(selected, offset, limit ?? SLICE_CHARS_DEFAULT)
  const end = offset + (limit ?? SLICE_ITEMS_DEFAULT)
  if (Array.isArray(selected)) return { total: selected.length, value: selected.slice(offset, end), end }
  if (!isJsonObject(selected)) return { total: 1, value: offset === 0 ? selected : null, end }
  const members = Object.entries(selected)
  return { total: members.length, value: Object.fromEntries(members.slice(offset, end)), end }
}

/** Of UTF-16 code units; a slice splits no surrogate pair. */
function textPart(text: string, offset: number, limit: number): Part {
  const isSplitAt = (at: number): boolean => /^[\udc00-\udfff]/.test(text.charAt(at)) && at > 0
  const from = isSplitAt(offset) ? offset - 1 : offset
  const until = isSplitAt(offset + limit) ? offset + limit + 1 : offset + limit
  return { total: text.length, value: text.slice(from, until), end: until }
}

/** The value at a dotted path, or undefined. A name with dots is found too. */
export function valueAtPath(root: Json, path: string): Json | undefined {
  if (typeof root !== 'object' || root === null || isExactNumber(root)) return undefined
  const memberOf = (name: string): Json | undefined => {
    if (Array.isArray(root)) return /^\d{1,9}$/.test(name) ? root[Number(name)] : undefined
    return Object.hasOwn(root, name) ? root[name] : undefined
  }
  const selected = memberOf(path)
  if (selected !== undefined) return selected
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const inner = memberOf(path.slice(0, dot))
    const found = inner === undefined ? undefined : valueAtPath(inner, path.slice(dot + 1))
    if (found !== undefined) return found
  }
  return undefined
}
