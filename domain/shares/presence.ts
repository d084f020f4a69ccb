/** Another caller counts as present for this long after its last request. */
export const PRESENT_MS = 1_000

/** Whether work of others was seen recently. `now`: milliseconds of a clock that never goes back. */
export interface Presence {
  seen(): void
  readonly isThere: boolean
}

export function createPresence(now: () => number): Presence {
  let last = Number.NEGATIVE_INFINITY
  return {
    seen() {
      last = now()
    },
    get isThere() {
      return now() - last < PRESENT_MS
    },
  }
}
