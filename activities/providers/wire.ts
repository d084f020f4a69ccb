import type { Json, JsonObject } from '../../domain/providers/manifest.ts'

/**
 * Reading what providers send: a member that is absent, null or of another type than documented is null, never
 * a fault, and everything is cut to what the capabilities' output schemas allow.
 */

const TEXT_LENGTH_MAX = 10_000
const URL_LENGTH_MAX = 2048
const EMAIL_LENGTH_MAX = 254
// The same addresses as the `email` format of the output schemas, or a delivery would be refused by them.
const LOCAL_WORD = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const HOST_LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const emailPattern = new RegExp(`^${LOCAL_WORD}(?:\\.${LOCAL_WORD})*@(?:${HOST_LABEL}\\.)+${HOST_LABEL}$`, 'i')

export function objectOf(value: Json | undefined): JsonObject | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null
}

export const listOf = (value: Json | undefined, maxItems: number): readonly Json[] =>
  Array.isArray(value) ? value.slice(0, maxItems) : []

export function textOf(value: Json | undefined): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  return value.trim().slice(0, TEXT_LENGTH_MAX) || null
}

export function urlOf(value: Json | undefined): string | null {
  const text = textOf(value)
  return text === null || text.length > URL_LENGTH_MAX ? null : text
}

export function emailOf(value: Json | undefined): string | null {
  const text = textOf(value)
  return text !== null && text.length <= EMAIL_LENGTH_MAX && emailPattern.test(text) ? text : null
}

export function countOf(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** A number within the bounds that the output's schema has; null outside of them. */
export function numberOf(value: Json | undefined, { min, max = Number.MAX_SAFE_INTEGER }: { readonly min: number; readonly max?: number }): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null
}

/** A score of 0 to 100 as a confidence of 0 to 1. */
export function percentageOf(value: Json | undefined): number | null {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value / 100 : null
}

export const booleanOf = (value: Json | undefined): boolean | null => (typeof value === 'boolean' ? value : null)
