import { stemOf } from '../words/stem.ts'
import { isStopWord, isWeak, wordsIn } from '../words/tokenize.ts'
import type { Correct } from './query-elements.ts'
import { valuesIn, withoutAddresses } from './values.ts'
import { conceptsOf, conceptsOfPhrase, PHRASE_WORDS_MAX, suggestedBy } from './vocabulary.ts'

/** What the index has of the words of a query. */
export interface ExplainedQuery {
  /** Words of the query that occur in some document, themselves or as a synonym. */
  readonly matched: readonly string[]
  /** Words that no document has. */
  readonly missed: readonly string[]
  /** For missed words that are probably misspelt. */
  readonly corrections: readonly CorrectedWord[]
}

export interface CorrectedWord {
  readonly word: string
  readonly meant: readonly string[]
}

/** No real query has more words; it bounds the look-ups of one request, and the answer. */
const WORDS_MAX = 20

/**
 * Which words of a query match anything. Words without a subject ("how", "get") and names are neither matched nor
 * missed. Pure: the index is `isKnown` and `correct`, as for `queryElements`.
 */
export function explainQuery(
  query: string,
  { isKnown, correct }: { readonly isKnown: (term: string) => boolean; readonly correct: Correct },
): ExplainedQuery {
  const text = withoutAddresses(query)
  const words = wordsIn(text).slice(0, WORDS_MAX)
  const stems = words.map(stemOf)
  const values = valuesIn(query)
  const matched = new Set<string>()
  const missed = new Set<string>()
  for (const [at, word] of words.entries()) {
    if (isStopWord(word) || isWeak(stems[at] ?? word)) continue
    const terms = [...termsAlone(stems[at] ?? word), ...termsWithNeighbours(words, stems, at)]
    if (terms.some(isKnown)) matched.add(word)
    else if (!values.has(word)) missed.add(word)
  }
  const corrections = [...missed].flatMap((word): CorrectedWord[] => {
    const meant = correct(word).map((other) => other.word)
    return meant.length === 0 ? [] : [{ word, meant }]
  })
  return { matched: [...matched], missed: [...missed], corrections }
}

const termsAlone = (stem: string): string[] => [stem, ...conceptsOf(stem), ...suggestedBy([stem])]

/** Two words may be one in the documents ("work flow"), and a phrase may be a synonym of a word. */
function termsWithNeighbours(words: readonly string[], stems: readonly string[], at: number): string[] {
  const [before, word, after] = [words[at - 1], words[at] ?? '', words[at + 1]]
  const joined = [before === undefined ? [] : stemOf(before + word), after === undefined ? [] : stemOf(word + after)]
  const lengths = Array.from({ length: PHRASE_WORDS_MAX - 1 }, (_, longer) => longer + 2)
  const phrases = lengths.flatMap((length) =>
    Array.from({ length }, (_, back) => stems.slice(Math.max(0, at - back), at - back + length)),
  )
  return [...joined.flat(), ...phrases.flatMap((phrase) => [...conceptsOfPhrase(phrase), ...suggestedBy(phrase)])]
}
