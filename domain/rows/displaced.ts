import { identitiesIn } from '../identity/several.ts'
import type { Json, JsonObject } from '../json/json.ts'

/** Fields that hold a contact of one kind, any of which may have what another one had. */
const ALIKE = [
  { kind: 'email', fields: ['email', 'work_email', 'personal_email'] },
  { kind: 'phone', fields: ['phone', 'mobile'] },
] as const

type Kind = (typeof ALIKE)[number]['kind']

const valuesOf = (value: Json | undefined, kind: Kind): string[] =>
  typeof value === 'string' ? identitiesIn(value, kind).map((identity) => identity.value) : []

/**
 * Sent data without a contact that the row already has under another name, where it would take the place of one that
 * is nowhere else: `email` of a person whose `personal_email` it is leaves the address at work where it is.
 */
export function withoutDisplacing(sent: JsonObject, held: JsonObject): JsonObject {
  const left = new Set<string>()
  for (const { kind, fields } of ALIKE) {
    const brought = fields.flatMap((field) => valuesOf(sent[field], kind))
    for (const field of fields) {
      const known = fields.flatMap((other) => (other === field ? [] : valuesOf(held[other], kind)))
      const [mine, theirs] = [valuesOf(held[field], kind), valuesOf(sent[field], kind)]
      const isKnown = theirs.length > 0 && theirs.every((value) => known.includes(value))
      if (isKnown && mine.some((value) => !known.includes(value) && !brought.includes(value))) left.add(field)
    }
  }
  return left.size === 0 ? sent : Object.fromEntries(Object.entries(sent).filter(([field]) => !left.has(field)))
}

export interface Displaced {
  readonly field: string
  readonly value: string
}

/** Emails and phones of data that are in no field for one after it was written on. */
export function displacedFrom(before: JsonObject, after: JsonObject): readonly Displaced[] {
  return ALIKE.flatMap(({ kind, fields }) => {
    const kept = new Set(fields.flatMap((field) => valuesOf(after[field], kind)))
    return fields.flatMap((field) =>
      valuesOf(before[field], kind)
        .filter((value) => !kept.has(value))
        .map((value) => ({ field, value })),
    )
  })
}
