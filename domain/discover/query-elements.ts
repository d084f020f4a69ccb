import { stemOf } from '../words/stem.ts'
import { isStopWord, isWeak, wordsIn } from '../words/tokenize.ts'
import { phrasesIn } from './terms.ts'
import { valuesIn } from './values.ts'
import { conceptsOf, conceptsOfPhrase, suggestedBy } from './vocabulary.ts'

export interface WeightedTerm {
  readonly term: string
  readonly weight: number
}

/** One element of a query: a word with its synonyms, or a phrase. A document with any of its terms covers it. */
export interface QueryElement {
  /** The words of the query. */
  readonly said: string
  /** Empty: nothing is known by these words. */
  readonly terms: readonly WeightedTerm[]
  /** The weight of covering it. */
  readonly weight: number
}

/** A query word that the index lacks, and its likely corrections. */
export type Correct = (word: string) => readonly { readonly word: string; readonly weight: number }[]

/** How much a term says about what the query means. */
export const TERM_WEIGHTS = {
  word: 1,
  /** A match of the very word beats a match of a synonym. */
  synonym: 0.75,
  /** What a word suggests is less certain than what it means. */
  suggestion: 0.6,
  knownf: 0.5,
}
/** How much an element counts beside a word that names a thing. */
export const ELEMENT_WEIGHTS = {
  /** Words that name no subject: "get", "data". */
  weak: 0.2,
  /** A question word: "where", "when". */
  question: 0.3,
  /** A word in a phrase loses some of its meaning. */
  inPhrase: 0.3,
}

interface Vocabulary {
  /** Whether any document has the term. */
  readonly isKnown: (term: string) => boolean
  readonly correct: Correct
}

/** A query as its elements. */
export function queryElements(text: string, { isKnown, correct }: Vocabulary): QueryElement[] {
  const words = wordsIn(text)
  const stems = words.map(stemOf)
  const values = valuesIn(text)
  const phrases = phrasesIn(stems, (one) => conceptsOfPhrase(one).length > 0 || suggestedBy(one).length > 0)
  const inPhrase = (at: number): boolean => phrases.some((phrase) => at >= phrase.at && at < phrase.at + phrase.length)
  const termsAt = (at: number): WeightedTerm[] =>
    [
      ...ownTerms(stems[at] ?? '', inPhrase(at), isKnown(stems[at] ?? '') ? TERM_WEIGHTS.knownf : 1),
      ...joinedTerms(words, at),
    ].filter(({ term }) => isKnown(term))
  const correctedAt = (at: number): WeightedTerm[] =>
    correct(words[at] ?? '').flatMap((other) => scaled(ownTerms(stemOf(other.word), inPhrase(at)), other.weight))
  const elementAt = (said: string, at: number): QueryElement[] => {
    if (isStopWord(said)) return inPhrase(at) ? [] : questionOf(said, isKnown)
    const isValue = values.has(said)
    const own = termsAt(at)
    const terms = own.length > 0 || isValue ? own : correctedAt(at).filter(({ term }) => isKnown(term))
    const weight = (isWeak(stems[at] ?? '') ? ELEMENT_WEIGHTS.weak : 1) * (inPhrase(at) ? ELEMENT_WEIGHTS.inPhrase : 1)
    return terms.length === 0 && isValue ? [] : [{ said, terms, weight }]
  }
  return [
    ...phrases.map((phrase) => ({
      said: words.slice(phrase.at, phrase.at + phrase.length).join(' '),
      terms: phraseTerms(phrase.stems).filter(({ term }) => isKnown(term)),
      weight: 1,
    })),
    ...words.flatMap(elementAt),
  ]
}

function questionOf(said: string, isKnown: Vocabulary['isKnown']): QueryElement[] {
  const terms = suggestedTerms([stemOf(said)]).filter(({ term }) => isKnown(term))
  return terms.length === 0 ? [] : [{ said, terms, weight: ELEMENT_WEIGHTS.question }]
}

const ownTerms = (stem: string, phrased: boolean, f = 1): WeightedTerm[] => [
  { term: stem, weight: TERM_WEIGHTS.word },
  ...(phrased ? [] : [...conceptTerms(conceptsOf(stem), TERM_WEIGHTS.synonym), ...scaled(suggestedTerms([stem]), f)]),
]

/** `usergroups` for "user groups". */
const joinedTerms = (words: readonly string[], at: number): WeightedTerm[] =>
  [words.slice(at, at + 2), words.slice(Math.max(0, at - 1), at + 1)]
    .filter((two) => two.length === 2)
    .map((two) => ({ term: stemOf(two.join('')), weight: TERM_WEIGHTS.word }))

const phraseTerms = (stems: readonly string[]): WeightedTerm[] => [
  ...conceptTerms(conceptsOfPhrase(stems), TERM_WEIGHTS.word),
  ...suggestedTerms(stems),
]

const suggestedTerms = (stems: readonly string[]): WeightedTerm[] =>
  suggestedBy(stems).map((term) => ({ term, weight: TERM_WEIGHTS.suggestion }))

/** A word in several groups belongs to each of them less clearly. */
const conceptTerms = (concepts: readonly string[], weight: number): WeightedTerm[] =>
  concepts.map((term) => ({ term, weight: weight / Math.sqrt(concepts.length) }))

const scaled = (terms: readonly WeightedTerm[], by: number): WeightedTerm[] =>
  terms.map(({ term, weight }) => ({ term, weight: weight * by }))
