import { byRules, type Hit, type Ranked, shownRelevance } from './rank.ts'

/** A hit with the value that orders it. */
export interface Worthy extends Hit {
  readonly worth: number
}

export interface Scored extends Hit {
  /** 0 to 1: its worth as a share of the first hit's. */
  readonly score: number
}

/**
 * Spec 4.9: `score` is "relevance normalized to the top hit". Both figures are rounded, so hits of different worth may
 * look equal: those are in the order of the rules.
 */
export function scored(hits: readonly Worthy[], detailsOf: (id: string) => Pick<Ranked, 'kind' | 'live'>): Scored[] {
  const top = hits[0]?.worth ?? 0
  return hits
    .map(({ id, relevance, worth }) => ({
      id,
      relevance: shownRelevance(relevance),
      score: top === 0 ? 1 : shownRelevance(worth / top),
    }))
    .toSorted((a, b) => b.score - a.score || byRules(detailsOf(a.id), detailsOf(b.id)))
}
