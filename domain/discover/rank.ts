import type { Action } from './actions.ts'

/** One thing that the text of a query matched. */
export interface Match {
  readonly id: string
  /** How well the text fits, by the index alone. */
  readonly relevance: number
  /** Which part of what the query says the document says too, 0 to 1. */
  readonly coverage: number
  /** Which part of what the document calls itself the query says, 0 to 1. */
  readonly focus: number
}

/** What the ranking rules look at. */
export interface Ranked {
  readonly kind: 'capability' | 'endpoint'
  /** Can be run now. */
  readonly live: boolean
  readonly deprecated: boolean
  /** Reads what an earlier call has begun: of no use by itself. */
  readonly followsUp: boolean
  /** Of an endpoint: the live capabilities that call it. */
  readonly wrappedBy: readonly string[]
  /** What calling it does; empty where that is not known. */
  readonly actions: readonly Action[]
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
const CAPABILITY_FACTOR = 1.5
const LIVE_FACTOR = 1.1
const DEPRECATED_FACTOR = 0.8
const FOLLOW_UP_FACTOR = 0.8
/** A document that says half of the query is worth less than half of one that says it all. */
const COVERAGE_POWER = 1.5
/** What does more, or something else beside, is a worse answer than what does just this. */
const FOCUS_SHARE = 0.5
/** Asked to do one thing: what does another, and what does not say. */
const OTHER_ACTION_FACTOR = 0.6
const UNSAID_ACTION_FACTOR = 0.85
/** Not asked to do anything: nobody means a change who does not say so. */
const UNASKED: Readonly<Record<Action, number>> = { list: 1, search: 1, read: 0.95, create: 0.9, update: 0.85, delete: 0.8 }
/** What is so much worse than the best hit is no answer. */
const SCORE_MIN = 0.04

/**
 * Puts the matches into the order of the answer and gives each its score. A live capability that wraps a matching endpoint is
 * there even when its own text did not match, and always stands before that endpoint.
 */
export function rank(matches: readonly Match[], factsOf: (id: string) => Ranked, asked: readonly Action[] = []): Hit[] {
  const own = new Map(matches.map((match) => [match.id, worthOf(match, factsOf(match.id), asked)]))
  const worth = new Map(own)
  for (const { id } of matches) {
    for (const capability of factsOf(id).wrappedBy) worth.set(capability, Math.max(worth.get(capability) ?? 0, worth.get(id) ?? 0))
  }
  const order = [...worth].map(([id, value]) => ({ id, value, own: own.get(id) ?? 0, facts: factsOf(id) })).toSorted(byWorth)
  const best = order[0]?.value ?? 0
  return order.map(({ id, value }) => ({ id, score: best > 0 ? value / best : 0 })).filter(({ score }) => score >= SCORE_MIN)
}

function worthOf({ relevance, coverage, focus }: Match, { kind, live, deprecated, followsUp, actions }: Ranked, asked: readonly Action[]): number {
  return relevance * coverage ** COVERAGE_POWER * (1 - FOCUS_SHARE + FOCUS_SHARE * focus)
    * (kind === 'capability' ? CAPABILITY_FACTOR : actionFactor(actions, asked))
    * (live ? LIVE_FACTOR : 1) * (deprecated ? DEPRECATED_FACTOR : 1) * (followsUp ? FOLLOW_UP_FACTOR : 1)
}

function actionFactor(actions: readonly Action[], asked: readonly Action[]): number {
  if (asked.length === 0) return Math.max(...actions.map((action) => UNASKED[action]), actions.length === 0 ? 1 : 0)
  if (actions.length === 0) return UNSAID_ACTION_FACTOR
  return actions.some((action) => asked.includes(action)) ? 1 : OTHER_ACTION_FACTOR
}

interface Placed {
  readonly id: string
  readonly value: number
  /** Without what it was lifted by. */
  readonly own: number
  readonly facts: Ranked
}

/**
 * Equal worth: capabilities first, then what is live, then what fits better by itself (an endpoint may lift several), then by
 * name, so that the order never depends on chance.
 */
function byWorth(a: Placed, b: Placed): number {
  return b.value - a.value
    || Number(b.facts.kind === 'capability') - Number(a.facts.kind === 'capability')
    || Number(b.facts.live) - Number(a.facts.live)
    || b.own - a.own
    || (a.id < b.id ? -1 : 1)
}
