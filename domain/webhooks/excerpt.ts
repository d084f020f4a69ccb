/** The stored part of a receiver's answer: enough to read an error message, and too little for storing data there. */
export const EXCERPT_CHARACTERS_MAX = 500
/** No character of UTF-16 takes more than three bytes of UTF-8. */
export const EXCERPT_BYTES_MAX = EXCERPT_CHARACTERS_MAX * 3

/**
 * Characters that terminals and pages act on: control characters except line ends and tabs, and those that turn the
 * direction of writing.
 */
const OBEYED = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/**
 * The beginning of a receiver's answer as text that is safe to store and to show (decisions, "delivery"); null when
 * there was none. `bytes` is its beginning, of which EXCERPT_BYTES_MAX are enough.
 */
export function excerptOf(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES_MAX)).slice(0, EXCERPT_CHARACTERS_MAX)
  const excerpt = text.replace(/[\ud800-\udbff]$/, '')
  return excerpt === '' ? null : excerpt.replaceAll('\r\n', '\n').replaceAll(OBEYED, '\ufffd')
}
