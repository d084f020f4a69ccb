import { SUBJECT_LENGTH_MAX } from './text.ts'

/**
 * What people and programs leave around an identity: quotes and brackets, the apostrophe by which spreadsheets mark a
 * text, the link forms of Markdown, HTML, chats and spreadsheets, and the punctuation of the sentence it came from.
 */

/** The link forms; the first group is the address. */
const LINKS: readonly RegExp[] = [
  /^=\s*HYPERLINK\(\s*"([^"]+)"/i,
  /^<a\s[^>]{0,500}?href\s*=\s*"?([^"\s>]+)/i,
  /^!?\[[^\]]*\]\(\s*<?([^\s<>]+?)>?(?:\s+["'][^"']*["'])?\s*\)?[.,;]?$/,
  /^\[\[?([^\s[\]|]+)(?:[\s|][^[\]]*)?\]\]?$/,
  /^<([^\s<>|]+)\|[^<>]*>$/,
]

/** Signs that open or close a quotation; an address never begins or ends with one. */
const QUOTES = /["'`´‘’‚‛“”„‟«»‹›＂＇]/u
/** The rest after an address in a sentence, a list or a table. */
const BEHIND = /[\s,;:!|…、。，；：]/u
const BULLET = /^[•·▪◦‣*–—-]\s+/u
const PAIRS: Readonly<Record<string, string>> = { '<': '>', '(': ')', '[': ']', '{': '}', '＜': '＞', '（': '）' }
const OPENERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PAIRS).map(([opener, closer]) => [closer, opener]),
)
const NEEDS_UNWRAPPING = /^[^\p{L}\p{N}+@*/_]|[^\p{L}\p{N}/_-]$/u

/** People copy a link out of a link, and each copy adds one or two layers. */
const LAYERS_MAX = 20

/**
 * The address itself. Its result is unwrapped: a second pass changes nothing. A text that is too long for an address,
 * or has too many layers, stays as it is, because each layer is looked for in the complete text.
 */
export function unwrap(text: string): string {
  if (text.length > SUBJECT_LENGTH_MAX) return text
  let inner = text
  for (let layer = 0; layer <= LAYERS_MAX; layer += 1) {
    const kept = NEEDS_UNWRAPPING.test(inner) ? (linkIn(inner) ?? withoutEdges(inner.replace(BULLET, ''))) : inner
    if (kept === inner) return inner
    inner = kept
  }
  return text
}

/** The address of a text that is a link in one of these forms; null: it is none. */
export const linkIn = (text: string): string | null =>
  LINKS.map((link) => link.exec(text)?.[1]).find((address) => address !== undefined && address !== text) ?? null

/** Written by hand: patterns that end in `+$` check a row of signs once for each of them. */
function withoutEdges(text: string): string {
  let [from, to] = [0, text.length]
  for (let changed = true; changed && from < to;) {
    const [first = '', last = ''] = [text[from], text[to - 1]]
    const closer = PAIRS[first]
    const opener = OPENERS[last]
    changed = true
    if (QUOTES.test(first) || BEHIND.test(first)) from += 1
    else if (QUOTES.test(last) || BEHIND.test(last)) to -= 1
    else if (closer !== undefined && last === closer) [from, to] = [from + 1, to - 1]
    else if (closer !== undefined && !text.slice(from, to).includes(closer)) from += 1
    else if (opener !== undefined && !text.slice(from, to).includes(opener)) to -= 1
    else changed = false
  }
  return text.slice(from, to).trim()
}
