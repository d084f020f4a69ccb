import type { Environment } from '../runs/states.ts'

/**
 * API keys (Spec 5): `svc_<environment>_<random><checksum>` in base62. The checksum lets secret scanners and
 * the API tell a mistyped key from an unknown one without a look-up. 28 characters carry 166 random bits.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_CHARACTERS = 28
const CHECKSUM_CHARACTERS = 6
const SHAPE = new RegExp(`^svc_(test|live)_([0-9A-Za-z]{${RANDOM_CHARACTERS}})([0-9A-Za-z]{${CHECKSUM_CHARACTERS}})$`)

/** Bytes to draw per key: some are thrown away so that every character is equally likely. */
export const API_KEY_RANDOM_BYTES = 64

/** Makes a key of random bytes; throws a RangeError in the practically impossible case that too few were usable. */
export function encodeApiKey(environment: Environment, random: Uint8Array): string {
  const usable = [...random].filter((byte) => byte < 248).slice(0, RANDOM_CHARACTERS)
  if (usable.length < RANDOM_CHARACTERS) throw new RangeError('not enough usable random bytes for a key')
  const body = usable.map((byte) => ALPHABET.charAt(byte % 62)).join('')
  return `svc_${environment}_${body}${checksum(`${environment}_${body}`)}`
}

/** The environment that a well-formed key selects, or null when the text is no key. */
export function readApiKey(text: string): Environment | null {
  const match = SHAPE.exec(text)
  if (match === null) return null
  const [, environment = '', body = '', sum = ''] = match
  if (checksum(`${environment}_${body}`) !== sum) return null
  return environment === 'live' ? 'live' : 'test'
}

/** What may be shown after creation: the prefix, the first and the last four characters. */
export const displayApiKey = (key: string): string => `${key.slice(0, 13)}…${key.slice(-4)}`

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
