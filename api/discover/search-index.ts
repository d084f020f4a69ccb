import MiniSearch from 'minisearch'
import { FIELD_WEIGHTS, FIELDS, indexed, ownWords } from '../../domain/discover/documents.ts'
import type { SearchText } from '../../domain/discover/documents.ts'
import type { Match } from '../../domain/discover/rank.ts'
import { queryElements, textTerms } from '../../domain/discover/terms.ts'
import type { QueryElement } from '../../domain/discover/terms.ts'
import { vocabularyWords } from '../../domain/discover/vocabulary.ts'
import { wordsIn } from '../../domain/words/tokenize.ts'

export interface SearchIndex {
  /** The allowed documents that match part of the query: the most relevant ones, in no order. */
  match(query: string, mayAnswer: (id: string) => boolean): Match[]
  readonly size: number
  /** Whether any document has the term. */
  isKnown(term: string): boolean
  /** What a word that no document has probably means. */
  correct(word: string): Correction[]
}

const blanks = (text: string): string[] => text.split(' ').filter((term) => term !== '')
const asItIs = (term: string): string => term

/** Tolerated typing errors: one from four letters on, two from eight on. */
const WORD_LENGTH_MIN = 4
const LONG_WORD_LENGTH = 8
const CORRECTIONS_MAX = 3
const CORRECTION_WEIGHT = 0.8
/** BM25+ as the library does it, with slightly more weight for a match at all. */
const BM25 = { k: 1.5, b: 0.7, d: 0.6 }
/** The library's lower-ranked matches have no chance of the first page, whatever the rules say. */
const CANDIDATES_MAX = 800
/** A longer query is cut: no real query names more things than this. */
const SLOTS_MAX = 20

/** An index in memory over the current catalog; a new catalog makes a new index. */
export function createSearchIndex(documents: readonly SearchText[]): SearchIndex {
  const index = new MiniSearch({ fields: [...FIELDS], tokenize: blanks, processTerm: asItIs })
  const frequency = new Map<string, number>()
  for (const document of documents) {
    const entry = indexed(document)
    index.add(entry)
    for (const term of new Set(FIELDS.flatMap((field) => blanks(entry[field] ?? ''))))
      frequency.set(term, (frequency.get(term) ?? 0) + 1)
  }
  const words = wordIndex(documents)
  const owned = ownWordsOf(documents, frequency)
  const isKnown = (term: string): boolean => frequency.has(term)
  const correct = (word: string): Correction[] => corrections(words, word)
  return {
    size: documents.length,
    isKnown,
    correct,
    match(query, mayAnswer) {
      const elements = queryElements(query, { isKnown, correct }).slice(0, SLOTS_MAX)
      const weights = weightsOf(elements)
      const coverage = coverageBy(elements, frequency, documents.length)
      const found = index.search([...weights.keys()].join(' '), {
        bm25: BM25,
        boost: FIELD_WEIGHTS,
        boostTerm: (term) => weights.get(term) ?? 0,
        filter: ({ id }) => mayAnswer(String(id)),
      })
      return found.slice(0, CANDIDATES_MAX).map(({ id, score, queryTerms }) => ({
        id: String(id),
        // The library multiplies by the number of terms matched; a synonym must not count as another word of the query.
        relevance: score / Math.max(1, queryTerms.length),
        coverage: coverage(queryTerms),
        focus: focusOf(owned.get(String(id)) ?? [], weights),
      }))
    },
  }
}

function weightsOf(elements: readonly QueryElement[]): Map<string, number> {
  const weights = new Map<string, number>()
  for (const { term, weight } of elements.flatMap(({ terms }) => terms))
    weights.set(term, Math.max(weight, weights.get(term) ?? 0))
  return weights
}

/** The share of the query that some terms cover; rare words weigh more. */
function coverageBy(
  elements: readonly QueryElement[],
  frequency: ReadonlyMap<string, number>,
  documents: number,
): (said: readonly string[]) => number {
  const shares = elements.map(({ terms, weight }) => {
    const most = Math.max(0, ...terms.map(({ term }) => frequency.get(term) ?? 0))
    return { terms: new Set(terms.map(({ term }) => term)), share: weight * rarityOf(most, documents) }
  })
  const whole = shares.reduce((sum, { share }) => sum + share, 0)
  return (said) =>
    whole === 0
      ? 1
      : shares.reduce((sum, { terms, share }) => sum + (said.some((term) => terms.has(term)) ? share : 0), 0) / whole
}

const rarityOf = (frequency: number, documents: number): number => Math.log(1 + documents / (1 + frequency))

interface OwnWord {
  readonly terms: readonly string[]
  readonly rarity: number
}

/**
 * The words of each document's own name, each with its rarity: common words such as "live" and "list" do not
 * distinguish documents.
 */
function ownWordsOf(documents: readonly SearchText[], frequency: ReadonlyMap<string, number>): Map<string, OwnWord[]> {
  const made = new Map<string, OwnWord>()
  const ownWord = (word: string): OwnWord => {
    const terms = textTerms(word)
    const one = { terms, rarity: rarityOf(frequency.get(terms[0] ?? '') ?? 0, documents.length) ** 2 }
    made.set(word, one)
    return one
  }
  return new Map(
    documents.map((document) => [document.id, ownWords(document).map((word) => made.get(word) ?? ownWord(word))]),
  )
}

function focusOf(own: readonly OwnWord[], queryTerms: ReadonlyMap<string, number>): number {
  let [said, whole] = [0, 0]
  for (const { terms, rarity } of own) {
    whole += rarity
    if (terms.some((term) => queryTerms.has(term))) said += rarity
  }
  return whole === 0 ? 0 : said / whole
}

/** Every word that a query may mean: those of the documents and of the vocabulary. */
function wordIndex(documents: readonly SearchText[]): MiniSearch<{ id: string; word: string }> {
  const known = new Set(vocabularyWords())
  for (const { text } of documents)
    for (const part of Object.values(text)) for (const word of wordsIn(part)) known.add(word)
  const words = new MiniSearch<{ id: string; word: string }>({
    fields: ['word'],
    tokenize: (text) => [text],
    processTerm: asItIs,
  })
  words.addAll([...known].map((word) => ({ id: word, word })))
  return words
}

interface Correction {
  readonly word: string
  readonly weight: number
}

function corrections(words: MiniSearch<{ id: string; word: string }>, word: string): Correction[] {
  if (word.length < WORD_LENGTH_MIN) return []
  const found = words.search(word, { prefix: true, fuzzy: word.length >= LONG_WORD_LENGTH ? 2 : 1 })
  const best = found[0]?.score ?? 0
  return found
    .slice(0, CORRECTIONS_MAX)
    .map(({ id, score }) => ({ word: String(id), weight: CORRECTION_WEIGHT * (score / best) }))
}
