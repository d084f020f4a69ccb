import { stemOf } from '../words/stem.ts'
import { conceptsOf, conceptsOfPhrase, PHRASE_WORDS_MAX } from './vocabulary.ts'
import { isStopWord, isWeak, wordsIn } from '../words/tokenize.ts'

/**
 * The terms under which a text is indexed: the stem of each word, and the mark of each group of synonyms that a word or
 * a phrase belongs to. So the group finds a synonym, and both find the same word.
 */
export function textTerms(text: string): string[] {
  const words = wordsIn(text)
  const stems = words.map(stemOf)
  const singles = words.flatMap((word, at) => {
    const stem = stems[at] ?? word
    return isStopWord(word) ? [] : [stem, ...conceptsOf(stem)]
  })
  return [...singles, ...phrasesIn(stems).flatMap(({ concepts }) => concepts)]
}

interface Phrase {
  readonly at: number
  readonly length: number
  readonly concepts: readonly string[]
}

/** The longest first, none within another. */
function phrasesIn(stems: readonly string[]): Phrase[] {
  const found: Phrase[] = []
  for (let at = 0; at < stems.length; at += 1) {
    for (let length = PHRASE_WORDS_MAX; length > 1; length -= 1) {
      const concepts = at + length > stems.length ? [] : conceptsOfPhrase(stems.slice(at, at + length))
      if (concepts.length === 0) continue
      found.push({ at, length, concepts })
      at += length - 1
      break
    }
  }
  return found
}

export interface WeightedTerm {
  readonly term: string
  readonly weight: number
}

/** One element of a query: a word with its synonyms, or a phrase. A document with any of its terms covers it. */
export interface QueryElement {
  readonly terms: readonly WeightedTerm[]
  /** The weight of covering it. */
  readonly weight: number
}

/** A query word that the index lacks, and its likely corrections. */
export type Correct = (word: string) => readonly { readonly word: string; readonly weight: number }[]

/** A match of the very word beats a match of a synonym. */
const WORD_WEIGHT = 1
const CONCEPT_WEIGHT = 0.85
/** Words that name no subject: "get", "data". */
const WEAK_WEIGHT = 0.2
/** A word in a phrase loses some of its meaning. */
const IN_PHRASE_WEIGHT = 0.3

/** A query as its elements. `isKnown`: whether any document has the term. */
export function queryElements(
  text: string,
  { isKnown, correct }: { readonly isKnown: (term: string) => boolean; readonly correct: Correct },
): QueryElement[] {
  const words = wordsIn(text)
  const stems = words.map(stemOf)
  const phrases = phrasesIn(stems)
  const inPhrase = (at: number) => phrases.some((phrase) => at >= phrase.at && at < phrase.at + phrase.length)
  const elements: QueryElement[] = phrases.map(({ concepts }) => ({
    terms: conceptTerms(concepts, WORD_WEIGHT),
    weight: 1,
  }))
  for (const [at, word] of words.entries()) {
    const stem = stems[at] ?? word
    if (isStopWord(word)) continue
    const strength = (isWeak(stem) ? WEAK_WEIGHT : 1) * (inPhrase(at) ? IN_PHRASE_WEIGHT : 1)
    const own = ownTerms(stem, inPhrase(at)).filter(({ term }) => isKnown(term))
    const joined = ownTerms(stemOf(`${word}${words[at + 1] ?? ''}`), false)
      .slice(0, 1)
      .filter(({ term }) => term !== stem && isKnown(term))
    if (joined.length > 0) elements.push({ terms: joined, weight: 0 })
    const terms =
      own.length > 0
        ? own
        : correct(word).flatMap((other) => scaled(ownTerms(stemOf(other.word), inPhrase(at)), other.weight))
    if (terms.length > 0) elements.push({ terms: scaled(terms, strength), weight: strength })
  }
  return elements
}

const ownTerms = (stem: string, phrased: boolean): WeightedTerm[] => [
  { term: stem, weight: WORD_WEIGHT },
  ...(phrased ? [] : conceptTerms(conceptsOf(stem), CONCEPT_WEIGHT)),
]

/** A word in several groups belongs to each of them less clearly. */
const conceptTerms = (concepts: readonly string[], weight: number): WeightedTerm[] =>
  concepts.map((term) => ({ term, weight: weight / Math.sqrt(concepts.length) }))

const scaled = (terms: readonly WeightedTerm[], by: number): WeightedTerm[] =>
  terms.map(({ term, weight }) => ({ term, weight: weight * by }))
