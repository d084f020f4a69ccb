import { type Json, type JsonObject, objectOf } from '../../../domain/json/json.ts'

/** Deeper than people read; a run's rows may contain rows. */
const DEPTH_MAX = 6
const REFERENCE = /^#\/components\/schemas\/(.+)$/

/** A schema with what it refers to in its place; where it is deeper than that, without members. */
export function resolvedSchema(value: Json | undefined, components: JsonObject, depth = 0): JsonObject {
  const { $ref: reference, ...own } = objectOf(value)
  const [, name] = REFERENCE.exec(typeof reference === 'string' ? reference : '') ?? []
  const merged: JsonObject = name === undefined ? own : { ...objectOf(components[name]), ...own }
  const inner = (part: Json | undefined): JsonObject => resolvedSchema(part, components, depth + 1)
  const { properties, items, anyOf, oneOf, ...flat } = merged
  if (depth >= DEPTH_MAX) return flat
  return {
    ...flat,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(objectOf(properties)).map(([member, part]) => [member, inner(part)]),
          ),
        }),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(inner) } : {}),
    ...(Array.isArray(oneOf) ? { oneOf: oneOf.map(inner) } : {}),
  }
}
