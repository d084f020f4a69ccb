export interface PaceLimits {
  /** How many come through at once after a pause. */
  readonly burst: number
  /** How far apart the others come, in milliseconds. */
  readonly everyMs: number
  /** Nothing is delayed for longer. */
  readonly delayMsMax: number
}

/** Spreads what comes from each caller over time. It keeps one number for each caller that is ahead of its pace. */
export interface Paces {
  /** How long this one is delayed, in milliseconds; 0: not at all. `now` is a clock that never goes back; a `weight` of two counts as two. */
  delayMs(caller: string, now: number, weight?: number): number
}

const FORGET_EVERY = 1_000

export function createPaces({ burst, everyMs, delayMsMax }: PaceLimits): Paces {
  /** When the next one of each caller is due. */
  const dueAt = new Map<string, number>()
  let asked = 0

  function forgetIdle(now: number): void {
    for (const [caller, due] of dueAt) if (due <= now) dueAt.delete(caller)
  }

  return {
    delayMs(caller, now, weight = 1) {
      asked += 1
      if (asked % FORGET_EVERY === 0) forgetIdle(now)
      const due = Math.max(now, dueAt.get(caller) ?? now)
      const delay = Math.max(0, due - now - (burst - 1) * everyMs)
      // One that is delayed for the longest time pushes nothing further back: the pace would never recover.
      dueAt.set(caller, delay > delayMsMax ? due : due + weight * everyMs)
      return Math.min(delay, delayMsMax)
    },
  }
}
