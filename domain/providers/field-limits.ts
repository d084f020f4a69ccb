import type { Json, JsonObject } from '../json/json.ts'

/** The values of an input field that a provider takes. */
export interface FieldLimit {
  readonly accepts: (value: Json) => boolean
  /** After "must be". */
  readonly words: string
}

export type FieldLimits = Readonly<Record<string, FieldLimit>>

export const atMost = (max: number): FieldLimit => ({
  accepts: (value) => typeof value !== 'number' || value <= max,
  words: `at most ${max}`,
})

/** A switch that cannot be on. */
export const off: FieldLimit = { accepts: (value) => value !== true, words: 'false' }

export const textThat = (accepts: (text: string) => boolean, words: string): FieldLimit => ({
  accepts: (value) => typeof value !== 'string' || accepts(value),
  words,
})

/** Letter case does not count. */
export function oneOf(values: readonly string[]): FieldLimit {
  const known = new Set(values.map((value) => value.toLowerCase()))
  return textThat((text) => known.has(text.toLowerCase()), `one of ${values.join(', ')}`)
}

/** The first field whose value, or one of whose values, the provider does not take; null if it takes all. */
export function exceededLimit(
  input: JsonObject,
  limits: FieldLimits = {},
): { readonly field: string; readonly words: string } | null {
  for (const [field, { accepts, words }] of Object.entries(limits)) {
    const value = input[field]
    if (value === undefined || value === null) continue
    if (![value].flat().every(accepts)) return { field, words }
  }
  return null
}
