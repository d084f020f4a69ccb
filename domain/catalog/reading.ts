import { isJsonObject } from '../json/json.ts'

/** Reads members of documents that are not validated. */

export type Unchecked = Readonly<Record<string, unknown>>

export const recordOf = (value: unknown): Unchecked | null => (isJsonObject(value) ? value : null)
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** Own members only: a path or property named `constructor` is a name like any other. */
export const memberOf = (record: Unchecked | null, name: string): unknown =>
  record !== null && Object.hasOwn(record, name) ? record[name] : undefined
