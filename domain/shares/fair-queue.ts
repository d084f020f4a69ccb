import type { Environment } from '../runs/states.ts'
import type { Caller, Counts } from './caller.ts'
import { type Permit, type PermitLimits, Permits } from './permits.ts'
import { type WaitingCaller, WaitingCallers } from './waiting-callers.ts'

export interface QueueLimits extends PermitLimits {
  /** How many requests wait for a permit. */
  readonly waitingMax: number
  /** How many of them may be one caller's. */
  readonly waitingOfCallerMax: number
  /** How many of each caller a full queue still takes; 0: `waitingMax` is exact. The default is ten. */
  readonly waitingOfCallerInFull?: number
}

export type Offered =
  | { readonly kind: 'now'; readonly permit: Permit }
  | { readonly kind: 'waits' }
  | { readonly kind: 'full' }

/** An item that had to wait, and has its permit now. */
export interface Admitted<Item> {
  readonly item: Item
  readonly permit: Permit
}

/**
 * Gives out permits so that no caller keeps another one waiting for more than its turn. The sandbox never takes all of
 * the free permits (`keptPermits`), and one permit is kept for a caller that has none. While there are other callers, a
 * caller has at most half of what it may have without them: its work under way slows down theirs. A queue may give more
 * permits to a caller that has been alone for a minute (`permitsAlone`). Waiting callers take turns: live before the
 * sandbox, which has every fourth turn, and in each environment one item of every caller before the second of any.
 */
export interface FairQueue<Item> {
  /**
   * Takes a permit, or a turn in the queue. `full`: neither is left; an item that `mustWait` never gets this answer.
   * `id` is unique among the waiting items.
   */
  offer(caller: Caller, id: string, item: Item, how?: { readonly mustWait: boolean }): Offered
  /** The caller works without a permit of this queue: it is present for the others. */
  seen(caller: Caller): void
  /** Gives a permit back, and returns the items that have a permit now. */
  release(permit: Permit): readonly Admitted<Item>[]
  /** Removes an item from the queue; undefined: it does not wait. */
  remove(id: string): Item | undefined
  waits(id: string): boolean
  /** All waiting items, in no order. */
  waiting(): Iterable<readonly [id: string, item: Item]>
  readonly waitingCount: number
  readonly counts: { readonly waiting: Counts; readonly taken: Counts }
}

/** While both environments wait, the sandbox has the turn after this many turns of live. */
const LIVE_IN_A_ROW_MAX = 3
/** Keeps the backlog of others from turning away a caller that has hardly any. */
const WAITING_OF_CALLER_IN_FULL = 10

/** `now`: milliseconds of a clock that never goes back. */
export function createFairQueue<Item>(limits: QueueLimits, now: () => number): FairQueue<Item> {
  const permits = new Permits(limits, now)
  const waiting = new WaitingCallers<Item>()
  const order = new CallerOrder(permits, waiting)

  function admitAll(): Admitted<Item>[] {
    const admitted: Admitted<Item>[] = []
    for (let turn = order.next(); turn !== undefined; turn = order.next()) admitted.push(admit(turn))
    return admitted
  }

  /** Admits the caller's oldest item; a caller with more items goes behind all others. */
  function admit({ of, reserved }: NextCaller<Item>): Admitted<Item> {
    const [first] = of.items
    if (first === undefined) throw new Error('a caller without waiting work cannot get a permit')
    const [id, item] = first
    waiting.remove(id)
    const permit = permits.take(of.caller, reserved)
    waiting.moveBehind(of, permits.hasAll(of.caller))
    return { item, permit }
  }

  return {
    offer(caller, id, item, { mustWait } = { mustWait: false }) {
      permits.seen(caller)
      const mine = waiting.of(caller)
      const hasAll = permits.hasAll(caller)
      if (mine === undefined && !hasAll) {
        // A caller that already waits may not have the free permits: it would have got them already.
        if (permits.hasOrdinary(caller)) return { kind: 'now', permit: permits.take(caller, false) }
        if (permits.hasReserved && permits.hasNone(caller)) return { kind: 'now', permit: permits.take(caller, true) }
      }
      if (!mustWait && !hasRoomToWait(limits, { mine: mine?.items.size ?? 0, all: waiting.count }))
        return { kind: 'full' }
      waiting.add(caller, id, item, hasAll)
      return { kind: 'waits' }
    },
    seen: (caller) => permits.seen(caller),
    release(permit) {
      permits.giveBack(permit)
      waiting.resume(permit.caller)
      return admitAll()
    },
    remove: (id) => waiting.remove(id),
    waits: (id) => waiting.has(id),
    waiting: () => waiting.items(),
    get waitingCount() {
      return waiting.count
    },
    get counts() {
      return { waiting: waiting.counts, taken: permits.taken }
    },
  }
}

function hasRoomToWait(
  { waitingMax, waitingOfCallerMax, waitingOfCallerInFull = WAITING_OF_CALLER_IN_FULL }: QueueLimits,
  { mine, all }: { readonly mine: number; readonly all: number },
): boolean {
  if (mine >= waitingOfCallerMax) return false
  return all < waitingMax || mine < waitingOfCallerInFull
}

/** A waiting caller that may have a permit now. */
interface NextCaller<Item> {
  readonly of: WaitingCaller<Item>
  /** It is the permit that is kept for callers that have none. */
  readonly reserved: boolean
}

/** Which waiting caller has the next permit. */
class CallerOrder<Item> {
  readonly #permits: Permits
  readonly #waiting: WaitingCallers<Item>
  #liveInARow = 0

  constructor(permits: Permits, waiting: WaitingCallers<Item>) {
    this.#permits = permits
    this.#waiting = waiting
  }

  /** undefined: no waiting caller may have a permit now. */
  next(): NextCaller<Item> | undefined {
    const ordinary = this.#nextOrdinary()
    if (ordinary !== undefined) return { of: ordinary, reserved: false }
    const newcomer = this.#nextNewcomer()
    return newcomer === undefined ? undefined : { of: newcomer, reserved: true }
  }

  #nextOrdinary(): WaitingCaller<Item> | undefined {
    const live = this.#nextOf('live')
    const test = this.#nextOf('test')
    const turn = live === undefined || (test !== undefined && this.#liveInARow >= LIVE_IN_A_ROW_MAX) ? test : live
    // Without a turn the count stays: otherwise the sandbox would never have its turn.
    if (turn !== undefined) this.#liveInARow = turn === live && test !== undefined ? this.#liveInARow + 1 : 0
    return turn
  }

  #nextOf(environment: Environment): WaitingCaller<Item> | undefined {
    for (const one of this.#waiting.inOrder(environment)) {
      if (!this.#permits.hasOrdinary(one.caller)) return undefined
      if (!this.#permits.hasAll(one.caller)) return one
    }
    return undefined
  }

  #nextNewcomer(): WaitingCaller<Item> | undefined {
    if (!this.#permits.hasReserved) return undefined
    for (const environment of ['live', 'test'] as const)
      for (const one of this.#waiting.inOrder(environment)) if (this.#permits.hasNone(one.caller)) return one
    return undefined
  }
}
