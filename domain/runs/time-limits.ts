/** A run gives up on a provider that has had no room for this long, and continues with the next. */
export const SLOT_WAIT_MS_MAX = 10 * 60_000

/**
 * A short, renewed lease keeps a run that continues at the provider: if a worker dies, another resumes within seconds,
 * however long the run may take.
 */
export const RENEWED_LEASE_MS = 30_000

/**
 * Twice the time that the sweeper leaves a run alone: the sweeper has looked after a late run twice, and no worker has
 * it.
 */
export const LATE_MS = 60_000

/** A reading that a provider refuses is repeated within half a minute; ten readings have failed by then. */
export const FINAL_BILL_WAIT_MS_MAX = 5 * 60_000
