import type { Json, JsonObject } from '../json/json.ts'
import { isSame } from './merge.ts'
import type { RowState } from './state.ts'

/** A row's newest changes that are kept: a year of weekly refreshes. Further ones drop the oldest. */
export const CHANGES_KEPT = 50
/** Names that a change lists: more than a person reads. A row of 16 KB may have thousands of fields. */
export const CHANGED_NAMES_MAX = 30
/** The length of a column's name. A longer field is counted and not listed. */
export const CHANGED_NAME_LENGTH_MAX = 100

/** The fields whose values a write changed; their values are only in the row. */
export interface ChangedFields {
  readonly names: readonly string[]
  /** All of them, also those that are not listed. */
  readonly count: number
}

type RowValues = Pick<RowState, 'data' | 'status' | 'nextAt'>

/** What differs between two states of a row: data by name, and then `status` and `next_at`. */
export function changedFields(held: RowValues, next: RowValues): ChangedFields {
  const names = [...new Set([...Object.keys(held.data), ...Object.keys(next.data)])]
    .filter((name) => !isSameValue(valueOf(held.data, name), valueOf(next.data, name)))
    .toSorted()
  if (held.status !== next.status) names.push('status')
  if (held.nextAt?.getTime() !== next.nextAt?.getTime()) names.push('next_at')
  return {
    names: names.filter((name) => name.length <= CHANGED_NAME_LENGTH_MAX).slice(0, CHANGED_NAMES_MAX),
    count: names.length,
  }
}

const valueOf = (data: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(data, name) ? data[name] : undefined

/** A value that stays is the same object, which needs no comparison. */
const isSameValue = (left: Json | undefined, right: Json | undefined): boolean =>
  left === right || (left !== undefined && right !== undefined && isSame(left, right))
