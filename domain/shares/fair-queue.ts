import type { Environment } from '../runs/states.ts'

/** The caller that wants a place: a workspace in an environment, or a client address. */
export interface Caller {
  readonly key: string
  readonly environment: Environment
}

export interface QueueLimits {
  /** How many places there are. */
  readonly places: number
  /** How many of them one caller has at once; the default is all that its environment may have. */
  readonly placesOfCaller?: number
  /** How many requests wait for a place. */
  readonly waitingMax: number
  /** How many of them may be one caller's. */
  readonly waitingOfCallerMax: number
  /** How many of each caller a full queue still takes; 0: `waitingMax` is exact. The default is ten. */
  readonly waitingOfCallerInFull?: number
}

/** A place that is taken; it is given back once. */
export interface Permit {
  readonly caller: Caller
  /** Whether it is the place that is kept for callers that have none. */
  readonly reserved: boolean
}

export type Offered =
  | { readonly kind: 'now'; readonly place: Permit }
  | { readonly kind: 'waits' }
  | { readonly kind: 'full' }

/** An item that had to wait, and has its place now. */
export interface Admitted<Item> {
  readonly item: Item
  readonly place: Permit
}

/** Counts by environment. */
export type Counts = Readonly<Record<Environment, number>>

/**
 * Gives out places so that no caller keeps another one waiting for more than its turn. The sandbox never takes all of
 * the free places (`roomsOf`), and one place is kept for a caller that has none. While there are other callers, a
 * caller has at most half of what it may have alone: its work under way slows down theirs. Waiting callers take turns:
 * live before the sandbox, which has every fourth turn, and in each environment one item of every caller before the
 * second of any.
 */
export interface FairQueue<Item> {
  /**
   * Takes a place, or a turn in the queue. `full`: neither is left; an item that `mustWait` never gets this answer.
   * `id` is unique among the waiting items.
   */
  offer(caller: Caller, id: string, item: Item, how?: { readonly mustWait: boolean }): Offered
  /** Gives a place back, and returns the items that have a place now. */
  release(place: Permit): readonly Admitted<Item>[]
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
/** Another caller counts as present for this long after its last request. */
const OTHERS_MS = 1_000
/** Keeps the backlog of others from turning away a caller that has hardly any. */
const WAITING_OF_CALLER_IN_FULL = 10

/** How many places only live may take, and how many only a caller that has none. Few places are not divided further. */
export const roomsOf = (places: number): { readonly live: number; readonly newcomers: number } => ({
  live: places < 2 ? 0 : Math.ceil(places / 4),
  newcomers: places < 3 ? 0 : 1,
})

type Turns<Item> = Readonly<Record<Environment, Map<string, Waiting<Item>>>>

interface Waiting<Item> {
  readonly caller: Caller
  /** In order of arrival. */
  readonly items: Map<string, Item>
}

/** `now`: milliseconds of a clock that never goes back. */
export function createFairQueue<Item>(limits: QueueLimits, now: () => number): FairQueue<Item> {
  const {
    places,
    placesOfCaller = places,
    waitingMax,
    waitingOfCallerMax,
    waitingOfCallerInFull = WAITING_OF_CALLER_IN_FULL,
  } = limits
  const rooms = roomsOf(places)
  const ordinaryMax = { live: places - rooms.newcomers, test: places - rooms.newcomers - rooms.live }
  const ordinary = { live: 0, test: 0 }
  const taken = { live: 0, test: 0 }
  const count = { live: 0, test: 0 }
  let reservedTaken = 0
  let liveInARow = 0
  /** How many places each caller has. */
  const held = new Map<string, number>()
  const callerOf = new Map<string, Caller>()
  /** The first caller of each map has the next turn. */
  const turns: Turns<Item> = { live: new Map(), test: new Map() }
  /** Callers that have as many places as a caller may have: they get turns again when one is given back. */
  const atMost: Turns<Item> = { live: new Map(), test: new Map() }

  const waitingOf = (caller: Caller): Waiting<Item> | undefined =>
    turns[caller.environment].get(nameOf(caller)) ?? atMost[caller.environment].get(nameOf(caller))
  const others = createOthers(now)
  const placesBesideOthers = Math.max(1, Math.floor(Math.min(placesOfCaller, places) / 2))
  function hasAll(caller: Caller): boolean {
    const name = nameOf(caller)
    const mine = held.get(name) ?? 0
    return mine >= placesOfCaller || (mine >= placesBesideOthers && others.areThere(name))
  }

  const hasOrdinary = (environment: Environment): boolean =>
    ordinary.live + ordinary.test < ordinaryMax.live && (environment === 'live' || ordinary.test < ordinaryMax.test)
  const hasReserved = (caller: Caller): boolean => reservedTaken < rooms.newcomers && !held.has(nameOf(caller))

  function take(caller: Caller, reserved: boolean): Permit {
    const name = nameOf(caller)
    held.set(name, (held.get(name) ?? 0) + 1)
    taken[caller.environment] += 1
    if (reserved) reservedTaken += 1
    else ordinary[caller.environment] += 1
    return { caller, reserved }
  }

  function giveBack({ caller, reserved }: Permit): void {
    const name = nameOf(caller)
    const left = (held.get(name) ?? 1) - 1
    if (left === 0) held.delete(name)
    else held.set(name, left)
    taken[caller.environment] -= 1
    if (reserved) reservedTaken -= 1
    else ordinary[caller.environment] -= 1
    const mine = atMost[caller.environment].get(name)
    if (mine === undefined) return
    atMost[caller.environment].delete(name)
    turns[caller.environment].set(name, mine)
  }

  /** Admits the caller's oldest item; a caller with more items goes behind all others. */
  function admit({ caller, items }: Waiting<Item>, reserved: boolean): Admitted<Item> {
    const [first] = items
    if (first === undefined) throw new Error('a caller without waiting work cannot get a permit')
    const [id, item] = first
    leave(id)
    const place = take(caller, reserved)
    const name = nameOf(caller)
    if (turns[caller.environment].delete(name))
      (hasAll(caller) ? atMost : turns)[caller.environment].set(name, { caller, items })
    return { item, place }
  }

  function leave(id: string): Item | undefined {
    const caller = callerOf.get(id)
    if (caller === undefined) return undefined
    const mine = waitingOf(caller)
    const item = mine?.items.get(id)
    mine?.items.delete(id)
    if (mine?.items.size === 0) for (const queue of [turns, atMost]) queue[caller.environment].delete(nameOf(caller))
    callerOf.delete(id)
    count[caller.environment] -= 1
    return item
  }

  function nextOf(environment: Environment): Waiting<Item> | undefined {
    for (const one of turns[environment].values()) if (!hasAll(one.caller)) return one
    return undefined
  }

  /** The caller whose turn it is, or undefined: no waiting caller may have a place now. */
  function nextOrdinary(): Waiting<Item> | undefined {
    const live = hasOrdinary('live') ? nextOf('live') : undefined
    const test = hasOrdinary('test') ? nextOf('test') : undefined
    const turn = live === undefined || (test !== undefined && liveInARow >= LIVE_IN_A_ROW_MAX) ? test : live
    // Without a turn the count stays: otherwise the sandbox would never have its turn.
    if (turn !== undefined) liveInARow = turn === live && test !== undefined ? liveInARow + 1 : 0
    return turn
  }

  function nextNewcomer(): Waiting<Item> | undefined {
    if (reservedTaken >= rooms.newcomers) return undefined
    for (const queue of [turns.live, turns.test])
      for (const one of queue.values()) if (hasReserved(one.caller)) return one
    return undefined
  }

  function admitAll(): Admitted<Item>[] {
    const admitted: Admitted<Item>[] = []
    for (;;) {
      const turn = nextOrdinary()
      const newcomer = turn === undefined ? nextNewcomer() : undefined
      const next = turn ?? newcomer
      if (next === undefined) return admitted
      admitted.push(admit(next, turn === undefined))
    }
  }

  function hasRoomToWait(mine: number): boolean {
    if (mine >= waitingOfCallerMax) return false
    return count.live + count.test < waitingMax || mine < waitingOfCallerInFull
  }

  return {
    offer(caller, id, item, { mustWait } = { mustWait: false }) {
      others.seen(nameOf(caller))
      const mine = waitingOf(caller)
      if (mine === undefined && !hasAll(caller)) {
        // A caller that already waits may not have the free places: it would have got them already.
        if (hasOrdinary(caller.environment)) return { kind: 'now', place: take(caller, false) }
        if (hasReserved(caller)) return { kind: 'now', place: take(caller, true) }
      }
      if (!mustWait && !hasRoomToWait(mine?.items.size ?? 0)) return { kind: 'full' }
      if (mine === undefined)
        (hasAll(caller) ? atMost : turns)[caller.environment].set(nameOf(caller), {
          caller,
          items: new Map([[id, item]]),
        })
      else mine.items.set(id, item)
      callerOf.set(id, caller)
      count[caller.environment] += 1
      return { kind: 'waits' }
    },
    release(place) {
      giveBack(place)
      return admitAll()
    },
    remove: leave,
    waits: (id) => callerOf.has(id),
    *waiting() {
      for (const queue of [turns.live, turns.test, atMost.live, atMost.test])
        for (const { items } of queue.values()) yield* items
    },
    get waitingCount() {
      return count.live + count.test
    },
    get counts() {
      return { waiting: { ...count }, taken: { ...taken } }
    },
  }
}

/** Keeps the two callers that were seen last: so for any caller it is known when another one was seen. */
function createOthers(now: () => number): { seen(name: string): void; areThere(name: string): boolean } {
  let last = { name: '', at: Number.NEGATIVE_INFINITY }
  let before = last
  return {
    seen(name) {
      if (last.name !== name) before = last
      last = { name, at: now() }
    },
    areThere: (name) => now() - (last.name === name ? before : last).at < OTHERS_MS,
  }
}

/** A workspace in the sandbox is another caller than the same workspace live. */
const nameOf = ({ key, environment }: Caller): string => `${environment} ${key}`
