import type { TObject } from 'typebox'
import { identitiesIn } from '../identity/several.ts'
import { tidy } from '../identity/text.ts'
import type { JsonObject } from '../json/json.ts'
import { writtenAddresses } from '../outbound/written-addresses.ts'
import { readKindOf } from './reading.ts'

/**
 * The input of a job's row with the first address or number of each member that takes one and has several, as the cells
 * of address books do. null: no member has several.
 */
export function firstOfSeveral({ properties }: TObject, input: JsonObject): JsonObject | null {
  const shortened = Object.entries(input).flatMap(([name, value]): [string, string][] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    const kind = schema === undefined ? null : readKindOf(schema)
    if (typeof value !== 'string' || (kind !== 'email' && kind !== 'phone')) return []
    const [first, second] = addressesIn(value, kind)
    return first === undefined || second === undefined ? [] : [[name, first]]
  })
  return shortened.length === 0 ? null : { ...input, ...Object.fromEntries(shortened) }
}

/** As mail programs write them (`Ada <ada@example.com>, info@example.com`), or as address books do. */
function addressesIn(text: string, kind: 'email' | 'phone'): readonly string[] {
  const { addresses, isExact } = kind === 'email' ? writtenAddresses([tidy(text)]) : { addresses: [], isExact: false }
  return isExact && addresses.length > 1 ? [...new Set(addresses)] : identitiesIn(text, kind).map(({ value }) => value)
}
