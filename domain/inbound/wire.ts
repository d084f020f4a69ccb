import { digitsOf } from '../json/decimal.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { readMessageId } from '../outbound/message-id.ts'
import type { ReadInbound } from './message.ts'

/**
 * Reads pushed messages of providers: a member that is absent or of another type than documented is null. Text is
 * changed so that PostgreSQL stores it: without NUL and without half of a surrogate pair.
 */

/** As long as a line of a mail, and with it a message's id, may be (RFC 5322); a page of an index holds two of them. */
const NAME_BYTES_MAX = 998
const bytesOf = (written: string): number => new TextEncoder().encode(written).length

type Known<T> = { [M in keyof T]: NonNullable<T[M]> }

/** Whether all required members are there. */
export const isComplete = <T extends object>(members: T): members is T & Known<T> =>
  Object.values(members).every((value) => value !== null)

/** The answer to an incomplete message: the first missing member. */
export const incomplete = (members: object): ReadInbound => ({
  kind: 'malformed',
  member: Object.entries(members).find(([, value]) => value === null)?.[0] ?? '',
})

export const object = (value: Json | undefined): JsonObject | null => (isJsonObject(value) ? value : null)

/** A text as it was written; null when it is absent or empty. */
export function text(value: Json | undefined): string | null {
  if (typeof value !== 'string') return null
  const kept = value.replaceAll('\0', '').toWellFormed()
  return kept === '' ? null : kept
}

/** An id, an address or a name, which may be a number of any length. */
export function name(value: Json | undefined): string | null {
  const written = digitsOf(value) ?? text(value)?.trim()
  return written === undefined || written === '' || bytesOf(written) > NAME_BYTES_MAX ? null : written
}

/** The id of a mail in the form in which a reply names it. */
export function mailId(value: Json | undefined): string | null {
  const written = name(value)
  return written === null ? null : readMessageId(written)
}

/** The names in a list, or a single one. */
export const names = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).map(name).filter((one) => one !== null)

const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/
const ZONED = /(?:Z|[+-]\d{2}:?\d{2})$/i

/** From the first year that PostgreSQL supports to the last that ISO 8601 writes with four digits. */
const YEARS = { first: Date.parse('0001-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59.999Z') } as const

/**
 * A time as ISO 8601 in UTC; a time without a zone counts as UTC. null for anything else, and for a time that cannot be
 * stored.
 */
export function time(value: Json | undefined): string | null {
  const written = name(value)
  if (written === null || !TIME.test(written)) return null
  const ms = Date.parse(ZONED.test(written) ? written : `${written}Z`)
  return ms >= YEARS.first && ms <= YEARS.last ? new Date(ms).toISOString() : null
}

/** `Ada <ada@example.com>` -> `ada@example.com`. */
export function bareAddress(written: string): string {
  const [, address] = /<([^<>]+)>\s*$/.exec(written) ?? []
  return (address ?? written).trim()
}
