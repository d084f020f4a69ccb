import { type Intent, NO_INTENT } from './actions.ts'
import { type Hit, type Ranked, standingOf } from './rank.ts'

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
 * that have it, so scores of different kinds are never compared. Words weigh less the less of the query they cover
 * (`covered`, 0 to 1). At equal worth the better place by words comes first, and then the name. A hit keeps its score
 * by words where it has one.
 */
export function fuse(byWords: readonly Hit[], byMeaning: readonly Hit[], covered: number): Hit[] {
  const wordPlaces = placesOf(byWords)
  const meaningPlaces = placesOf(byMeaning)
  const scores = new Map([...byMeaning, ...byWords].map(({ id, score }) => [id, score]))
  return [...scores]
    .map(([id, score]) => ({
      id,
      score,
      worth: covered * worthOf(wordPlaces.get(id)) + MEANING_WEIGHT * worthOf(meaningPlaces.get(id)),
      place: wordPlaces.get(id) ?? Infinity,
    }))
    .toSorted((a, b) => b.worth - a.worth || byPlace(a.place, b.place) || (a.id < b.id ? -1 : 1))
    .map(({ id, score }) => ({ id, score }))
}

const placesOf = (hits: readonly Hit[]): Map<string, number> => new Map(hits.map(({ id }, index) => [id, index + 1]))

const worthOf = (place: number | undefined): number => (place === undefined ? 0 : 1 / (FUSION_CONSTANT + place))

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
    .map(({ hit, details }) => ({ hit, details, worth: hit.score * standingOf(details, intent) }))
    .toSorted((a, b) => b.worth - a.worth || (a.hit.id < b.hit.id ? -1 : 1))
  const found = new Map<string, Hit>()
  for (const { hit, details } of order) {
    for (const id of [...details.wrappedBy, hit.id]) if (!found.has(id)) found.set(id, { id, score: hit.score })
  }
  return [...found.values()]
}
