/** A run gives up on a provider that has had no room for so long, and goes on to the next. */
export const TURN_PATIENCE_MS = 10 * 60_000

/**
 * A run that goes on at the provider is kept by a short lease that is renewed: a worker that dies is followed within seconds
 * by one that resumes, however long the run may take.
 */
export const RENEWED_LEASE_MS = 30_000

/** Twice what the sweeper leaves a run alone: what has not moved by then was looked after twice, and nobody has it. */
export const LATE_MS = 60_000

/** A reading that a provider refuses is made again within half a minute; ten of them have failed by then. */
export const FINAL_BILL_PATIENCE_MS = 5 * 60_000
