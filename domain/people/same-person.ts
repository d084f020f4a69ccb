import type { JsonObject } from '../json/json.ts'
import { areOneName } from './nicknames.ts'

/**
 * Whether a provider has answered about the person that was requested, by the names alone. It errs towards delivering:
 * only an answer of which no part of the name fits any part of the requested one is about another person.
 *
 * Two parts fit if they are equal without marks and case; if one is an initial or, from `PREFIX_MIN` letters on, the
 * beginning of the other; if they are forms of one given name; if they differ in at most one letter from
 * `ONE_SLIP_MIN` letters on, or two from `TWO_SLIPS_MIN` on; or, as of two transliterations, if their consonants are
 * equal, from `CONSONANTS_MIN` on. Their order does not count. Names in different scripts are not compared.
 */
const PREFIX_MIN = 3
const ONE_SLIP_MIN = 4
const TWO_SLIPS_MIN = 7
const CONSONANTS_MIN = 3

/** A longer text is no name; a name has fewer parts. */
const NAME_LENGTH_MAX = 200
const PARTS_MAX = 12

/** Titles, degrees and suffixes, and the small words of family names: two people may share them. */
const NO_PART = new Set(
  (
    'mr mrs ms miss dr prof professor sir dame rev hon ing dipl mag msc bsc ba ma mba phd md cpa esq jr sr ii iii iv ' +
    'de da do dos das di del della der den van von vom zu zur ten ter la le las los el al bin ibn bint ben abu y e und ' +
    'and st saint san'
  ).split(' '),
)

/** Letters that have no marks to lose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => LETTERS[letter] ?? letter)

/** A name's parts; of one with a hyphen or an apostrophe also the pieces together. */
function partsOf(name: string): string[] {
  const words = folded(name.slice(0, NAME_LENGTH_MAX))
    .replaceAll(/\([^)]*\)|"[^"]*"/g, (inner) => ` ${inner.slice(1, -1)} `)
    .split(/[\s,;/]+/)
    .map((word) => word.replaceAll(/[^\p{L}'’.-]/gu, ''))
  const parts = words.flatMap((word) => {
    const pieces = word.split(/['’.-]+/).filter((piece) => piece !== '')
    return pieces.length > 1 ? [...pieces, pieces.join('')] : pieces
  })
  const telling = parts.filter((part) => !NO_PART.has(part))
  return (telling.length === 0 ? parts : telling).slice(0, PARTS_MAX)
}

/** How many letters have to be added, removed, replaced or swapped; more than `most` counts as `most + 1`. */
function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length] ?? most + 1
}

/** Letters of Latin transliterations that differ without a different sound. */
const consonantsOf = (part: string): string =>
  part
    .replaceAll(/kh|ck|q|c(?!h)/g, 'k')
    .replaceAll('ph', 'f')
    .replaceAll(/tch|tsch|sch|sh|ch/g, 'x')
    .replaceAll('w', 'v')
    .replaceAll(/[aeiouyjh]/g, '')
    .replaceAll(/(.)\1+/g, '$1')

function fits(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if ((short.length === 1 || short.length >= PREFIX_MIN) && long.startsWith(short)) return true
  if (areOneName(a, b)) return true
  const most = short.length >= TWO_SLIPS_MIN ? 2 : short.length >= ONE_SLIP_MIN ? 1 : 0
  if (most > 0 && slipsBetween(a, b, most) <= most) return true
  const sounds = consonantsOf(a)
  return sounds.length >= CONSONANTS_MIN && sounds === consonantsOf(b)
}

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Arabic}/u] as const
const MORE_SCRIPTS = [/\p{Script=Hebrew}/u, /\p{Script=Devanagari}/u, /\p{Script=Thai}/u, /\p{Script=Hangul}/u] as const

/** Names of Chinese and Japanese have no spaces and several readings: they are equal to none, and never compared. */
function scriptOf(name: string): number {
  const found = [...SCRIPTS, ...MORE_SCRIPTS].flatMap((script, index) => (script.test(name) ? [index] : []))
  return found.length === 1 ? (found[0] ?? -1) : -1
}

/** Whether no part of one name fits any part of the other. */
export function isOtherPerson(requested: string, answered: string): boolean {
  const script = scriptOf(requested)
  if (script === -1 || script !== scriptOf(answered)) return false
  const [parts, others] = [partsOf(requested), partsOf(answered)]
  if (parts.length === 0 || others.length === 0) return false
  const [joined, otherJoined] = [parts.join(''), others.join('')]
  if (joined === otherJoined) return false
  return (
    !parts.some((part) => others.some((other) => fits(part, other)) || part === otherJoined) && !others.includes(joined)
  )
}

/** The name of a person in an input or an answer: in one member, or in two; null: there is none. */
export function nameIn(members: JsonObject): string | null {
  const texts = (keys: readonly string[]): string =>
    keys
      .map((key) => members[key])
      .filter((value): value is string => typeof value === 'string' && value.trim() !== '')
      .join(' ')
  const found = `${texts(['full_name'])} ${texts(['first_name', 'last_name'])}`.trim()
  return found === '' ? null : found
}
