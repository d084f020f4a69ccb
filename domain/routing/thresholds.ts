/**
 * Every number that health and routing weigh by, in one place: change one here, and its test says what it moves.
 * Health (Spec 2.4) is `health.ts`, the strategies are `strategy.ts`.
 */

/** What "lately" means: a success within it confirms an offer, and failures in a row within it are an outage. */
export const RECENT_MS = 3_600_000
/** Newest calls of an offer that count as recent: enough for a rate, and as many as one look at the table may read. */
export const RECENT_CALLS_MAX = 200
/** How far back a record goes. */
export const WINDOW_DAYS = 30

/** Fewer calls than this say nothing: small samples look perfect. */
export const SAMPLE_MIN = 10
/** 95 %: the usual confidence for a rate that decides about routing. */
export const WILSON_Z = 1.96
/** What an offer must at least be counted on for (lower bound): confirmed lately, and on its long record alone. */
export const HEALTHY_BOUND = 0.7
export const STABLE_BOUND = 0.9
/** The long record weighs at most like so many calls beside the recent ones: a bad hour shows after a good month. */
export const LONG_RECORD_CALLS_MAX = 200

/** So many failures in a row, and nothing else, mean that an offer is down. */
export const CIRCUIT_FAILURES = 5
/** After so long without a failure it is tried again: the next failure opens the circuit for as long once more. */
export const CIRCUIT_COOLDOWN_MS = 30_000

/** What a provider published about itself is too old to stand in after so long: its 30 days are other days. */
export const REPORTED_AGE_DAYS_MAX = 7

/**
 * What is assumed of a provider that has not been seen enough: just below what ten perfect calls prove, so
 * that a proven record wins and an unknown one is no reason to skip.
 */
export const UNKNOWN_SUCCESS = 0.7
/** Below this a provider is compared as if it delivered one call in twenty: avoids dividing by nothing. */
export const SUCCESS_MIN = 0.05
/** best_value: ten seconds of waiting weigh as much as the price once more. */
export const LATENCY_MS_WORTH_ONE_PRICE = 10_000
/** best_value: free offers still differ in speed and success, so every price counts at least as this much, in microdollars. */
export const PRICE_FLOOR = 100
