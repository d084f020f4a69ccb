/** With more changes than a third of its letters, a word is a different word. */
const CHANGES_PER_LETTER = 1 / 3

/** The known word that was probably meant; null when none is close. */
export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((one) => ({ one, distance: changesBetween(word.toLowerCase(), one) }))
    .toSorted((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best !== undefined &&
    best.distance <= Math.max(1, Math.floor(Math.max(word.length, best.one.length) * CHANGES_PER_LETTER))
    ? best.one
    : null
}

/** Letters to insert, delete, replace or swap with their neighbour until the words are equal. */
function changesBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_unused, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const cell = (i: number, j: number): number => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? cell(i - 2, j - 2) + 1 : Infinity
      const row = rows[i]
      if (row !== undefined) row[j] = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, exchanged, swapped)
    }
  }
  return cell(a.length, b.length)
}
