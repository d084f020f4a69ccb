/**
 * A text with its encodings undone, and the place of every character in the original: percent-encoding (also twice),
 * HTML's and JSON's escapes, full-width forms; characters without width are left out. `starts[i]` and `ends[i]` bound
 * the original form of character `i` of the view.
 */
export interface PlainView {
  readonly text: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** A gateway escapes a text that a client has already escaped; deeper escaping does not happen by mistake. */
const ROUNDS_MAX = 3

const ESCAPED = /%[0-9a-f]{2}|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|commat|period|colon|equals|quot|amp);|\\u[0-9a-f]{4}/i
/** Decimal digits of every script, full-width letters and signs. */
const UNUSUAL = /[\u0080-\uffff]/

/** Whether `plainText` could differ from the text itself. */
export const isEncoded = (text: string): boolean => ESCAPED.test(text) || UNUSUAL.test(text)

export function plainText(text: string): PlainView {
  const at = Array.from({ length: text.length }, (_, index) => index)
  let view: PlainView = { text, starts: at, ends: at.map((index) => index + 1) }
  for (let round = 0; round < ROUNDS_MAX && ESCAPED.test(view.text); round += 1) view = rewritten(view, unescapedAt)
  return UNUSUAL.test(view.text) ? rewritten(view, usualAt) : view
}

interface Piece {
  readonly text: string
  /** How much of the view it replaces. */
  readonly length: number
}

function rewritten({ text, starts, ends }: PlainView, read: (text: string, at: number) => Piece): PlainView {
  const parts: string[] = []
  const newStarts: number[] = []
  const newEnds: number[] = []
  for (let at = 0; at < text.length;) {
    const piece = read(text, at)
    parts.push(piece.text)
    for (let index = 0; index < piece.text.length; index += 1) {
      newStarts.push(starts[at] ?? 0)
      newEnds.push(ends[at + piece.length - 1] ?? 0)
    }
    at += piece.length
  }
  return { text: parts.join(''), starts: newStarts, ends: newEnds }
}

function unescapedAt(text: string, at: number): Piece {
  switch (text.charAt(at)) {
    case '%':
      return percentAt(text, at)
    case '&':
      return entityAt(text, at)
    case '\\':
      return escapeAt(text, at)
    default:
      return { text: text.charAt(at), length: 1 }
  }
}

const asIs = (text: string, at: number): Piece => ({ text: text.charAt(at), length: 1 })

const byteAt = (text: string, at: number): number =>
  text.charAt(at) === '%' && /^[0-9a-f]{2}$/i.test(text.slice(at + 1, at + 3))
    ? Number.parseInt(text.slice(at + 1, at + 3), 16)
    : -1

/**
 * A character of several bytes if they form one, else the byte as it is: bytes that are no UTF-8 hide nothing either.
 */
function percentAt(text: string, at: number): Piece {
  const first = byteAt(text, at)
  if (first < 0) return asIs(text, at)
  const bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1
  const following = Array.from({ length: bytes - 1 }, (_, index) => byteAt(text, at + 3 * (index + 1)))
  if (bytes === 1 || following.some((byte) => byte < 0x80 || byte > 0xbf))
    return { text: String.fromCharCode(first), length: 3 }
  const point = following.reduce((sum, byte) => sum * 64 + (byte - 0x80), first & (0xff >> (bytes + 1)))
  return { text: characterOf(point), length: 3 * bytes }
}

const NAMED: Readonly<Record<string, string>> = {
  commat: '@',
  period: '.',
  colon: ':',
  equals: '=',
  quot: '"',
  amp: '&',
}

function entityAt(text: string, at: number): Piece {
  const [match = '', decimal, hexadecimal, name] =
    /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(commat|period|colon|equals|quot|amp));/i.exec(text.slice(at, at + 12)) ?? []
  if (match === '') return asIs(text, at)
  if (name !== undefined) return { text: NAMED[name.toLowerCase()] ?? '', length: match.length }
  return {
    text: characterOf(decimal === undefined ? Number.parseInt(hexadecimal ?? '0', 16) : Number(decimal)),
    length: match.length,
  }
}

function escapeAt(text: string, at: number): Piece {
  const [match = '', code = ''] = /^\\u([0-9a-f]{4})/i.exec(text.slice(at, at + 6)) ?? []
  return match === '' ? asIs(text, at) : { text: String.fromCharCode(Number.parseInt(code, 16)), length: match.length }
}

const characterOf = (point: number): string =>
  point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : ' '

/** Soft hyphens, joiners and marks of direction. */
const WIDTHLESS = /^[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]$/
const DECIMAL = /^\p{Nd}$/u

function usualAt(text: string, at: number): Piece {
  const unit = text.charCodeAt(at)
  if (unit < 0x80) return asIs(text, at)
  const character = String.fromCodePoint(text.codePointAt(at) ?? unit)
  const { length } = character
  if (WIDTHLESS.test(character)) return { text: '', length }
  if (DECIMAL.test(character)) return { text: String(digitOf(character)), length }
  return { text: character.normalize('NFKC'), length }
}

/** The decimal digits of a script are consecutive, zero first. */
function digitOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  let zero = point
  while (point - zero < 9 && DECIMAL.test(String.fromCodePoint(zero - 1))) zero -= 1
  return point - zero
}
