import { endpointKey } from './endpoint.ts'
import type { StoredEndpoint } from './stored.ts'

export interface CatalogComparison {
  /** The endpoints of the catalog afterwards, in the order in which they are written. */
  readonly endpoints: readonly StoredEndpoint[]
  readonly added: readonly string[]
  /** Each with the members that differ. */
  readonly changed: readonly { readonly key: string; readonly members: readonly string[] }[]
  readonly removed: readonly string[]
  readonly unchanged: number
  /** Endpoints that two documents describe: the existing one, or the first, stays. */
  readonly collisions: readonly { readonly key: string; readonly reason: string }[]
}

/**
 * Merges imported endpoints into the existing ones. The title identifies a document: an endpoint of one of `sources`
 * that is no longer in it is removed, and endpoints of other documents stay.
 */
export function compare(
  before: readonly StoredEndpoint[],
  imported: readonly StoredEndpoint[],
  sources: ReadonlySet<string>,
): CatalogComparison {
  const old = new Map(before.map((one) => [keyOf(one), one]))
  const after = new Map(before.filter((one) => !sources.has(one.source)).map((one) => [keyOf(one), one]))
  const collisions: { key: string; reason: string }[] = []
  for (const one of imported) {
    const other = after.get(keyOf(one))
    if (other === undefined) after.set(keyOf(one), one)
    else if (!isEqual(other, one)) collisions.push({ key: keyOf(one), reason: collision(one, other) })
  }
  const keys = [...after.keys()].toSorted()
  const changed = keys.flatMap((key) => {
    const members = differing(old.get(key), after.get(key))
    return members.length === 0 ? [] : [{ key, members }]
  })
  return {
    endpoints: [...after.values()].toSorted(inOrder),
    added: keys.filter((key) => !old.has(key)),
    changed,
    removed: [...old.keys()].filter((key) => !after.has(key)).toSorted(),
    unchanged: keys.filter((key) => old.has(key)).length - changed.length,
    collisions,
  }
}

const keyOf = (one: StoredEndpoint): string => endpointKey(one.method, one.endpoint)

function collision(one: StoredEndpoint, other: StoredEndpoint): string {
  const where =
    one.base === other.base
      ? ''
      : ` at ${other.base ?? "the provider's base URL"}, this one at ${one.base ?? "the provider's base URL"}`
  return `already described by "${other.source}"${where}`
}

function differing(before: StoredEndpoint | undefined, after: StoredEndpoint | undefined): string[] {
  if (before === undefined || after === undefined) return []
  const members = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof StoredEndpoint>
  return [...members].filter((member) => !isEqual(before[member], after[member]))
}

/** Both are JSON written by one rule, so equal values have equal texts. */
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** By code unit, so that the order is the same on every machine. */
function inOrder(a: StoredEndpoint, b: StoredEndpoint): number {
  if (a.endpoint !== b.endpoint) return a.endpoint < b.endpoint ? -1 : 1
  return a.method < b.method ? -1 : a.method > b.method ? 1 : 0
}
