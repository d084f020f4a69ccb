import { technologiesResult } from '../records.ts'
import { doubleOf } from '../../../domain/json/decimal.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { dayOf, objectOf, objectsOf, textOf, textsOf } from '../wire.ts'

const TECHNOLOGIES_MAX = 1000
/** A domain that BuiltWith does not know. */
const NOT_KNOWN = -10

interface Seen {
  readonly category: string | null
  readonly first: number | null
  readonly last: number | null
}

/** Every technology of every path once, over the entire time it was seen; null: none. */
export function readTechnologies(body: JsonObject): JsonObject | null {
  const seen = new Map<string, Seen>()
  for (const detection of detectionsOf(body)) {
    const name = textOf(detection.Name)
    if (name === null) continue
    const known = seen.get(name)
    seen.set(name, {
      category: known?.category ?? textsOf(detection.Categories, 1)[0] ?? textOf(detection.Tag),
      first: of(Math.min, known?.first, detection.FirstDetected),
      last: of(Math.max, known?.last, detection.LastDetected),
    })
  }
  const technologies = [...seen].slice(0, TECHNOLOGIES_MAX).map(([name, { category, first, last }]) => ({
    name,
    category,
    first_seen: dayOf(first ?? undefined),
    last_seen: dayOf(last ?? undefined),
  }))
  return technologiesResult(technologies)
}

const detectionsOf = (body: JsonObject): JsonObject[] =>
  objectsOf(body.Results, 100)
    .flatMap((result) => objectsOf(objectOf(result.Result)?.Paths, 10_000))
    .flatMap((path) => objectsOf(path.Technologies, 10_000))

function of(choose: (...values: number[]) => number, known: number | null | undefined, value: unknown): number | null {
  const moments = [known ?? null, doubleOf(value)].filter((moment) => moment !== null)
  return moments.length === 0 ? null : choose(...moments)
}

/** What the errors inside a 200 state. */
export function readErrors(body: JsonObject): 'none' | 'not known' | 'account' | 'other' {
  const errors = objectsOf(body.Errors, 100)
  if (errors.length === 0) return 'none'
  if (errors.every((error) => error.Code === NOT_KNOWN)) return 'not known'
  return errors.some((error) => /credit|api key/i.test(textOf(error.Message) ?? '')) ? 'account' : 'other'
}
