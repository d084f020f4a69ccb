import { stemOf } from './stem.ts'

/** `sendNow`, `send_now`, `send-now`, `emails/send` -> their words in lower case. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}

/** The words of a text or an identifier in lower case: `sendNow`, `send_now` and "Send now" are the same two. */
export function wordsIn(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['\u2019](?:s|t|re|ve|ll|d|m)\b/giu, '')
    .replace(/\be-?mail/giu, 'email')
  return wordsOf(plain)
}

/** Common in queries, and without meaning for the answer. */
const STOP_WORDS = new Set(
  `a about am an and are as at be been being but by can could did do does for from had has have he her here him his
  how i if in into is it its just let like me my of on or our out please she should so some somebody someone something
  than that the their them then there these they this those to up us was we were what when where which who whom whose
  why will with would you your`.split(/\s+/),
)

/** Words that express a request, and hardly its subject. */
const WEAK_WORDS = new Set(
  `access all any api data detail details each endpoint every fetch find for get give going info information know lookup
  look may might must need not obtain pull return retrieve see show tell use used using value values view want yet`
    .split(/\s+/)
    .map(stemOf),
)

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word)
export const isWeak = (stem: string): boolean => WEAK_WORDS.has(stem)
