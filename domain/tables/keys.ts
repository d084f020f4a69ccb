import { KEY_MODES } from './limits.ts'

/** How a table identifies its rows (Spec 2.7). */
export type KeyMode = (typeof KEY_MODES)[number] | `field:${string}`

/** Members of a row that are no data: they are stored next to it, or the service maintains them (decisions, "row"). */
export const ROW_FIELDS = ['status', 'next_at'] as const
export const MAINTAINED_FIELDS = [
  'key',
  'touches',
  'last_touch_at',
  'last_touch_channel',
  'last_reply_at',
  'last_reply_class',
  'row_created_at',
  'row_updated_at',
] as const

const FIELD_NAME_LENGTH_MAX = 100

const isListed = (text: string): text is (typeof KEY_MODES)[number] => KEY_MODES.some((mode) => mode === text)
const isField = (text: string): text is `field:${string}` => /^field:\S/.test(text)

/**
 * A key mode as it is written in a request or stored with a table; null if it is invalid, or names a field that is no
 * data.
 */
export function readKeyMode(text: string): KeyMode | null {
  if (isListed(text)) return text
  if (!isField(text)) return null
  const field = fieldOf(text) ?? ''
  if (field.length > FIELD_NAME_LENGTH_MAX || field.trim() !== field) return null
  return [...ROW_FIELDS, ...MAINTAINED_FIELDS].some((name) => name === field) ? null : text
}

/** The field whose value is the key in a `field:<name>` table, otherwise null. */
export const fieldOf = (mode: KeyMode): string | null =>
  mode.startsWith('field:') ? mode.slice('field:'.length) : null

/** The name for rows without a status where statuses are named: a status with this text means no status. */
export const NO_STATUS = 'none'

/** A status as callers write it; null if it means that there is none. */
export function statusOf(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || trimmed === NO_STATUS ? null : trimmed
}
