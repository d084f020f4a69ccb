import type { NounPage } from './nouns.ts'
import type { Operation } from './operations.ts'

/** More words make no search better. */
const WORDS_MAX = 8
/** More hits than a person reads. */
const HITS_MAX = 40
const PAGES_MAX = 10

/** The operations that have every word, those with the words in summary or path first. */
export function searchOperations(operations: readonly Operation[], query: string): readonly Operation[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return operations
    .map((operation) => ({ operation, score: scoreOf(operation, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, HITS_MAX)
    .map(({ operation }) => operation)
}

/** The pages that have every word, those with the words in the title first. */
export function searchPages(pages: readonly NounPage[], query: string): readonly NounPage[] {
  const words = wordsOf(query)
  const isTitled = ({ title }: NounPage): boolean => words.some((word) => title.toLowerCase().includes(word))
  return words.length === 0
    ? []
    : pages
        .filter(({ title, text }) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word)))
        .toSorted((left, right) => Number(isTitled(right)) - Number(isTitled(left)))
        .slice(0, PAGES_MAX)
}

const wordsOf = (query: string): readonly string[] =>
  query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)

/** 0 where a word is missing. */
function scoreOf({ id, method, path, summary, tag, description }: Operation, words: readonly string[]): number {
  const titled = `${id} ${method} ${path} ${summary} ${tag}`.toLowerCase()
  const explained = description.toLowerCase()
  const scores = words.map((word): number => (titled.includes(word) ? 3 : explained.includes(word) ? 1 : 0))
  return scores.some((score) => score === 0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}
