const SHOWN = 3
/** The part of the longer name that may differ; beyond it a name is no suggestion. */
const DIFFERENCE_MAX = 0.6

/** The names most likely meant by one that does not exist, best first. */
export function closest(wanted: string, names: readonly string[]): string[] {
  const small = wanted.toLowerCase()
  return names
    .map((name) => ({ name, difference: difference(small, name.toLowerCase()) }))
    .filter(({ difference: share }) => share <= DIFFERENCE_MAX)
    .toSorted((a, b) => a.difference - b.difference || (a.name < b.name ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ name }) => name)
}

/** 0 for equal names, 1 for nothing in common. A name that contains the other one is near. */
function difference(a: string, b: string): number {
  const longer = Math.max(a.length, b.length, 1)
  const share = editDistance(a.slice(0, LENGTH_MAX), b.slice(0, LENGTH_MAX)) / longer
  return a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a)) ? share / 2 : share
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
