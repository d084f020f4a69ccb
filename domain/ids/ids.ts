/**
 * Ids are a prefix that names the kind of object, an underscore, and 26 characters of Crockford base32:
 * 48 bits of milliseconds and 80 random bits. They sort by creation time, so a list pages by id alone.
 */
export const ID_PREFIXES = [
  'run',
  'key',
  'conn',
  'ws',
  'req',
  'evt',
  'whd',
  'wh',
  'whs',
  'fb',
  'issue',
  'watch',
  'inbox',
  'dom',
  'acct',
  'link',
  'tbl',
  'inb',
  'usr',
  'sess',
  'app',
  'topup',
  'inv',
  'refresh',
  'plan',
  'sub',
  'era',
  'mail',
  'appr',
  'job',
  'upl',
  'dnp',
  'dnpr',
] as const
export type IdPrefix = (typeof ID_PREFIXES)[number]

/** Crockford base32 in lower case: no `i`, `l`, `o` and `u`. */
export const BASE32_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARACTERS = 10
const RANDOM_CHARACTERS = 16
export const ID_RANDOM_BYTES = RANDOM_CHARACTERS

/** `random` holds one byte per random character; only five bits of each are used. */
export function encodeId(prefix: IdPrefix, nowMs: number, random: Uint8Array): string {
  if (random.length < ID_RANDOM_BYTES) throw new RangeError('not enough random bytes for an id')
  let time = ''
  let rest = nowMs
  for (let index = 0; index < TIME_CHARACTERS; index += 1) {
    time = BASE32_ALPHABET.charAt(rest % 32) + time
    rest = Math.floor(rest / 32)
  }
  let tail = ''
  for (let index = 0; index < RANDOM_CHARACTERS; index += 1) tail += BASE32_ALPHABET.charAt((random[index] ?? 0) % 32)
  return `${prefix}_${time}${tail}`
}

export const idPattern = (prefix: IdPrefix): string => `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`

/** When an id was made, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  const time = id.slice(id.indexOf('_') + 1).slice(0, TIME_CHARACTERS)
  return [...time].reduce((sum, character) => sum * 32 + BASE32_ALPHABET.indexOf(character), 0)
}
