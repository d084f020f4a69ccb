/** The values of JSON (RFC 8259). */
export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [member: string]: Json
}

/** Of a value that may be anything: it has members. A list has too. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const isJsonList = (value: JsonObject | readonly Json[]): value is readonly Json[] => Array.isArray(value)

export const isJsonObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
