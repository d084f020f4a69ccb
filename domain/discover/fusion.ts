import { type Intent, NO_INTENT } from './actions.ts'
import { type Hit, type Ranked, rankMultiplier } from './rank.ts'
import type { Worthy } from './scores.ts'

/**
 * The constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). They took 60 for lists of a thousand; these
 * lists are short, and their first places mean more.
 */
const FUSION_CONSTANT = 10
/**
 * What a place by meaning counts for, where a place by words of a query that is covered counts 1. Words alone find the
 * right answer first more often than vectors alone, and with more weight a small model makes the order worse
 * (docs/architecture/discover.md, "Search by meaning").
 */
const MEANING_WEIGHT = 0.25

/**
 * One order of two: hits by words and hits by meaning. A hit is worth the sum of weight / (10 + place) over the lists
 * that have it, so figures of different kinds are never compared. Words weigh less the less of the query they cover
 * (`covered`, 0 to 1). At equal worth the better place by words comes first, and then the name. A hit keeps its
 * relevance by words where it has one.
 */
export function fuse(byWords: readonly Hit[], byMeaning: readonly Hit[], covered: number): Worthy[] {
  const wordPlaces = placesOf(byWords)
  const meaningPlaces = placesOf(byMeaning)
  const relevances = new Map([...byMeaning, ...byWords].map(({ id, relevance }) => [id, relevance]))
  return [...relevances]
    .map(([id, relevance]) => ({
      id,
      relevance,
      worth: covered * fusionScore(wordPlaces.get(id)) + MEANING_WEIGHT * fusionScore(meaningPlaces.get(id)),
      place: wordPlaces.get(id) ?? Infinity,
    }))
    .toSorted((a, b) => b.worth - a.worth || byPlace(a.place, b.place) || (a.id < b.id ? -1 : 1))
    .map(({ id, relevance, worth }) => ({ id, relevance, worth }))
}

const placesOf = (hits: readonly Hit[]): Map<string, number> => new Map(hits.map(({ id }, index) => [id, index + 1]))

const fusionScore = (place: number | undefined): number => (place === undefined ? 0 : 1 / (FUSION_CONSTANT + place))

/** Two that are both absent from the list are equal. */
const byPlace = (a: number, b: number): number => (a === b ? 0 : a - b)

/**
 * Orders what is near to a query by the rules that hold for words too. A live capability that calls a near endpoint is
 * as near, and comes right before it: so it comes before that endpoint after the fusion, as it does by words.
 */
export function rankByMeaning(
  near: readonly Hit[],
  detailsOf: (id: string) => Ranked,
  intent: Intent = NO_INTENT,
): Hit[] {
  const order = near
    .map((hit) => ({ hit, details: detailsOf(hit.id) }))
    .map(({ hit, details }) => ({ hit, details, worth: hit.relevance * rankMultiplier(details, intent) }))
    .toSorted((a, b) => b.worth - a.worth || (a.hit.id < b.hit.id ? -1 : 1))
  const found = new Map<string, Hit>()
  for (const { hit, details } of order) {
    for (const id of [...details.wrappedBy, hit.id]) {
      const relevance = Math.max(hit.relevance, found.get(id)?.relevance ?? 0)
      found.set(id, { id, relevance })
    }
  }
  return [...found.values()]
}
