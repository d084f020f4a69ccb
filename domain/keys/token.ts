/**
 * Tokens of the service (Spec 5): `svc_<kind>_<random><checksum>` in base62. The checksum lets secret scanners and
 * the API tell a mistyped token from an unknown one without a look-up. 28 characters carry 166 random bits.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_CHARACTERS = 28
const CHECKSUM_CHARACTERS = 6
const SHAPE = new RegExp(`^svc_([a-z]{1,8})_([0-9A-Za-z]{${RANDOM_CHARACTERS}})([0-9A-Za-z]{${CHECKSUM_CHARACTERS}})$`)

/** Bytes to draw per token: some are discarded so that every character is equally likely. */
export const TOKEN_RANDOM_BYTES = 64

/** Makes a token of random bytes; throws a RangeError in the practically impossible case that too few were usable. */
export function encodeToken(kind: string, random: Uint8Array): string {
  const usable = [...random].filter((byte) => byte < 248).slice(0, RANDOM_CHARACTERS)
  if (usable.length < RANDOM_CHARACTERS) throw new RangeError('not enough usable random bytes for a token')
  const body = usable.map((byte) => ALPHABET.charAt(byte % 62)).join('')
  return `svc_${kind}_${body}${checksum(`${kind}_${body}`)}`
}

/** The kind of a well-formed token, or null when the text is none. */
export function readToken(text: string): string | null {
  const match = SHAPE.exec(text)
  if (match === null) return null
  const [, kind = '', body = '', sum = ''] = match
  return checksum(`${kind}_${body}`) === sum ? kind : null
}

/** CRC-32 in base62, always six characters. */
function checksum(text: string): string {
  let crc = 0xffffffff
  for (const character of text) {
    crc ^= character.charCodeAt(0)
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  let rest = (crc ^ 0xffffffff) >>> 0
  let encoded = ''
  for (let index = 0; index < CHECKSUM_CHARACTERS; index += 1) {
    encoded = ALPHABET.charAt(rest % 62) + encoded
    rest = Math.floor(rest / 62)
  }
  return encoded
}
