export interface ThrottleLimits {
  /** How many requests pass at once after a pause. */
  readonly burst: number
  /** The interval between the others, in milliseconds. */
  readonly everyMs: number
  /** The longest delay. */
  readonly delayMsMax: number
}

/** Spreads the requests of each caller over time (GCRA). It stores one number for each caller that is ahead. */
export interface Throttle {
  /**
   * How long this one is delayed, in milliseconds; 0: not at all. `now` is a clock that never goes back; a `weight` of
   * two counts as two.
   */
  delayMs(caller: string, now: number, weight?: number): number
}

const FORGET_EVERY = 1_000

export function createThrottle({ burst, everyMs, delayMsMax }: ThrottleLimits): Throttle {
  /** When the next request of each caller is due. */
  const dueAt = new Map<string, number>()
  let requests = 0

  function forgetIdle(now: number): void {
    for (const [caller, due] of dueAt) if (due <= now) dueAt.delete(caller)
  }

  return {
    delayMs(caller, now, weight = 1) {
      requests += 1
      if (requests % FORGET_EVERY === 0) forgetIdle(now)
      const due = Math.max(now, dueAt.get(caller) ?? now)
      const delay = Math.max(0, due - now - (burst - 1) * everyMs)
      // A request with the longest delay pushes nothing further back: otherwise the pace would never recover.
      dueAt.set(caller, delay > delayMsMax ? due : due + weight * everyMs)
      return Math.min(delay, delayMsMax)
    },
  }
}
