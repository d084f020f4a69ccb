import { isExactNumber } from '../domain/json/exact.ts'
import type { Json } from '../domain/json/json.ts'
import { inSlices, mapInSteps } from './time-slices.ts'

/**
 * PostgreSQL stores neither NUL nor half of a surrogate pair, and a provider may return either. An outcome that cannot
 * be stored would be requested again and again, so both become the replacement character. A number outside PostgreSQL's
 * range becomes text.
 */
const REPLACEMENT = '\ufffd'
/**
 * How JSON.stringify writes values that cannot be stored; it writes a valid surrogate pair as itself. Text may contain
 * such numbers too.
 */
const UNKEEPABLE = /\\u(?:0000|d[89a-f][0-9a-f]{2})|\de[+-]?\d{4}/i
/** PostgreSQL's numbers end at 131,072 digits before the decimal point and 16,383 after it. */
const FAR_EXPONENT = /e[+-]?\d{4,}$/i

export const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\0', REPLACEMENT)

/** The JSON text of a value. Nearly all values have no such characters: they are serialized once and not walked. */
export function toStorableJson(value: Json): string {
  const text = JSON.stringify(value)
  return UNKEEPABLE.test(text) ? JSON.stringify(withStorableText(value)) : text
}

/** The JSON text of a list whose items may be megabytes together: it is serialized in time slices. */
export async function toStorableList<Item>(items: readonly Item[], of: (item: Item) => Json): Promise<string> {
  const texts = await inSlices(mapInSteps(items, (item) => toStorableJson(of(item))))
  return `[${texts.join(',')}]`
}

function withStorableText(value: Json): Json {
  if (typeof value === 'string') return toStorableText(value)
  if (Array.isArray(value)) return value.map(withStorableText)
  if (isExactNumber(value)) return FAR_EXPONENT.test(JSON.stringify(value)) ? JSON.stringify(value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [toStorableText(name), withStorableText(member)]),
  )
}
