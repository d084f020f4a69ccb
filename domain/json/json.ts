/** The values of JSON (RFC 8259). */
export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [member: string]: Json
}

export const isJsonList = (value: JsonObject | readonly Json[]): value is readonly Json[] => Array.isArray(value)

export const isJsonObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
