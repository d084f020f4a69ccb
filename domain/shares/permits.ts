import { type Caller, type Counts, nameOf } from './caller.ts'
import { PRESENT_MS } from './presence.ts'

/** A permit that is taken; it is released once. */
export interface Permit {
  readonly caller: Caller
  /** Whether it is the permit that is kept for callers that have none. */
  readonly reserved: boolean
}

export interface PermitLimits {
  /** How many permits there are. */
  readonly permits: number
  /** How many of them one caller has at once; the default is all that its environment may have. */
  readonly permitsOfCaller?: number
  /** How many it has while other callers are there; the default is half of what it may have without them. */
  readonly permitsWithOthers?: number
  /** How many a caller has when no other was there for a minute; the default is what it may have at any time. */
  readonly permitsAlone?: number
}

/** A caller is alone when no other one was seen for a minute: one that comes now and then finds the machine free. */
export const ALONE_AFTER_MS = 60_000

/**
 * How many permits only live may take, and how many only a caller that has none. Few permits are not divided further.
 */
export const keptPermits = (permits: number): { readonly live: number; readonly newcomers: number } => ({
  live: permits < 2 ? 0 : Math.ceil(permits / 4),
  newcomers: permits < 3 ? 0 : 1,
})

/** The permits of a queue: which are taken, and by which callers. */
export class Permits {
  readonly #newcomersMax: number
  readonly #ordinaryMax: Counts
  readonly #ofCallerMax: number
  readonly #withOthersMax: number
  readonly #aloneMax: number
  readonly #others: Others
  readonly #ordinary = { live: 0, test: 0 }
  readonly #taken = { live: 0, test: 0 }
  #reservedTaken = 0
  /** How many permits each caller has. */
  readonly #held = new Map<string, number>()

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(
    { permits, permitsOfCaller = permits, permitsWithOthers, permitsAlone = 0 }: PermitLimits,
    now: () => number,
  ) {
    const kept = keptPermits(permits)
    this.#newcomersMax = kept.newcomers
    this.#ordinaryMax = { live: permits - kept.newcomers, test: permits - kept.newcomers - kept.live }
    this.#ofCallerMax = permitsOfCaller
    this.#withOthersMax = permitsWithOthers ?? Math.max(1, Math.floor(Math.min(permitsOfCaller, permits) / 2))
    this.#aloneMax = permitsAlone
    this.#others = new Others(now)
  }

  get taken(): Counts {
    return { ...this.#taken }
  }

  /** The caller has made a request: it is present for the others. */
  seen(caller: Caller): void {
    this.#others.seen(nameOf(caller))
  }

  /** Whether the caller has as many permits as it may have now. */
  hasAll(caller: Caller): boolean {
    const name = nameOf(caller)
    const mine = this.#held.get(name) ?? 0
    if (mine < this.#aloneMax && this.#isAlone(name)) return false
    return mine >= this.#ofCallerMax || (mine >= this.#withOthersMax && this.#others.seenSince(name) < PRESENT_MS)
  }

  /** Whether an ordinary permit is free for this caller. */
  hasOrdinary(caller: Caller): boolean {
    const { live, test } = this.#ordinary
    if (live + test < this.#aloneMax && this.#isAlone(nameOf(caller))) return true
    return live + test < this.#ordinaryMax.live && (caller.environment === 'live' || test < this.#ordinaryMax.test)
  }

  /** Whether a permit that is kept for callers that have none is free. */
  get hasReserved(): boolean {
    return this.#reservedTaken < this.#newcomersMax
  }

  hasNone(caller: Caller): boolean {
    return !this.#held.has(nameOf(caller))
  }

  take(caller: Caller, reserved: boolean): Permit {
    const name = nameOf(caller)
    this.#held.set(name, (this.#held.get(name) ?? 0) + 1)
    this.#taken[caller.environment] += 1
    if (reserved) this.#reservedTaken += 1
    else this.#ordinary[caller.environment] += 1
    return { caller, reserved }
  }

  giveBack({ caller, reserved }: Permit): void {
    const name = nameOf(caller)
    const left = (this.#held.get(name) ?? 1) - 1
    if (left === 0) this.#held.delete(name)
    else this.#held.set(name, left)
    this.#taken[caller.environment] -= 1
    if (reserved) this.#reservedTaken -= 1
    else this.#ordinary[caller.environment] -= 1
  }

  #isAlone(name: string): boolean {
    return this.#held.size <= (this.#held.has(name) ? 1 : 0) && this.#others.seenSince(name) >= ALONE_AFTER_MS
  }
}

/** Keeps the two callers that were seen last: so for any caller it is known when another one was seen. */
class Others {
  readonly #now: () => number
  #last = { name: '', at: Number.NEGATIVE_INFINITY }
  #before = this.#last

  constructor(now: () => number) {
    this.#now = now
  }

  seen(name: string): void {
    if (this.#last.name !== name) this.#before = this.#last
    this.#last = { name, at: this.#now() }
  }

  /** How long ago any other caller was seen, in milliseconds. */
  seenSince(name: string): number {
    return this.#now() - (this.#last.name === name ? this.#before : this.#last).at
  }
}
