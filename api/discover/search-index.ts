import MiniSearch from 'minisearch'
import { FIELD_WEIGHTS, fieldTerms, ownWords, type SearchText } from '../../domain/discover/documents.ts'
import { postingsOf, type Postings } from '../../domain/discover/postings.ts'
import type { Match } from '../../domain/discover/rank.ts'
import { sequencesOf } from '../../domain/discover/sequences.ts'
import { queryElements, type QueryElement } from '../../domain/discover/query-elements.ts'
import { textTerms } from '../../domain/discover/terms.ts'
import { isVocabularyWord, vocabularyWords } from '../../domain/discover/vocabulary.ts'
import { wordsIn } from '../../domain/words/tokenize.ts'

export interface SearchIndex {
  /** A query as what the index knows of it. */
  read(query: string): readonly QueryElement[]
  /** The documents that match part of a query: the most relevant ones, and all that are kept; best first. */
  match(elements: readonly QueryElement[], wanted: WantedDocuments): Match[]
  readonly size: number
  /** Whether any document has the term. */
  isKnown(term: string): boolean
  /** What a word that no document has probably means. */
  correct(word: string): Correction[]
}

/** Which documents a search compares. */
export interface WantedDocuments {
  readonly mayAnswer: (id: string) => boolean
  /** Compared however little they match, where they may answer. */
  readonly isKept: (id: string) => boolean
}

/** BM25F: the usual share of length; half a match is a word in the title alone. */
const FIELD_RULES = { weights: FIELD_WEIGHTS, lengthShare: 0.5, half: 2.5 }
/** What a call is about is its subject, short as it is. */
const SUBJECT_RULES = { weights: { subject: 1 }, lengthShare: 0.5, half: 0 }
/** How certain a word in the subject of a call makes a match, besides its fields. */
const SUBJECT_CERTAINTY = 0.15
/** A word that no document has is probably what the query is about: it weighs more than the rarest word. */
const UNKNOWN_WEIGHT = 1.5
/** A word that documents have only by a synonym or a suggestion is in part unknown: it may mean something else. */
const INEXACT_SHARE = 0.25

/** Tolerated typing errors: one from four letters on, two from eight on. */
const WORD_LENGTH_MIN = 4
const LONG_WORD_LENGTH = 8
const CORRECTIONS_MAX = 3
const CORRECTION_WEIGHT = 0.8
/** Lower matches have no chance of the first page, whatever the rules state. */
const CANDIDATES_MAX = 400
/** A longer query is cut: no real query names more things than this. */
const ELEMENTS_MAX = 20

/** An index in memory over the current catalog; a new catalog makes a new index. */
export function createSearchIndex(documents: readonly SearchText[]): SearchIndex {
  const postings = postingsOf(documents.map(fieldTerms), FIELD_RULES)
  const subjects = postingsOf(
    documents.map(({ subject }) => ({ subject: textTerms(subject) })),
    SUBJECT_RULES,
  )
  const words = wordIndex(documents)
  const sequences = sequencesOf(documents)
  const owned = ownWordsOf(documents, postings)
  const isKnown = (term: string): boolean => postings.frequency(term) > 0
  const correct = (word: string): Correction[] => corrections(words, word)
  return {
    size: documents.length,
    isKnown,
    correct,
    read: (query) => queryElements(query, { isKnown, correct }).slice(0, ELEMENTS_MAX),
    match(elements, { mayAnswer, isKept }) {
      const { relevance, coverage } = fitOf(elements, postings, subjects)
      const queryTerms = new Set(elements.flatMap(({ terms }) => terms.map(({ term }) => term)))
      const best = bestOf(relevance, {
        mayAnswer: (at) => mayAnswer(documents[at]?.id ?? ''),
        isKept: (at) => isKept(documents[at]?.id ?? ''),
      })
      const inOrder = sequences.shares(elements, best)
      return best.map((at, place) => ({
        id: documents[at]?.id ?? '',
        relevance: relevance[at] ?? 0,
        coverage: coverage[at] ?? 0,
        focus: focusOf(owned[at] ?? [], queryTerms),
        inOrder: inOrder[place] ?? 0,
      }))
    },
  }
}

/** The allowed documents with the highest relevance, and those kept, best first. It sorts no others: that is slow. */
function bestOf(
  relevance: Float64Array,
  { mayAnswer, isKept }: Readonly<Record<'mayAnswer' | 'isKept', (at: number) => boolean>>,
): number[] {
  const allowed: number[] = []
  for (let at = 0; at < relevance.length; at += 1) if ((relevance[at] ?? 0) > 0 && mayAnswer(at)) allowed.push(at)
  const least =
    Float64Array.from(allowed, (at) => relevance[at] ?? 0)
      .toSorted()
      .at(-CANDIDATES_MAX) ?? 0
  const sorted = allowed
    .filter((at) => (relevance[at] ?? 0) >= least || isKept(at))
    .toSorted((a, b) => (relevance[b] ?? 0) - (relevance[a] ?? 0) || a - b)
  return [...sorted.slice(0, CANDIDATES_MAX), ...sorted.slice(CANDIDATES_MAX).filter(isKept)]
}

/**
 * By document: the share of the query that it explains, and the share that it touches at all. Rare words weigh more,
 * and a word that no document has weighs most: so the figures of two queries can be compared.
 */
function fitOf(
  elements: readonly QueryElement[],
  postings: Postings,
  subjects: Postings,
): { readonly relevance: Float64Array; readonly coverage: Float64Array } {
  const relevance = new Float64Array(postings.documents)
  const coverage = new Float64Array(postings.documents)
  const missed = new Float32Array(postings.documents)
  const rarity = (term: string): number => rarityOf(postings.frequency(term), postings.documents)
  const unknown = UNKNOWN_WEIGHT * rarity('')
  const rarest = ({ terms }: QueryElement): number =>
    terms.length === 0 ? unknown : Math.max(...terms.map(({ term }) => rarity(term)))
  const weightOf = (element: QueryElement): number =>
    element.weight * (isExact(element) ? rarest(element) : between(rarest(element), unknown, INEXACT_SHARE))
  const total = elements.reduce((sum, element) => sum + weightOf(element), 0)
  for (const element of elements) {
    const most = rarest(element)
    const share = weightOf(element) / total
    missed.fill(1)
    for (const { term, weight } of element.terms) {
      const certainty = (weight * rarity(term)) / most
      lower(missed, postings, term, certainty)
      lower(missed, subjects, term, certainty * SUBJECT_CERTAINTY)
    }
    for (let at = 0; at < missed.length; at += 1) {
      const match = 1 - (missed[at] ?? 1)
      if (match === 0) continue
      relevance[at] = (relevance[at] ?? 0) + share * match
      coverage[at] = (coverage[at] ?? 0) + share
    }
  }
  return { relevance, coverage }
}

/** Matches of one element count together: the chance that all of several signs are wrong. */
function lower(missed: Float32Array, postings: Postings, term: string, certainty: number): void {
  const posting = postings.of(term)
  if (posting === undefined) return
  const { documents, weights } = posting
  for (let at = 0; at < documents.length; at += 1) {
    const document = documents[at] ?? 0
    missed[document] = (missed[document] ?? 1) * (1 - certainty * (weights[at] ?? 0))
  }
}

/** Whether documents have the word as it was written, or none has it at all. */
const isExact = ({ terms }: QueryElement): boolean => terms.length === 0 || terms.some(({ weight }) => weight === 1)

const between = (from: number, to: number, share: number): number => from + share * (to - from)

const rarityOf = (frequency: number, documents: number): number => Math.log(1 + documents / (1 + frequency))

interface OwnWord {
  readonly terms: readonly string[]
  readonly rarity: number
}

/**
 * The words of each document's own name, each with its rarity: common words such as "live" and "list" do not
 * distinguish documents.
 */
function ownWordsOf(documents: readonly SearchText[], postings: Postings): OwnWord[][] {
  const made = new Map<string, OwnWord>()
  const ownWord = (word: string): OwnWord => {
    const terms = textTerms(word)
    const one = { terms, rarity: rarityOf(postings.frequency(terms[0] ?? ''), documents.length) ** 2 }
    made.set(word, one)
    return one
  }
  return documents.map((document) => ownWords(document).map((word) => made.get(word) ?? ownWord(word)))
}

function focusOf(own: readonly OwnWord[], queryTerms: ReadonlySet<string>): number {
  let [covered, total] = [0, 0]
  for (const { terms, rarity } of own) {
    total += rarity
    if (terms.some((term) => queryTerms.has(term))) covered += rarity
  }
  return total === 0 ? 0 : covered / total
}

/** Every word that a query may mean: those of the documents and of the vocabulary. */
function wordIndex(documents: readonly SearchText[]): MiniSearch<{ id: string; word: string }> {
  const known = new Set(vocabularyWords())
  for (const { text } of documents)
    for (const part of Object.values(text)) for (const word of wordsIn(part)) known.add(word)
  const words = new MiniSearch<{ id: string; word: string }>({
    fields: ['word'],
    tokenize: (text) => [text],
    processTerm: (term) => term,
  })
  words.addAll([...known].map((word) => ({ id: word, word })))
  return words
}

interface Correction {
  readonly word: string
  readonly weight: number
}

function corrections(words: MiniSearch<{ id: string; word: string }>, word: string): Correction[] {
  if (word.length < WORD_LENGTH_MIN || isVocabularyWord(word)) return []
  const found = words
    .search(word, { prefix: true, fuzzy: word.length >= LONG_WORD_LENGTH ? 2 : 1 })
    .filter(({ id }) => isLikely(word, String(id)))
  const best = found[0]?.score ?? 0
  return found
    .slice(0, CORRECTIONS_MAX)
    .map(({ id, score }) => ({ word: String(id), weight: CORRECTION_WEIGHT * (score / best) }))
}

/**
 * The first letter of a word is seldom wrong. A word of four letters is a word in itself more often than another with
 * one wrong letter: it only lacks some.
 */
const isLikely = (word: string, other: string): boolean =>
  word[0] === other[0] && (word.length > WORD_LENGTH_MIN || other.length > word.length)
