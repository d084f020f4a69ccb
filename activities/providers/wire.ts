import { readNumber } from '../../domain/identity/phone.ts'
import { isPublicMailDomain, isSharedSite } from '../../domain/identity/shared-hosts.ts'
import { digitsOf, doubleOf, flooredOf, integerOf } from '../../domain/json/decimal.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json/json.ts'

/**
 * Reads what providers send. A member that is absent, null or of another type than documented is null, never an error,
 * and every value is cut to the limits of the capabilities' output schemas. Numbers keep their digits, however long
 * they are: an identifier stays exact, and a count is checked by its digits.
 */

const TEXT_LENGTH_MAX = 10_000
const URL_LENGTH_MAX = 2048
const EMAIL_LENGTH_MAX = 254
const DATE_LENGTH_MAX = 40
const DAY_LENGTH = 10
/** The last moment of the year 9999, the last year that ISO 8601 writes with four digits. */
const MOMENT_MS_MAX = 253_402_300_799_999
const YEAR_MIN = 1000
const YEAR_MAX = 3000
// The same addresses as the `email` format of the output schemas; otherwise the schemas would refuse a delivery.
const LOCAL_WORD = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const HOST_LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const emailPattern = new RegExp(`^${LOCAL_WORD}(?:\\.${LOCAL_WORD})*@(?:${HOST_LABEL}\\.)+${HOST_LABEL}$`, 'i')

export const objectOf = (value: Json | undefined): JsonObject | null => (isJsonObject(value) ? value : null)

export const listOf = (value: Json | undefined, maxItems: number): readonly Json[] =>
  Array.isArray(value) ? value.slice(0, maxItems) : []

/** The objects of a list; anything else in it is left out. */
export const objectsOf = (value: Json | undefined, maxItems: number): JsonObject[] =>
  listOf(value, maxItems).flatMap((item) => {
    const object = objectOf(item)
    return object === null ? [] : [object]
  })

export function textOf(value: Json | undefined): string | null {
  const text = typeof value === 'string' ? value : (digitsOf(value) ?? '')
  return text.trim().slice(0, TEXT_LENGTH_MAX) || null
}

export function urlOf(value: Json | undefined): string | null {
  const text = textOf(value)
  return text === null || text.length > URL_LENGTH_MAX ? null : text
}

export function emailOf(value: Json | undefined): string | null {
  const text = textOf(value)
  return text !== null && text.length <= EMAIL_LENGTH_MAX && emailPattern.test(text) ? text : null
}

const ADDRESSES_MAX = 50

/**
 * Every address of an input that takes one or several. The request's schema has checked them, and none may be lost
 * here.
 */
export const recipientsOf = (value: Json | undefined): string[] =>
  (typeof value === 'string' ? [value] : listOf(value, ADDRESSES_MAX)).map(textOf).filter((text) => text !== null)

/** Every address that a mail goes to. */
export const allRecipientsOf = ({ to, cc, bcc }: JsonObject): string[] => [to, cc, bcc].flatMap(recipientsOf)

/** The members that have a value: neither null nor an empty list. */
export const withoutEmpty = (members: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )

/** An integer of at least 0. */
export const countOf = (value: Json | undefined): number | null => integerOf(value)

/** A number within the bounds of the output's schema; null outside of them. */
export function numberOf(
  value: Json | undefined,
  { min, max = Number.MAX_SAFE_INTEGER }: { readonly min: number; readonly max?: number },
): number | null {
  const number = doubleOf(value)
  return number !== null && number >= min && number <= max ? number : null
}

/** A score of 0 to 100 as a confidence of 0 to 1. */
export function percentageOf(value: Json | undefined): number | null {
  const score = numberOf(value, { min: 0, max: 100 })
  return score === null ? null : score / 100
}

export const booleanOf = (value: Json | undefined): boolean | null => (typeof value === 'boolean' ? value : null)

/**
 * A number in E.164, as the tables read it from any spelling; its extension is left out, because no output has a place
 * for it. A number without its country is null, because it is ambiguous.
 */
export function phoneOf(value: Json | undefined): string | null {
  const read = typeof value === 'string' ? readNumber(value) : null
  return read?.kind === 'read' ? read.today : null
}

export function yearOf(value: Json | undefined): number | null {
  const year = typeof value === 'string' && /^\d{4}$/.test(value) ? Number(value) : countOf(value)
  return year !== null && year >= YEAR_MIN && year <= YEAR_MAX ? year : null
}

/** A date in the provider's format. */
export function dateOf(value: Json | undefined): string | null {
  const text = typeof value === 'string' ? textOf(value) : null
  return text === null || text.length > DATE_LENGTH_MAX ? null : text
}

/** The day of a moment in milliseconds since 1970. */
export function dayOf(value: Json | undefined): string | null {
  const ms = numberOf(value, { min: 1, max: MOMENT_MS_MAX })
  return ms === null ? null : new Date(ms).toISOString().slice(0, DAY_LENGTH)
}

/** An amount as an integer; fractions are cut. */
export const amountOf = (value: Json | undefined): number | null => flooredOf(value)

/** The texts of a list, each once. */
export const textsOf = (value: Json | undefined, maxItems: number): string[] =>
  unique(listOf(value, maxItems).flatMap((item) => textOf(item) ?? []))

export const unique = <T>(items: readonly T[]): T[] => [...new Set(items)]

/** A URL with its scheme, which providers often leave out. */
export function absoluteUrl(value: Json | undefined): string | null {
  const text = typeof value === 'string' ? urlOf(value) : null
  return text === null || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : urlOf(`https://${text}`)
}

/** The bare host of a URL or a domain: "http://www.example.com/x" -> example.com. */
export function hostOf(value: Json | undefined): string | null {
  const text = typeof value === 'string' ? textOf(value) : null
  const host = text
    ?.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .split(/[/?#:\s]/)[0]
    // "www.com" is a domain itself.
    ?.replace(/^www\.(?=[^.]+\.)/i, '')
    .toLowerCase()
  return host === undefined || !host.includes('.') ? null : host
}

/** The host of a company's site; null for its page on a site that many share, and for a public mail domain. */
export function companyHostOf(value: Json | undefined): string | null {
  const host = hostOf(value)
  if (host === null) return null
  const path = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*(\/[^?#]*)?/i.exec(textOf(value) ?? '')?.[1] ?? '/'
  return isSharedSite(host, path) || isPublicMailDomain(host) ? null : host
}

/** null when no part is known. */
export function placeOf(place: {
  readonly city: string | null
  readonly region: string | null
  readonly country: string | null
}): JsonObject | null {
  return Object.values(place).every((part) => part === null) ? null : { ...place }
}

/** A JSON body without the members that the input did not have. */
export const stated = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, value]])),
  )
