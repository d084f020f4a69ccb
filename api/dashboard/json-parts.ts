import type { Json, JsonObject } from '../../domain/json/json.ts'

/** A value as an object; empty for any other. */
export const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

/** A value as a list; empty for any other. */
export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** The texts of a list. */
export const textsOf = (value: Json | undefined): string[] => listOf(value).filter((one) => typeof one === 'string')
