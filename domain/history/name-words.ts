const WORD = /[\p{L}\p{N}]+/gu
const MARKS = /\p{M}/gu
/** A name of a hundred characters has no more relevant words. */
const WORDS_MAX = 16

/**
 * The words of a normalized name, each once and without accents: a name is found, though not exactly, by some of its
 * words in any order (Spec 4.5, a query of the kind `text`).
 */
export function nameWords(value: string): string[] {
  const words = value.normalize('NFKD').replace(MARKS, '').match(WORD) ?? []
  return [...new Set(words)].slice(0, WORDS_MAX)
}
