import { type ExplainedQuery, explainQuery } from '../../domain/discover/explain.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Findable } from './findable.ts'
import type { SearchIndex } from './search-index.ts'

/** A query that found nothing: its words, and the capabilities that come nearest. */
export interface Explanation extends ExplainedQuery {
  /** Slugs of capabilities that the environment runs, the nearest first. */
  readonly suggestions: readonly string[]
}

const SUGGESTIONS_MAX = 3

/** Filters of the search do not count: a capability may do what no endpoint of one provider does. */
export function explain(
  { index, findable }: { readonly index: SearchIndex; readonly findable: Findable },
  query: string,
  environment: Environment,
): Explanation {
  const words = explainQuery(query, index)
  const near = [...words.matched, ...words.corrections.flatMap(({ meant }) => meant.slice(0, 1))]
  const { live } = findable.offered[environment]
  const suggestions = index
    .match(index.read(near.join(' ')), { mayAnswer: (id) => live.has(id), isKept: () => false })
    .map(({ id, relevance, coverage }) => ({ id, worth: relevance * coverage }))
    .toSorted((a, b) => b.worth - a.worth || (a.id < b.id ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ id }) => id)
  return { ...words, suggestions }
}
