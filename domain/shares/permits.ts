import type { Environment } from '../runs/states.ts'
import { type Caller, type Counts, nameOf } from './caller.ts'

/** A place that is taken; it is given back once. */
export interface Permit {
  readonly caller: Caller
  /** Whether it is the place that is kept for callers that have none. */
  readonly reserved: boolean
}

export interface PermitLimits {
  /** How many places there are. */
  readonly places: number
  /** How many of them one caller has at once; the default is all that its environment may have. */
  readonly placesOfCaller?: number
}

/** Another caller counts as present for this long after its last request. */
const OTHERS_MS = 1_000

/** How many places only live may take, and how many only a caller that has none. Few places are not divided further. */
export const roomsOf = (places: number): { readonly live: number; readonly newcomers: number } => ({
  live: places < 2 ? 0 : Math.ceil(places / 4),
  newcomers: places < 3 ? 0 : 1,
})

/** The places of a queue: which are taken, and by which callers. */
export class Permits {
  readonly #newcomersMax: number
  readonly #ordinaryMax: Counts
  readonly #ofCallerMax: number
  readonly #besideOthersMax: number
  readonly #others: Others
  readonly #ordinary = { live: 0, test: 0 }
  readonly #taken = { live: 0, test: 0 }
  #reservedTaken = 0
  /** How many places each caller has. */
  readonly #held = new Map<string, number>()

  /** `now`: milliseconds of a clock that never goes back. */
  constructor({ places, placesOfCaller = places }: PermitLimits, now: () => number) {
    const rooms = roomsOf(places)
    this.#newcomersMax = rooms.newcomers
    this.#ordinaryMax = { live: places - rooms.newcomers, test: places - rooms.newcomers - rooms.live }
    this.#ofCallerMax = placesOfCaller
    this.#besideOthersMax = Math.max(1, Math.floor(Math.min(placesOfCaller, places) / 2))
    this.#others = new Others(now)
  }

  get taken(): Counts {
    return { ...this.#taken }
  }

  /** The caller has made a request: it is present for the others. */
  seen(caller: Caller): void {
    this.#others.seen(nameOf(caller))
  }

  /** Whether the caller has as many places as it may have now. */
  hasAll(caller: Caller): boolean {
    const name = nameOf(caller)
    const mine = this.#held.get(name) ?? 0
    return mine >= this.#ofCallerMax || (mine >= this.#besideOthersMax && this.#others.areThere(name))
  }

  /** Whether an ordinary place is free for this environment. */
  hasOrdinary(environment: Environment): boolean {
    const { live, test } = this.#ordinary
    return live + test < this.#ordinaryMax.live && (environment === 'live' || test < this.#ordinaryMax.test)
  }

  /** Whether a place that is kept for callers that have none is free. */
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

  areThere(name: string): boolean {
    return this.#now() - (this.#last.name === name ? this.#before : this.#last).at < OTHERS_MS
  }
}
