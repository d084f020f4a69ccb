import MiniSearch from 'minisearch'
import { FIELD_WEIGHTS, FIELDS, indexed, ownWords } from '../../domain/discover/documents.ts'
import type { SearchText } from '../../domain/discover/documents.ts'
import type { Match } from '../../domain/discover/rank.ts'
import { querySlots, textTerms } from '../../domain/discover/terms.ts'
import type { Slot } from '../../domain/discover/terms.ts'
import { vocabularyWords } from '../../domain/discover/vocabulary.ts'
import { wordsIn } from '../../domain/discover/words.ts'

export interface SearchIndex {
  /** Everything that says any of it, in no order. */
  match(query: string): Match[]
  readonly size: number
}

const blanks = (text: string): string[] => text.split(' ').filter((term) => term !== '')
const asItIs = (term: string): string => term

/** A typing error: one in a word of four letters, two from eight on. */
const WORD_LENGTH_MIN = 4
const LONG_WORD_LENGTH = 8
const CORRECTIONS_MAX = 3
const CORRECTION_WEIGHT = 0.8
/** BM25+ as the library does it, with a little more for being there at all. */
const BM25 = { k: 1.2, b: 0.7, d: 0.6 }
/** A longer query is cut: nobody means more than this many things at once. */
const SLOTS_MAX = 32

/** An index in memory over what is there now; a new catalog makes a new index. */
export function createSearchIndex(documents: readonly SearchText[]): SearchIndex {
  const index = new MiniSearch({ fields: [...FIELDS], tokenize: blanks, processTerm: asItIs })
  const frequency = new Map<string, number>()
  for (const document of documents) {
    const entry = indexed(document)
    index.add(entry)
    for (const term of new Set(FIELDS.flatMap((field) => blanks(entry[field] ?? '')))) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  }
  const words = wordIndex(documents)
  const owned = ownWordsOf(documents, frequency)
  const isKnown = (term: string): boolean => frequency.has(term)
  const rarity = (slot: Slot): number => {
    const most = Math.max(0, ...slot.terms.map(({ term }) => frequency.get(term) ?? 0))
    return slot.weight * Math.log(1 + documents.length / (1 + most))
  }
  return {
    size: documents.length,
    match(query) {
      const slots = querySlots(query, { isKnown, correct: (word) => corrections(words, word) }).slice(0, SLOTS_MAX)
      const weights = new Map<string, number>()
      for (const { term, weight } of slots.flatMap(({ terms }) => terms)) weights.set(term, Math.max(weight, weights.get(term) ?? 0))
      const shares = slots.map((slot) => ({ terms: new Set(slot.terms.map(({ term }) => term)), share: rarity(slot) }))
      const whole = shares.reduce((sum, { share }) => sum + share, 0)
      const found = index.search([...weights.keys()].join(' '), { bm25: BM25, boost: FIELD_WEIGHTS, boostTerm: (term) => weights.get(term) ?? 0 })
      return found.map(({ id, score, queryTerms }) => ({
        id: String(id),
        // The library multiplies by the number of terms matched; a synonym must not count as another thing said.
        relevance: score / Math.max(1, queryTerms.length),
        focus: focusOf(owned.get(String(id)) ?? [], weights),
        coverage: whole === 0 ? 1 : shares.reduce((sum, { terms, share }) => sum + (queryTerms.some((term) => terms.has(term)) ? share : 0), 0) / whole,
      }))
    },
  }
}

interface OwnWord {
  readonly terms: readonly string[]
  readonly rarity: number
}

/** What each document calls itself, each word with how rare it is: "live" and "list" make no other thing of it. */
function ownWordsOf(documents: readonly SearchText[], frequency: ReadonlyMap<string, number>): Map<string, OwnWord[]> {
  const made = new Map<string, OwnWord>()
  const ownWord = (word: string): OwnWord => {
    const terms = textTerms(word)
    const rarity = Math.log(1 + documents.length / (1 + (frequency.get(terms[0] ?? '') ?? 0))) ** 2
    const one = { terms, rarity }
    made.set(word, one)
    return one
  }
  return new Map(documents.map((document) => [document.id, ownWords(document).map((word) => made.get(word) ?? ownWord(word))]))
}

function focusOf(own: readonly OwnWord[], asked: ReadonlyMap<string, number>): number {
  let [said, whole] = [0, 0]
  for (const { terms, rarity } of own) {
    whole += rarity
    if (terms.some((term) => asked.has(term))) said += rarity
  }
  return whole === 0 ? 0 : said / whole
}

/** Every word that can be meant: those of the documents and of the vocabulary. */
function wordIndex(documents: readonly SearchText[]): MiniSearch<{ id: string; word: string }> {
  const known = new Set(vocabularyWords())
  for (const { text } of documents) for (const part of Object.values(text)) for (const word of wordsIn(part)) known.add(word)
  const words = new MiniSearch<{ id: string; word: string }>({ fields: ['word'], tokenize: (text) => [text], processTerm: asItIs })
  words.addAll([...known].map((word) => ({ id: word, word })))
  return words
}

function corrections(words: MiniSearch<{ id: string; word: string }>, word: string): { word: string; weight: number }[] {
  if (word.length < WORD_LENGTH_MIN) return []
  const found = words.search(word, { prefix: true, fuzzy: word.length >= LONG_WORD_LENGTH ? 2 : 1 })
  const best = found[0]?.score ?? 0
  return found.slice(0, CORRECTIONS_MAX).map(({ id, score }) => ({ word: String(id), weight: CORRECTION_WEIGHT * (score / best) }))
}
