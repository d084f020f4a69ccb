import type { Json, JsonObject } from '../json/json.ts'
import { isEmpty } from './merge.ts'
import { MAINTAINED_FIELDS, ROW_FIELDS, statusOf } from '../tables/keys.ts'
import { readTime, TIME_FORMS } from './times.ts'

/** An index entry holds it. */
export const STATUS_LENGTH_MAX = 200

/**
 * The parts of a row as it was sent (Spec 4.7): a member outside of the data is undefined if it was not given, null if
 * it was empty.
 */
export interface RowParts {
  readonly data: JsonObject
  readonly status: string | null | undefined
  readonly nextAt: Date | null | undefined
  /** Members that the service maintains and no caller writes. */
  readonly ignored: readonly string[]
}

export type ReadField<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  | { readonly kind: 'refused'; readonly reason: string }

const OUTSIDE_DATA = new Set<string>([...ROW_FIELDS, ...MAINTAINED_FIELDS])

/** Splits a row into its parts; refused if its `status` or `next_at` cannot be read, or a field has no name. */
export function readRowParts(row: JsonObject, now: Date): ReadField<RowParts> {
  const status = readStatus(row['status'])
  if (status.kind === 'refused') return status
  const nextAt = readNextAt(row['next_at'], now)
  if (nextAt.kind === 'refused') return nextAt
  if (Object.keys(row).some((name) => name.trim() === ''))
    return { kind: 'refused', reason: 'has a field without a name' }
  return {
    kind: 'read',
    value: {
      data: Object.fromEntries(Object.entries(row).filter(([name]) => !OUTSIDE_DATA.has(name))),
      status: status.value,
      nextAt: nextAt.value,
      ignored: MAINTAINED_FIELDS.filter((name) => Object.hasOwn(row, name)),
    },
  }
}

/** A status: free text of up to 200 characters. */
export function readStatus(value: Json | undefined): ReadField<string | null | undefined> {
  if (value === undefined) return { kind: 'read', value }
  if (isEmpty(value)) return { kind: 'read', value: null }
  if (typeof value !== 'string' || value.length > STATUS_LENGTH_MAX) {
    return { kind: 'refused', reason: `\`status\` must be text of at most ${STATUS_LENGTH_MAX} characters` }
  }
  return { kind: 'read', value: statusOf(value) }
}

/** When a row is due next, from a text of either form. */
export function readNextAt(value: Json | undefined, now: Date): ReadField<Date | null | undefined> {
  if (value === undefined) return { kind: 'read', value }
  if (isEmpty(value)) return { kind: 'read', value: null }
  const time = typeof value === 'string' ? readTime(value, now) : null
  return time === null
    ? { kind: 'refused', reason: `\`next_at\` must be ${TIME_FORMS}` }
    : { kind: 'read', value: time }
}
