import type { Json, JsonObject } from '../../domain/json/json.ts'
import { dayOf, textOf } from './wire.ts'

/** The words of a news search: the name in quotation marks, because common words would match anything else. */
export function newsQuery(input: JsonObject): string | null {
  const name = textOf(input.name)?.replaceAll('"', ' ')
  return name === undefined ? textOf(input.domain) : `"${name}"`
}

/** The day of a moment in ISO 8601 or as in the header of an e-mail; null for "2 weeks ago". */
export function publishedDay(value: Json | undefined): string | null {
  const text = typeof value === 'string' ? value.trim() : ''
  const [day] = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(text) ?? []
  return day ?? (/\d{1,2} [A-Z][a-z]{2} \d{4}/.test(text) ? dayOf(Date.parse(text)) : null)
}
