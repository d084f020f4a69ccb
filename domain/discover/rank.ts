/** One thing that the text of a query matched. */
export interface Match {
  readonly id: string
  /** How well the text fits, by the index alone. */
  readonly relevance: number
  /** Which part of what the query says the document says too, 0 to 1. */
  readonly coverage: number
}

/** What the ranking rules look at. */
export interface Ranked {
  readonly kind: 'capability' | 'endpoint'
  /** Can be run now. */
  readonly live: boolean
  readonly deprecated: boolean
  /** Of an endpoint: the live capabilities that call it. */
  readonly wrappedBy: readonly string[]
}

export interface Hit {
  readonly id: string
  /** 1 for the best hit of the query. */
  readonly score: number
}

/**
 * Spec 4.9: "capabilities outrank endpoints on equal relevance; live outranks not-yet-live". Relevance is measured on text and is
 * never exactly equal, so nearly equal counts: what is preferred may be this much less relevant and still come first.
 */
const CAPABILITY_FACTOR = 1.25
const LIVE_FACTOR = 1.1
const DEPRECATED_FACTOR = 0.8
/** A document that says half of the query is worth less than half of one that says it all. */
const COVERAGE_POWER = 1.2
/** What is so much worse than the best hit is no answer. */
const SCORE_MIN = 0.08

/**
 * Puts the matches into the order of the answer and gives each its score. A live capability that wraps a matching endpoint is
 * there even when its own text did not match, and always stands before that endpoint.
 */
export function rank(matches: readonly Match[], factsOf: (id: string) => Ranked): Hit[] {
  const worth = new Map<string, number>()
  for (const match of matches) worth.set(match.id, worthOf(match, factsOf(match.id)))
  for (const { id } of matches) {
    for (const capability of factsOf(id).wrappedBy) worth.set(capability, Math.max(worth.get(capability) ?? 0, worth.get(id) ?? 0))
  }
  const order = [...worth].map(([id, value]) => ({ id, value, facts: factsOf(id) })).toSorted(byWorth)
  const best = order[0]?.value ?? 0
  return order.map(({ id, value }) => ({ id, score: best > 0 ? value / best : 0 })).filter(({ score }) => score >= SCORE_MIN)
}

const worthOf = ({ relevance, coverage }: Match, { kind, live, deprecated }: Ranked): number =>
  relevance * coverage ** COVERAGE_POWER
  * (kind === 'capability' ? CAPABILITY_FACTOR : 1) * (live ? LIVE_FACTOR : 1) * (deprecated ? DEPRECATED_FACTOR : 1)

interface Placed {
  readonly id: string
  readonly value: number
  readonly facts: Ranked
}

/** Equal worth: capabilities first, then what is live, then by name, so that the order never depends on chance. */
function byWorth(a: Placed, b: Placed): number {
  return b.value - a.value
    || Number(b.facts.kind === 'capability') - Number(a.facts.kind === 'capability')
    || Number(b.facts.live) - Number(a.facts.live)
    || (a.id < b.id ? -1 : 1)
}
