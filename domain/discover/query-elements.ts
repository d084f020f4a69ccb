import { stemOf } from '../words/stem.ts'
import { isStopWord, isWeak, wordsIn } from '../words/tokenize.ts'
import { phrasesIn } from './terms.ts'
import { kindsOfValues, valuesIn, withoutAddresses } from './values.ts'
import { conceptsOf, conceptsOfPhrase, suggestedBy } from './vocabulary.ts'

export interface WeightedTerm {
  readonly term: string
  readonly weight: number
}

/** One element of a query: a word with its synonyms, or a phrase. A document with any of its terms covers it. */
export interface QueryElement {
  /** The words of the query. */
  readonly text: string
  /** Empty: nothing is known by these words. */
  readonly terms: readonly WeightedTerm[]
  /** The weight of covering it. */
  readonly weight: number
}

/** A query word that the index lacks, and its likely corrections. */
export type Correct = (word: string) => readonly { readonly word: string; readonly weight: number }[]

/** A longer query is cut: no real query names more things, and each unknown word is looked for. */
const WORDS_MAX = 30

/** How much a term contributes to what the query means. */
const TERM_WEIGHTS = {
  word: 1,
  /** A match of the very word beats a match of a synonym. */
  synonym: 0.75,
  /** What a word suggests is less certain than what it means. */
  suggestion: 0.6,
  /** What a word suggests that documents have themselves: it may well mean just that. */
  suggestionOfKnown: 0.4,
} as const
/** How much an element counts compared with a word that names a thing. */
const ELEMENT_WEIGHTS = {
  /** Words that name no subject: "get", "data". */
  weak: 0.2,
  /** A question word: "where", "when". */
  question: 0.3,
  /** A word in a phrase loses some of its meaning. */
  inPhrase: 0.3,
  /** What an address in the query is. */
  kind: 0.5,
} as const

interface Vocabulary {
  /** Whether any document has the term. */
  readonly isKnown: (term: string) => boolean
  readonly correct: Correct
}

/** A query as its elements. */
export function queryElements(query: string, { isKnown, correct }: Vocabulary): QueryElement[] {
  const words = wordsIn(withoutAddresses(query)).slice(0, WORDS_MAX)
  const stems = words.map(stemOf)
  const values = valuesIn(query)
  const phrases = phrasesIn(stems, (one) => conceptsOfPhrase(one).length > 0 || suggestedBy(one).length > 0)
  const inPhrase = (at: number): boolean => phrases.some((phrase) => at >= phrase.at && at < phrase.at + phrase.length)
  const known = (terms: readonly WeightedTerm[]): WeightedTerm[] => terms.filter(({ term }) => isKnown(term))
  const termsOf = (stem: string, phrased: boolean): WeightedTerm[] => [
    { term: stem, weight: TERM_WEIGHTS.word },
    ...(phrased ? [] : conceptTerms(conceptsOf(stem), TERM_WEIGHTS.synonym)),
    ...(phrased ? [] : suggestedTerms([stem], isKnown(stem) ? 'suggestionOfKnown' : 'suggestion')),
  ]
  const correctedAt = (at: number): WeightedTerm[] =>
    correct(words[at] ?? '').flatMap((other) => scaled(termsOf(stemOf(other.word), inPhrase(at)), other.weight))
  const elementAt = (text: string, at: number): QueryElement[] => {
    if (isStopWord(text)) return inPhrase(at) ? [] : questionOf(text, known(suggestedTerms([stemOf(text)])))
    const isValue = values.has(text)
    const own = known([...termsOf(stems[at] ?? '', inPhrase(at)), ...joinedTerms(words, at)])
    const terms = own.length > 0 || isValue ? own : known(correctedAt(at))
    const weight = (isWeak(stems[at] ?? '') ? ELEMENT_WEIGHTS.weak : 1) * (inPhrase(at) ? ELEMENT_WEIGHTS.inPhrase : 1)
    return terms.length === 0 && isValue ? [] : [{ text, terms, weight }]
  }
  return [
    ...phrases.map((phrase) => ({
      text: words.slice(phrase.at, phrase.at + phrase.length).join(' '),
      terms: known(phraseTerms(phrase.stems)),
      weight: 1,
    })),
    ...words.flatMap(elementAt),
    ...kindsOfValues(query).map((text) => ({
      text,
      terms: known(termsOf(stemOf(text), false)),
      weight: ELEMENT_WEIGHTS.kind,
    })),
  ]
}

const questionOf = (text: string, terms: readonly WeightedTerm[]): QueryElement[] =>
  terms.length === 0 ? [] : [{ text, terms, weight: ELEMENT_WEIGHTS.question }]

/** `usergroups` for "user groups". */
const joinedTerms = (words: readonly string[], at: number): WeightedTerm[] =>
  [words.slice(at, at + 2), words.slice(Math.max(0, at - 1), at + 1)]
    .filter((two) => two.length === 2)
    .map((two) => ({ term: stemOf(two.join('')), weight: TERM_WEIGHTS.word }))

const phraseTerms = (stems: readonly string[]): WeightedTerm[] => [
  ...conceptTerms(conceptsOfPhrase(stems), TERM_WEIGHTS.word),
  ...suggestedTerms(stems),
]

const suggestedTerms = (
  stems: readonly string[],
  as: 'suggestion' | 'suggestionOfKnown' = 'suggestion',
): WeightedTerm[] => suggestedBy(stems).map((term) => ({ term, weight: TERM_WEIGHTS[as] }))

/** A word in several groups belongs to each of them less clearly. */
const conceptTerms = (concepts: readonly string[], weight: number): WeightedTerm[] =>
  concepts.map((term) => ({ term, weight: weight / Math.sqrt(concepts.length) }))

const scaled = (terms: readonly WeightedTerm[], by: number): WeightedTerm[] =>
  terms.map(({ term, weight }) => ({ term, weight: weight * by }))
