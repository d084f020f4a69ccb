/**
 * Every number that health and routing weigh by, in one place: change one here, and its test shows the effect. Health
 * (Spec 2.4) is `health.ts`, the strategies are `strategy.ts`.
 */

/** The meaning of "recent": a success within it confirms an offer, and failures in a row within it are an outage. */
export const RECENT_MS = 3_600_000
/**
 * How many of an offer's newest calls count as recent: enough for a rate, and as many as one query of the table may
 * read.
 */
export const RECENT_CALLS_MAX = 200
/** How far back a record goes. */
export const WINDOW_DAYS = 30

/** Fewer calls than this prove nothing: small samples look perfect. */
export const SAMPLE_MIN = 10
/** 95 %: the usual confidence for a rate that decides about routing. */
export const WILSON_Z = 1.96
/** The success rate (lower bound) that an offer must reach: confirmed recently, and on its long record alone. */
export const HEALTHY_BOUND = 0.7
export const STABLE_BOUND = 0.9
/**
 * The long record weighs at most as much as this many calls against the recent ones: a bad hour shows after a good
 * month.
 */
export const LONG_RECORD_CALLS_MAX = 200

/** Only this many failures in a row mean that an offer is down. */
export const CIRCUIT_FAILURES = 5
/**
 * After this long without a failure the offer is tried again: the next failure opens the circuit for the same time once
 * more.
 */
export const CIRCUIT_COOLDOWN_MS = 30_000

/** A provider's own figures are too old to be used after this many days: their 30 days are other days. */
export const REPORTED_AGE_DAYS_MAX = 7

/**
 * The assumption about a provider with too few calls: just below what ten perfect calls prove, so that a proven record
 * wins and an unknown one is no reason to skip.
 */
export const UNKNOWN_SUCCESS = 0.7
/** An offer's hits before its first answer: half of two. */
export const HIT_PRIOR = { found: 1, answered: 2 }
/**
 * The hits of all inputs count as at most this many answers against those of one shape, and those against a country's.
 */
export const HIT_PRIOR_WEIGHT_MAX = 10
/** An answer counts half after this many days. */
export const HIT_HALF_LIFE_DAYS = 10
/** Among the newest answers, one counts half after this many more. */
export const RECENT_HALF_LIFE_ANSWERS = 10
/** A pair of providers starts with this many answers at the rate that all pairs have. */
export const PAIR_PRIOR_WEIGHT = 25
/** Before pairs are counted: where another provider had missed, an offer finds four fifths of its usual rate. */
export const AFTER_MISS_FACTOR = 0.8
/** An answer after another's miss states half as much about an offer's usual rate as a first one. */
export const AFTER_MISS_WEIGHT = 0.5
/** 69 %: routing would rather try a new provider than be sure, because it learns from each answer. */
export const HIT_Z = 0.5
/** 99 %: the newest answers are believed alone only where they contradict all others. */
export const RECENT_HIT_Z = 2.6
/** In one run of ten, an offer with fewer answers than this is tried first, if it may become the best. */
export const EXPLORE_SHARE = 0.1
export const EXPLORE_ANSWERS = 50
/** Exploring may hold this many times what the run would hold otherwise. */
export const EXPLORE_HOLD_TIMES = 2n
/** The offers whose orders are all compared, the best alone first: 12 offers have 1,320 orders of three. */
export const COMPARED_MAX = 12
/** Two orders whose costs differ by less than a half percent cost the same: what is counted is not more exact. */
export const NEARLY_EQUAL_COST = 1.005
/** An offer that finds less than one of twenty is expected to miss. */
export const MISSES_BELOW = 0.05
/** Waiting ten seconds weighs as much as a cent; microdollars for each millisecond. */
export const WAIT_COST_PER_MS = 1
/** A run that finds nothing weighs as much as the most expensive offer, and at least this; microdollars. */
export const MISS_PENALTY_MIN = 10_000
