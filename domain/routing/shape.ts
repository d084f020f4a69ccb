import type { JsonObject } from '../json/json.ts'

/** What hit rates are kept by: which identifying fields an input holds, and its country where that is known. */
export interface InputShape {
  /** `domain+full_name`, in alphabetical order. */
  readonly fields: string
  /** Two letters; null: not known. */
  readonly country: string | null
}

/** Endings that are sold all over the world state nothing about a country. */
const SOLD_EVERYWHERE = new Set('ai cc co fm gg im io is la ly me sh so to tv vc ws'.split(' '))
const COUNTRY_OF_ENDING = new Map([['uk', 'gb']])

/** `identifying`: the fields that offers of the capability require. */
export function shapeOf(input: JsonObject, identifying: ReadonlySet<string>): InputShape {
  const held = [...identifying].filter((field) => isHeld(input[field]))
  return { fields: held.toSorted().join('+'), country: countryOf(input) }
}

export const isHeld = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function countryOf({ country, domain, email }: JsonObject): string | null {
  if (typeof country === 'string' && /^[a-z]{2}$/iu.test(country)) return country.toLowerCase()
  const host = typeof domain === 'string' ? domain : typeof email === 'string' ? email : ''
  const ending = /\.([a-z]{2})$/u.exec(host.trim().toLowerCase())?.[1]
  if (ending === undefined || SOLD_EVERYWHERE.has(ending)) return null
  return COUNTRY_OF_ENDING.get(ending) ?? ending
}
