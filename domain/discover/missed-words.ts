import { stemOf } from '../words/stem.ts'
import { isStopWord, isWeak, wordsIn } from '../words/tokenize.ts'

/** Misses are kept for a season, in which a provider for them may be found. */
export const MISS_RETENTION_DAYS = 90
/**
 * Different client addresses that must have missed with a word before it is stored as text (decisions, "misses"): what
 * one person searches for from one place is not readable.
 */
export const MISS_CALLERS_MIN = 5

/** A job has no more words; it bounds what one query writes. */
const WORDS_MAX = 8
const LENGTH = { min: 3, max: 24 }
/** In characters, as the table counts them. */
const hasWordLength = (word: string): boolean => [...word].length >= LENGTH.min && [...word].length <= LENGTH.max

/** A name as it occurs within a sentence: `Ada`, `O'Brien`; words in capitals may be abbreviations. */
const NAME = /^\p{Lu}(?!\p{Lu}*$)/u

/**
 * The words of a query that may be counted, each in one form: without what is likely to be data (tokens with a digit or
 * with a character inside that no word has, as in addresses, numbers, domains and ids, and capitalized words after the
 * first, as names are), and without words that name no subject.
 */
export function countableWords(query: string): string[] {
  const tokens = query
    .normalize('NFC')
    .split(/\s+/)
    .filter((token) => token !== '')
  const words = tokens
    .map((token) => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((token, at) => /^[\p{L}\p{M}'\u2019-]+$/u.test(token) && (at === 0 || !NAME.test(token)))
    .flatMap(wordsIn)
    .filter((word) => hasWordLength(word) && !isStopWord(word) && !isWeak(stemOf(word)))
  return [...new Map(words.map((word) => [stemOf(word), word])).values()].slice(0, WORDS_MAX)
}
