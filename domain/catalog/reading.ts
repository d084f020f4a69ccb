import { isExactNumber } from '../json/exact.ts'

/** Reads members of documents that are not validated. */

export type Unchecked = Readonly<Record<string, unknown>>

export const recordOf = (value: unknown): Unchecked | null => (isRecord(value) ? value : null)
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** Own members only: a path or property named `constructor` is a name like any other. */
export const memberOf = (record: Unchecked | null, name: string): unknown =>
  record !== null && Object.hasOwn(record, name) ? record[name] : undefined

function isRecord(value: unknown): value is Unchecked {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}
