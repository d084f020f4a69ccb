/** A small change that makes the product wrong. A test must notice it. */
export interface Mutant {
  /** What the product does wrong with this change, in plain words. */
  readonly name: string
  /** The changed file, relative to the root. */
  readonly file: string
  /** Part of one line. It occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** One or two test files, relative to the root, of which one fails with this change: the cheapest that does. */
  readonly killedBy: readonly string[]
}

export type Patched =
  | { readonly kind: 'patched'; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** The source with the change, or why the change does not apply. */
export function patch(source: string, { find, replace }: Pick<Mutant, 'find' | 'replace'>): Patched {
  if (find === '' || `${find}${replace}`.includes('\n')) return refused('it is not part of one line')
  if (find === replace) return refused('it changes nothing')
  const occurrences = source.split(find).length - 1
  if (occurrences !== 1) return refused(`its pattern occurs ${occurrences} times, not once`)
  return { kind: 'patched', text: source.replace(find, () => replace) }
}

const refused = (reason: string): Patched => ({ kind: 'refused', reason })
