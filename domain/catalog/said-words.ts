import { isStopWord, wordsIn } from '../discover/words.ts'

/** Summaries have about ten words of their own, the first sentences of a description twenty more. */
export const SAID_WORDS_MAX = 32
/** Only the beginning says what a call is for; what follows are remarks, examples and limits. */
const PROSE_READ_MAX = 600

/** Said of nearly every call, so they tell none from another. */
const COMMON = new Set(`allow allows also api available based certain contains current currently data defined different each either endpoint example following
  given include included includes including may multiple must note one only other parameter parameters possible provide provided provides
  request requested required resource response responses return returned returns same see set specific specified supported two unique used uses using
  via whether within without`.split(/\s+/))

/**
 * The words that a document's prose says of a call beyond its identifiers, each once and in alphabetical order: what discover
 * needs to know of a summary, and nothing that could be read as one.
 */
export function saidWords(prose: readonly string[], identifiers: readonly string[]): string[] {
  const told = new Set(identifiers.flatMap(wordsIn))
  const text = prose.join(' ').slice(0, PROSE_READ_MAX).replace(/<[^>]*>|https?:\/\/\S+|\]\([^)]*\)/g, ' ')
  const words = wordsIn(text).filter((word) => /^\p{L}{3,24}$/u.test(word) && !told.has(word) && !isStopWord(word) && !COMMON.has(word))
  return [...new Set(words)].slice(0, SAID_WORDS_MAX).toSorted()
}
