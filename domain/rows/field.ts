import type { Json, JsonObject } from '../json/json.ts'
import { isExactNumber } from '../json/exact.ts'

/** Row fields that filter, order and project, and how their values compare (Spec 4.7). Everything else is data. */
export const ROW_FIELD_TYPES = {
  key: 'text',
  status: 'text',
  next_at: 'time',
  touches: 'number',
  last_touch_at: 'time',
  last_touch_channel: 'text',
  last_reply_at: 'time',
  last_reply_class: 'text',
  row_created_at: 'time',
  row_updated_at: 'time',
} as const
export type RowFieldName = keyof typeof ROW_FIELD_TYPES
export type RowFieldType = (typeof ROW_FIELD_TYPES)[RowFieldName]

/** A field as a query names it. */
export type QueryField =
  | { readonly kind: 'row'; readonly name: RowFieldName; readonly type: RowFieldType }
  /** A member of the data by its entire name, or, if there is none and the name has dots, by the path between them. */
  | { readonly kind: 'data'; readonly name: string; readonly path: readonly string[] | null }

/** Longer than any sensible column name; a cursor and a plan have room for it. */
export const FIELD_NAME_LENGTH_MAX = 200
/** Deeper than people nest the data that they filter by. */
export const PATH_SEGMENTS_MAX = 10

const isRowField = (name: string): name is RowFieldName => Object.hasOwn(ROW_FIELD_TYPES, name)

/** The meaning of a name in `where`, `order` or `fields`, or its fault in words that follow its place. */
export function readField(
  name: string,
): { readonly ok: true; readonly field: QueryField } | { readonly ok: false; readonly message: string } {
  if (name === '') return { ok: false, message: 'must name a field' }
  if (name.length > FIELD_NAME_LENGTH_MAX)
    return { ok: false, message: `must be at most ${FIELD_NAME_LENGTH_MAX} characters long` }
  if (!isStorableText(name)) return { ok: false, message: 'must be text without NUL and without unpaired surrogates' }
  if (isRowField(name)) return { ok: true, field: { kind: 'row', name, type: ROW_FIELD_TYPES[name] } }
  const path = name.split('.')
  if (path.length > PATH_SEGMENTS_MAX) return { ok: false, message: `must be at most ${PATH_SEGMENTS_MAX} names deep` }
  return { ok: true, field: { kind: 'data', name, path: path.length === 1 ? null : path } }
}

/** PostgreSQL keeps neither NUL nor half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * The value of a data field, or undefined: the member of the entire name first, then along the dots. Null counts as no
 * value.
 */
export function valueAt(data: JsonObject, field: Extract<QueryField, { kind: 'data' }>): Json | undefined {
  if (Object.hasOwn(data, field.name)) return data[field.name] ?? undefined
  if (field.path === null) return undefined
  let inner: Json | undefined = data
  for (const segment of field.path) inner = memberOf(inner, segment)
  return inner ?? undefined
}

/** Items of a list are counted from 0, or with a minus sign from its end, as PostgreSQL's path operator does. */
function memberOf(value: Json | undefined, segment: string): Json | undefined {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return undefined
  if (Array.isArray(value)) return /^-?\d{1,9}$/.test(segment) ? value.at(Number(segment)) : undefined
  return Object.hasOwn(value, segment) ? value[segment] : undefined
}
