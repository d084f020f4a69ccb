/** The values of JSON (RFC 8259). */
export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [member: string]: Json
}

/** Of a value that may be anything: it has members. A list has too. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const isJsonList = (value: JsonObject | readonly Json[]): value is readonly Json[] => Array.isArray(value)

/** Not a number that is kept by its digits (`exact.ts`), which JavaScript holds as an object too. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

/** A value as an object; empty for any other. */
export const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

/** A value as a list; empty for any other. */
export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** A value as a text; empty for any other. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** The texts of a list. */
export const textsOf = (value: Json | undefined): string[] => listOf(value).filter((one) => typeof one === 'string')
