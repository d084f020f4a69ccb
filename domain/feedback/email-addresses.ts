import type { RedactionMatch } from './redaction-match.ts'

/** The usual spellings of the sign, plain or hidden from machines. */
const AT = /@|\s?[([{<]\s?at\s?[)\]}>]\s?/gi
/** RFC 5321 allows 64 octets. In other scripts a character has several; a longer part is cut. */
const LOCAL_MAX = 128
const LOCAL = /[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]/u
/**
 * In the middle of a text these characters separate, although an address could contain them: `?to=ada@…`, `<ada@…>`,
 * `mail:ada@…|bob@…`.
 */
const SEPARATES = /[=/?&|{}`]/
/** Labels of a domain in any script, `(dot)` among their separators; the last one has letters. */
const LABEL = String.raw`[\p{L}\p{M}\p{N}_-]{1,63}`
const DOT = String.raw`(?:[.\u3002\uff61]|\s?[(\[{]\s?dot\s?[)\]}]\s?)`
const DOMAIN = new RegExp(
  String.raw`(?:${LABEL}${DOT}){1,10}(?:xn--[a-z0-9-]{1,59}|[\p{L}\p{M}]{2,63})|\[(?:ipv6:)?[0-9a-f.:]{3,45}\]`,
  'iuy',
)

/**
 * Addresses of mail, also of other scripts, quoted, or with the sign written out in brackets; not at signs that are of
 * something else.
 */
export function findAddresses(text: string, taken: ReadonlySet<number>): RedactionMatch[] {
  const found: RedactionMatch[] = []
  let from = 0
  for (const { index, 0: sign } of text.matchAll(AT)) {
    DOMAIN.lastIndex = index + sign.length
    const domain = DOMAIN.exec(text)
    if (domain === null || taken.has(index)) continue
    const start = startOfLocal(text, index, from)
    if (start === index) continue
    const end = index + sign.length + domain[0].length
    found.push({ start, end, what: 'email address' })
    from = end
  }
  return found
}

/** The start of the part before the sign; the sign's own place if there is none. Not before `from`. */
function startOfLocal(text: string, at: number, from: number): number {
  const least = Math.max(from, at - LOCAL_MAX)
  if (text.charAt(at - 1) === '"') {
    const opening = text.lastIndexOf('"', at - 2)
    if (opening >= least) return opening
  }
  let start = at
  while (start > least && LOCAL.test(characterBefore(text, start)) && !SEPARATES.test(text.charAt(start - 1)))
    start -= characterBefore(text, start).length
  while (start < at && /[.'*~!#$%^-]/.test(text.charAt(start))) start += 1
  return start
}

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xdc00 && unit <= 0xdfff && at > 1 ? text.slice(at - 2, at) : text.charAt(at - 1)
}
