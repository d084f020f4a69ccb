const SHOWN = 3

/** How much a name may differ from the wanted one; beyond it, it is no suggestion. */
export interface NameBound {
  /** Letters to insert, remove or replace. */
  readonly edits: number
  /** The part of the longer name. */
  readonly share: number
}

/** A name of the same kind: a part of it may be missing. */
export const SIMILAR: NameBound = { edits: Infinity, share: 0.6 }
/** Up to two letters are a slip; with more, it is another word. */
export const MISTYPED: NameBound = { edits: 2, share: 0.6 }

/** The names most likely meant by one that does not exist, best first. */
export function closest(wanted: string, names: readonly string[], bound: NameBound): string[] {
  const small = wanted.toLowerCase()
  return names
    .map((name) => ({ name, ...difference(small, name.toLowerCase()) }))
    .filter(({ edits, share }) => edits <= bound.edits && share <= bound.share)
    .toSorted((a, b) => a.share - b.share || (a.name < b.name ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ name }) => name)
}

/** The share is 0 for equal names, 1 for nothing in common. A name that contains the other one is near. */
function difference(a: string, b: string): NameBound {
  const edits = editDistance(a.slice(0, LENGTH_MAX), b.slice(0, LENGTH_MAX))
  const share = edits / Math.max(a.length, b.length, 1)
  return { edits, share: a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a)) ? share / 2 : share }
}

/** Paths are shorter than this. */
const LENGTH_MAX = 200

/** Levenshtein: how many letters must be inserted, removed or replaced. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
