/** Invisible marks that are pasted along with a text: soft hyphens, zero-width and direction marks. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\uFEFF]/g
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/g
const NEEDS_TIDYING = /[^\x20-\x7E]/

/** A text without invisible characters and without halves of characters, trimmed. */
export function tidy(text: string): string {
  return NEEDS_TIDYING.test(text)
    ? text.toWellFormed().replace(INVISIBLE, '').replace(CONTROL, ' ').trim()
    : text.trim()
}

/**
 * Folding can produce a text that folds further (a ligature's letters, a case with a mark); no known text needs more
 * rounds.
 */
const FOLDS_MAX = 4

/**
 * One form for every spelling of a word: compatible characters alike, no letter case. The folding goes through
 * capitals, where `ß` is `SS`.
 */
export function fold(text: string): string {
  let folded = text
  for (let round = 0; round < FOLDS_MAX; round += 1) {
    const next = folded.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
    if (next === folded) break
    folded = next
  }
  return folded
}

/** A name or a phrase in the form for comparisons. May be empty. */
export const readText = (text: string): string =>
  tidy(fold(tidy(text)))
    .replace(/\s+/gu, ' ')
    .trim()
