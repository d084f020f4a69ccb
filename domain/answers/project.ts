import { isExactNumber } from '../json/exact.ts'
import { isJsonObject, type Json, type JsonObject, objectOf } from '../json/json.ts'

/** Which part of a result is answered. */
export interface Projection {
  /** Dotted paths, which lead through lists to the members of their items; null selects the entire result. */
  readonly fields: readonly string[] | null
  /** The most items of every list, at any depth; null: no limit. */
  readonly maxItems: number | null
}

/** A result with its selected fields, and the first items of each list. A field that it does not have is absent. */
export function project(result: JsonObject, { fields, maxItems }: Projection): JsonObject {
  const capped = maxItems === null ? result : capLists(result, maxItems)
  const selected = fields === null ? capped : selectFields(capped, fields)
  return objectOf(selected)
}

/**
 * The fields of a value at these paths; undefined: it has none of them. The items of a list keep their places, so an
 * object without any of the fields is empty.
 */
export function selectFields(value: Json, paths: readonly string[]): Json | undefined {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return undefined
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => selectFields(item, paths) ?? (isSelectable(item) ? [{}] : []))
    return value.length > 0 && items.length === 0 ? undefined : items
  }
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const inner = paths.flatMap((path) => restAfter(name, path) ?? [])
    if (inner.length === 0) return []
    const selected = inner.includes('') ? member : selectFields(member, inner)
    return selected === undefined ? [] : [[name, selected]]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

const isSelectable = (item: Json): boolean => typeof item === 'object' && item !== null && !isExactNumber(item)

/** What a path selects of the member: all of it (empty), a path within it, or nothing. A name may itself have dots. */
function restAfter(name: string, path: string): string | null {
  if (path === name) return ''
  return path.startsWith(`${name}.`) ? path.slice(name.length + 1) : null
}

/** As deep as a body may be; a payload may be deeper, and is answered there as it is. */
const DEPTH_MAX = 64

const capLists = (value: JsonObject, maxItems: number, depth = 0): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, capValue(member, maxItems, depth + 1)]))

function capValue(value: Json, maxItems: number, depth: number): Json {
  if (depth > DEPTH_MAX) return value
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => capValue(item, maxItems, depth + 1))
  return isJsonObject(value) ? capLists(value, maxItems, depth) : value
}
