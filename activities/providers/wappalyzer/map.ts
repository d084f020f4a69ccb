import { technologiesResult } from '../records.ts'
import { doubleOf } from '../../../domain/json/decimal.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { dayOf, objectOf, objectsOf, textOf } from '../wire.ts'

export const siteOf = (domain: string): string => `https://${domain}`

/** The requested item of GET /lookup; null: none. */
export const itemOf = (body: Json): JsonObject | null => objectOf(Array.isArray(body) ? body[0] : undefined)

export const hasFailed = (item: JsonObject): boolean => Array.isArray(item.errors)

/** null: none is known, or not yet. The time of a confirmation is in seconds. */
export function readTechnologies(item: JsonObject): JsonObject | null {
  const technologies = objectsOf(item.technologies, 1000).flatMap((technology) => {
    const name = textOf(technology.name)
    if (name === null) return []
    const seconds = doubleOf(technology.confirmedAt)
    const confirmed = seconds === null ? null : dayOf(seconds * 1000)
    return [{ name, category: textOf(objectsOf(technology.categories, 1)[0]?.name), last_seen: confirmed }]
  })
  return technologiesResult(technologies)
}
