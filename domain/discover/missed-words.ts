import { stemOf } from '../words/stem.ts'
import { isStopWord, isWeak, wordsIn } from '../words/tokenize.ts'

/** Misses are kept for a season, in which a provider for them may be found. */
export const MISS_RETENTION_DAYS = 90
/**
 * Different client addresses that must have missed with a word before it is stored as text (decisions, "misses"). A
 * name or a number that one person searches for is never readable.
 */
export const MISS_CALLERS_MIN = 5

/** A word of a query that found nothing. */
export interface MissedWord {
  readonly word: string
  /** The same for every form of the word: what is counted. */
  readonly stem: string
}

/** A job has no more words; it bounds what one query writes. */
const WORDS_MAX = 8
const LENGTH = { min: 3, max: 24 }
/** In characters, as the table counts them. */
const hasWordLength = (word: string): boolean => [...word].length >= LENGTH.min && [...word].length <= LENGTH.max

/**
 * The words of a query that may be counted: without what is likely to be data (tokens with a digit or with a character
 * inside that no word has, as in addresses, numbers, domains and ids, and capitalized words after the first, as names
 * are), and without words that name no subject.
 */
export function countableWords(query: string): MissedWord[] {
  const tokens = query.split(/\s+/).filter((token) => token !== '')
  const words = tokens
    .map((token) => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((token, at) => /^[\p{L}\p{M}'\u2019-]+$/u.test(token) && (at === 0 || !/^\p{Lu}\p{Ll}/u.test(token)))
    .flatMap(wordsIn)
    .filter((word) => hasWordLength(word) && !isStopWord(word))
  const byStem = new Map(words.map((word) => [stemOf(word), word]))
  return [...byStem]
    .filter(([stem]) => !isWeak(stem))
    .slice(0, WORDS_MAX)
    .map(([stem, word]) => ({ stem, word }))
}
