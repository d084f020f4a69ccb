import type { Json, JsonObject } from '../json/json.ts'

/** The values of an input field that a provider takes. */
export interface FieldLimit {
  readonly accepts: (value: Json) => boolean
  /** After "must be". */
  readonly words: string
  /** How many values a list may have; absent: as many as its capability allows. */
  readonly itemsMax?: number
  /** A refusal quotes the value: a number, or a word of a fixed list. Never text that may name a person. */
  readonly quotes?: true
}

export type FieldLimits = Readonly<Record<string, FieldLimit>>

/** What a provider takes of several fields together, or only where another one is absent. */
export interface InputCondition {
  /** The field that a refusal names: the one to change. */
  readonly field: string
  readonly accepts: (input: JsonObject) => boolean
  /** After "must be". */
  readonly words: string
}

export const atMost = (max: number): FieldLimit => ({
  accepts: (value) => typeof value !== 'number' || value <= max,
  words: `at most ${max}`,
  quotes: true,
})

/** A list of few values. */
export const atMostValues = (max: number): FieldLimit => ({
  accepts: () => true,
  words: `at most ${max} values`,
  itemsMax: max,
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
  return { ...textThat((text) => known.has(text.toLowerCase()), `one of ${values.join(', ')}`), quotes: true }
}

/** A field whose value a provider does not take. */
export interface RefusedField {
  readonly field: string
  /** What it must be. */
  readonly words: string
  /** The refused value, where it may be quoted. */
  readonly value?: string
}

/** The first field whose value, or one of whose values, the provider does not take; null if it takes all. */
export function exceededLimit(input: JsonObject, limits: FieldLimits = {}): RefusedField | null {
  for (const [field, { accepts, words, itemsMax = Infinity, quotes }] of Object.entries(limits)) {
    const values = valuesOf(input[field])
    if (values.length > itemsMax) return { field, words }
    const refused = values.find((value) => !accepts(value))
    if (refused !== undefined) return { field, words, ...(quotes === true ? { value: String(refused) } : {}) }
  }
  return null
}

const valuesOf = (value: Json | undefined): readonly Json[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** The first condition that the input does not meet; null if it meets all. */
export function unmetCondition(input: JsonObject, conditions: readonly InputCondition[] = []): RefusedField | null {
  const unmet = conditions.find(({ accepts }) => !accepts(input))
  return unmet === undefined ? null : { field: unmet.field, words: unmet.words }
}
