/** No subject is longer; longer texts are bodies of messages. */
export const SUBJECT_LENGTH_MAX = 2_000

/**
 * Invisible characters that are pasted along with a text: soft hyphens, joiners, direction marks and
 * isolates, variation selectors, fillers, tags. Unicode's properties name them, so that none is forgotten here; an
 * object's replacement character is what a picture leaves in a copied text.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\uFFFC]/gu
/** Control characters, and the one blank that Unicode counts as a symbol (Braille's empty pattern). */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u2800]/g
const NEEDS_TIDYING = /[^\x20-\x7E]/

/** A text without invisible characters and without halves of characters, trimmed. */
export function tidy(text: string): string {
  return NEEDS_TIDYING.test(text)
    ? text.toWellFormed().replace(INVISIBLE, '').replace(CONTROL, ' ').trim()
    : text.trim()
}

/** What word processors and PDFs put in place of a hyphen. No address, host or name of a page has one of them. */
const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu

/** The text with plain hyphens: `anna‑maria@example.com`, pasted from a document, is the address with `-`. */
export const hyphenated = (text: string): string => text.replace(DASHES, '-')

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

/** People paste URLs that were encoded more than once. */
const DECODES_MAX = 3

/** A percent-encoded text, decoded as often as it was encoded; null if it cannot be decoded. */
export function decoded(text: string): string | null {
  let read = text
  for (let round = 0; round < DECODES_MAX && /%[0-9a-f]{2}/i.test(read); round += 1) {
    try {
      read = decodeURIComponent(read)
    } catch {
      return null
    }
  }
  return read
}
