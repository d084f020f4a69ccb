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
 * The long record weighs at most as much as this many calls beside the recent ones: a bad hour shows after a good
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
/** A lower rate is compared as one delivery in twenty calls: this avoids division by zero. */
export const SUCCESS_MIN = 0.05
/** best_value: ten seconds of waiting weigh as much as the price once more. */
export const LATENCY_MS_WORTH_ONE_PRICE = 10_000
/**
 * best_value: free offers still differ in speed and success, so every price counts as at least this much, in
 * microdollars.
 */
export const PRICE_FLOOR = 100
