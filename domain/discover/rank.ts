import { HEALTH_STATUSES, type HealthStatus } from '../routing/health.ts'
import { type Action, type Intent, NO_INTENT } from './actions.ts'
import { directionFactor, type Identifier } from './direction.ts'

/** One document that the text of a query matched. */
export interface Match {
  readonly id: string
  /** The share of the query that the document explains, 0 to 1: how clearly, by the index alone. */
  readonly relevance: number
  /** The share of the query that the document touches at all, 0 to 1. */
  readonly coverage: number
  /** The share of the document's own name that the query covers, 0 to 1. */
  readonly focus: number
  /** The share of the query's neighbouring words that are neighbours in the document too, 0 to 1. */
  readonly inOrder: number
}

/** The facts that the ranking rules use. */
export interface Ranked {
  readonly kind: 'capability' | 'endpoint'
  /** Whether it can be run now. */
  readonly live: boolean
  /** For an endpoint: its health now. */
  readonly health: HealthStatus
  readonly deprecated: boolean
  /** Whether it reads the result of an earlier call: useless alone. */
  readonly followsUp: boolean
  /** For an endpoint: the live capabilities that call it. */
  readonly wrappedBy: readonly string[]
  /** The actions of a call; empty if they are unknown. */
  readonly actions: readonly Action[]
  /** What its inputs know a person or a company by. */
  readonly takes: ReadonlySet<Identifier>
}

export interface Hit {
  readonly id: string
  /** 0 to 1, the same for all queries: 1 for a live capability that the query describes completely. */
  readonly relevance: number
}

/** Three decimals, a tenth of a percent: with two, the order is worse (measured). */
const SHOWN_PARTS = 1000

/** As everything shows it. The order follows it, so hits that look equally good are in the order of the rules. */
export const shownRelevance = (relevance: number): number => Math.round(relevance * SHOWN_PARTS) / SHOWN_PARTS

/**
 * Spec 4.9: "capabilities outrank endpoints on equal relevance; live outranks not-yet-live". Relevance is measured on
 * text and is never exactly equal, so nearly equal counts: a preferred match may be this much less relevant and still
 * come first.
 */
const CAPABILITY_FACTOR = 1.5
const LIVE_FACTOR = 1.1
/** Spec 2.4: health decides between endpoints that fit equally well. */
const HEALTH_FACTORS: Readonly<Record<HealthStatus, number>> = {
  healthy: 1,
  stable: 1,
  unknown: 1,
  degraded: 0.98,
  outage: 0.95,
}
/** The order of `HEALTH_STATUSES`, with `unknown` before the warnings. */
const HEALTH_ORDER = HEALTH_STATUSES.toSorted((a, b) => HEALTH_FACTORS[b] - HEALTH_FACTORS[a])
const DEPRECATED_FACTOR = 0.8
const FOLLOW_UP_FACTOR = 0.8
/** A document that covers half of the query is worth less than half of one that covers it all. */
const COVERAGE_POWER = 1.5
/** A document that does more, or something else too, is a worse answer than one that does just this. */
const FOCUS_SHARE = 0.5
/** Words that are together in the query belong together. */
const ORDER_SHARE = 0.3
/** The query wants an action: factors for a document with another action, and for one without any. */
const OTHER_ACTION_FACTOR = 0.6
const UNSAID_ACTION_FACTOR = 0.85
/** The query names no action: without one, it does not mean a change. */
const UNASKED: Readonly<Record<Action, number>> = {
  list: 1,
  search: 1,
  read: 0.95,
  create: 0.75,
  update: 0.7,
  delete: 0.65,
}
/** A match so much worse than the best one is no answer. */
const RELEVANCE_SHARE_MIN = 0.2
/** The worth of a complete match: the factors above at their best. */
const SCORE_MAX = CAPABILITY_FACTOR * LIVE_FACTOR

/**
 * Orders the matches and gives each its relevance. A live capability that wraps a matching endpoint is included even if
 * its own text did not match, and always comes before that endpoint.
 */
export function rank(matches: readonly Match[], detailsOf: (id: string) => Ranked, intent: Intent = NO_INTENT): Hit[] {
  const own = new Map(matches.map((match) => [match.id, matchScore(match, detailsOf(match.id), intent)]))
  const worth = new Map(own)
  for (const [id, value] of own) {
    for (const capability of detailsOf(id).wrappedBy) worth.set(capability, Math.max(worth.get(capability) ?? 0, value))
  }
  return [...worth]
    .map(([id, value]) => ({
      id,
      relevance: Math.sqrt(value / SCORE_MAX),
      own: own.get(id) ?? 0,
      details: detailsOf(id),
    }))
    .toSorted(byRelevance)
    .map(({ id, relevance }) => ({ id, relevance }))
}

/** The hits that are near enough to the best of them. */
export function closeToBest(hits: readonly Hit[]): Hit[] {
  const best = hits.reduce((most, { relevance }) => Math.max(most, relevance), 0)
  return hits.filter(({ relevance }) => relevance >= best * RELEVANCE_SHARE_MIN)
}

const matchScore = ({ relevance, coverage, focus, inOrder }: Match, details: Ranked, intent: Intent): number =>
  relevance *
  coverage ** COVERAGE_POWER *
  (1 - FOCUS_SHARE + FOCUS_SHARE * focus) *
  (1 - ORDER_SHARE + ORDER_SHARE * inOrder) *
  rankMultiplier(details, intent)

/** How much the rules raise or lower a match, however relevant it is. */
export function rankMultiplier(
  { kind, live, health, deprecated, followsUp, actions, takes }: Ranked,
  intent: Intent,
): number {
  return (
    (kind === 'capability' ? CAPABILITY_FACTOR : actionFactor(actions, intent)) *
    directionFactor(takes, intent.direction) *
    (live ? LIVE_FACTOR : 1) *
    HEALTH_FACTORS[health] *
    (deprecated ? DEPRECATED_FACTOR : 1) *
    (followsUp ? FOLLOW_UP_FACTOR : 1)
  )
}

function actionFactor(actions: readonly Action[], { actions: wanted, isNamed }: Intent): number {
  if (wanted.length === 0) return Math.max(...actions.map((action) => UNASKED[action]), actions.length === 0 ? 1 : 0)
  if (actions.length === 0) return isNamed ? UNSAID_ACTION_FACTOR : 1
  return actions.some((action) => wanted.includes(action)) ? 1 : OTHER_ACTION_FACTOR
}

/**
 * Where the best match has less, nothing matches: the words that it shares with the query are not those that the query
 * is about (decisions, "scores"). A caller that names the provider has chosen where to look: it gets what is nearest.
 */
const EVIDENCE_MIN = 0.24
/** A third of six words is more than a third of two. */
const LENGTH_POWER = 0.8
/**
 * An order whose verb is no known action may want anything to be done with the thing that it names. A capability is a
 * job, so its words have the verb.
 */
const UNKNOWN_ORDER_FACTOR = 0.5

/** The query that a hit may answer. */
export interface Goal {
  /** The sum over its elements. */
  readonly weight: number
  readonly intent: Intent
}

/** Whether the best hit answers the query. */
export function isAnswer({ relevance }: Hit, { kind }: Pick<Ranked, 'kind'>, { weight, intent }: Goal): boolean {
  const isUnknownOrder = kind === 'endpoint' && intent.actions.length > 0 && !intent.isNamed
  return relevance * weight ** LENGTH_POWER * (isUnknownOrder ? UNKNOWN_ORDER_FACTOR : 1) >= EVIDENCE_MIN
}

interface Placed extends Hit {
  /** Its worth before a wrapped endpoint raised it. */
  readonly own: number
  readonly details: Ranked
}

/**
 * At equal relevance, as it is shown: capabilities first, then live matches, then the healthier, then the better match,
 * also by its own text (an endpoint may raise several), then by name, so that the order never depends on chance.
 */
function byRelevance(a: Placed, b: Placed): number {
  return (
    shownRelevance(b.relevance) - shownRelevance(a.relevance) ||
    byRules(a.details, b.details) ||
    HEALTH_ORDER.indexOf(a.details.health) - HEALTH_ORDER.indexOf(b.details.health) ||
    b.relevance - a.relevance ||
    b.own - a.own ||
    (a.id < b.id ? -1 : 1)
  )
}

/** Spec 4.9: "capabilities outrank endpoints on equal relevance; live outranks not-yet-live". */
export const byRules = (a: Pick<Ranked, 'kind' | 'live'>, b: Pick<Ranked, 'kind' | 'live'>): number =>
  Number(b.kind === 'capability') - Number(a.kind === 'capability') || Number(b.live) - Number(a.live)
