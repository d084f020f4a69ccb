import { listOf, memberOf, recordOf, textOf, type Unchecked } from './reading.ts'

/** The depth of a reference that leads to a reference: no document needs more, and a longer chain is a cycle. */
const CHAIN_MAX = 32

/** The state of an import while it reads one document. */
export interface ReferenceReading {
  readonly root: Unchecked
  /** Each warning once, however often it occurs. */
  readonly warnings: Set<string>
}

/**
 * The object behind a local reference, merged with the siblings of `$ref`; null and a warning if the reference leads
 * nowhere.
 */
export function resolve(node: unknown, reading: ReferenceReading): Unchecked | null {
  let current = recordOf(node)
  let siblings: Unchecked = {}
  for (let hop = 0; hop < CHAIN_MAX; hop += 1) {
    const reference = textOf(memberOf(current, '$ref'))
    if (current === null || reference === null) return current === null ? null : { ...current, ...siblings }
    const { $ref: _, ...siblingsOfRef } = current
    siblings = { ...siblingsOfRef, ...siblings }
    current = recordOf(target(reference, reading))
    if (current === null) reading.warnings.add(`reference ${reference} leads nowhere in this document`)
  }
  reading.warnings.add('a chain of references never ends')
  return null
}

function target(reference: string, { root }: ReferenceReading): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, part) => {
      const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
      return Array.isArray(node) ? listOf(node)[Number(name)] : memberOf(recordOf(node), name)
    }, root)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
