import type { JsonObject } from '../json/json.ts'
import { isSameWord, isShortened, scriptOf, tellingWords, wordsOfName } from './names.ts'
import { areOneName } from './nicknames.ts'

/**
 * Whether a provider has answered about the person that was requested, by the names alone. It errs towards delivering:
 * only an answer of which no part of the name fits any part of the requested one is about another person.
 *
 * Names are read by `names.ts`. Two parts fit if they are the same word; if one is shortened from the other; if they
 * are forms of one given name; if they differ in at most one letter from `ONE_SLIP_MIN` letters on, or two from
 * `TWO_SLIPS_MIN` on; or, as of two transliterations, if their consonants are equal, from `CONSONANTS_MIN` on. Their
 * order does not count. Names in different scripts are not compared.
 */
const ONE_SLIP_MIN = 4
const TWO_SLIPS_MIN = 7
const CONSONANTS_MIN = 3

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
  if (isSameWord(a, b) || isShortened(a, b) || areOneName(a, b)) return true
  const shorter = Math.min(a.length, b.length)
  const most = shorter >= TWO_SLIPS_MIN ? 2 : shorter >= ONE_SLIP_MIN ? 1 : 0
  if (most > 0 && slipsBetween(a, b, most) <= most) return true
  const sounds = consonantsOf(a)
  return sounds.length >= CONSONANTS_MIN && sounds === consonantsOf(b)
}

/** Whether no part of one name fits any part of the other. */
export function isOtherPerson(requested: string, answered: string): boolean {
  const [words, otherWords] = [wordsOfName(requested), wordsOfName(answered)]
  const [joined, otherJoined] = [words.join(''), otherWords.join('')]
  const script = scriptOf(joined)
  if (script === null || script !== scriptOf(otherJoined) || joined === otherJoined) return false
  const [parts, others] = [tellingWords(words), tellingWords(otherWords)]
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
