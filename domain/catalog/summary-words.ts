import { isStopWord, wordsIn } from '../words/tokenize.ts'

/** A summary adds about ten words, the first sentences of a description twenty more. */
export const SUMMARY_WORDS_MAX = 32
/** Only the beginning describes the purpose of a call; remarks, examples and limits follow. */
const PROSE_READ_MAX = 600

/** Nearly every call has these words, so they distinguish none. */
const COMMON = new Set(
  `allow allows also api available based certain contains current currently data defined different each either
  endpoint example following given include included includes including may multiple must note one only other parameter
  parameters possible provide provided provides request requested required resource response responses return returned
  returns same see set specific specified supported two unique used uses using via whether within without`.split(/\s+/),
)

/**
 * The words of a document's prose about a call that its identifiers lack, each once and in alphabetical order: enough
 * of a summary for discover, and no text that could be read as the summary.
 */
export function summaryWords(prose: readonly string[], identifiers: readonly string[]): string[] {
  const known = new Set(identifiers.flatMap(wordsIn))
  const text = prose
    .join(' ')
    .slice(0, PROSE_READ_MAX)
    .replace(/<[^>]*>|https?:\/\/\S+|\]\([^)]*\)/g, ' ')
  const words = wordsIn(text).filter(
    (word) => /^\p{L}{3,24}$/u.test(word) && !known.has(word) && !isStopWord(word) && !COMMON.has(word),
  )
  return [...new Set(words)].slice(0, SUMMARY_WORDS_MAX).toSorted()
}
