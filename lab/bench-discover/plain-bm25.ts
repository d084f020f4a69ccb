import type { SearchText } from '../../domain/discover/documents.ts'
import { wordsIn } from '../../domain/words/tokenize.ts'
import { type Searcher, DEPTH } from './evaluate.ts'

/** The usual constants of BM25. */
const K1 = 1.2
const B = 0.75

/**
 * The baseline: BM25 over all the text of a document at once, its identifiers split into words. No synonyms, stems,
 * prefixes, typing errors, fields or ranking rules.
 */
export function plainBm25(documents: readonly SearchText[]): Searcher {
  const lists = documents.map(({ text }) => Object.values(text).flatMap(wordsIn))
  const average = lists.reduce((sum, words) => sum + words.length, 0) / Math.max(1, lists.length)
  const postings = new Map<string, Map<number, number>>()
  for (const [at, words] of lists.entries()) {
    for (const word of words) {
      const counts = postings.get(word) ?? new Map<number, number>()
      postings.set(word, counts.set(at, (counts.get(at) ?? 0) + 1))
    }
  }
  return (query) => {
    const scores = new Map<number, number>()
    for (const word of new Set(wordsIn(query))) {
      const counts = postings.get(word) ?? new Map<number, number>()
      const rarity = Math.log(1 + (documents.length - counts.size + 0.5) / (counts.size + 0.5))
      for (const [at, count] of counts) {
        const length = 1 - B + B * ((lists[at]?.length ?? 0) / average)
        scores.set(at, (scores.get(at) ?? 0) + (rarity * (count * (K1 + 1))) / (count + K1 * length))
      }
    }
    return [...scores]
      .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, DEPTH)
      .map(([at]) => documents[at]?.id ?? '')
  }
}
