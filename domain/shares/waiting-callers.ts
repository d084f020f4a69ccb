import type { Environment } from '../runs/states.ts'
import { type Caller, type Counts, nameOf } from './caller.ts'

/** A caller with the items that wait, in order of arrival. */
export interface WaitingCaller<Item> {
  readonly caller: Caller
  readonly items: Map<string, Item>
}

type ByName<Item> = Readonly<Record<Environment, Map<string, WaitingCaller<Item>>>>

/** The items that wait, by caller. Callers take turns; a caller with as many permits as it may have is skipped. */
export class WaitingCallers<Item> {
  /** The first caller of each map has the next turn. */
  readonly #turns: ByName<Item> = { live: new Map(), test: new Map() }
  /** Callers that have as many permits as a caller may have: they get turns again when one is released. */
  readonly #atMost: ByName<Item> = { live: new Map(), test: new Map() }
  readonly #callerOf = new Map<string, Caller>()
  readonly #counts = { live: 0, test: 0 }

  get counts(): Counts {
    return { ...this.#counts }
  }

  get count(): number {
    return this.#counts.live + this.#counts.test
  }

  has(id: string): boolean {
    return this.#callerOf.has(id)
  }

  of(caller: Caller): WaitingCaller<Item> | undefined {
    const name = nameOf(caller)
    return this.#turns[caller.environment].get(name) ?? this.#atMost[caller.environment].get(name)
  }

  /** The callers that take turns, the next one first. */
  inOrder(environment: Environment): Iterable<WaitingCaller<Item>> {
    return this.#turns[environment].values()
  }

  /** All waiting items, in no order. */
  *items(): Generator<readonly [id: string, item: Item]> {
    for (const callers of [this.#turns.live, this.#turns.test, this.#atMost.live, this.#atMost.test])
      for (const { items } of callers.values()) yield* items
  }

  /** `hasAll`: the caller has as many permits as it may have. */
  add(caller: Caller, id: string, item: Item, hasAll: boolean): void {
    const mine = this.of(caller)
    if (mine === undefined)
      this.#queueOf(hasAll)[caller.environment].set(nameOf(caller), { caller, items: new Map([[id, item]]) })
    else mine.items.set(id, item)
    this.#callerOf.set(id, caller)
    this.#counts[caller.environment] += 1
  }

  remove(id: string): Item | undefined {
    const caller = this.#callerOf.get(id)
    if (caller === undefined) return undefined
    const mine = this.of(caller)
    const item = mine?.items.get(id)
    mine?.items.delete(id)
    if (mine?.items.size === 0)
      for (const callers of [this.#turns, this.#atMost]) callers[caller.environment].delete(nameOf(caller))
    this.#callerOf.delete(id)
    this.#counts[caller.environment] -= 1
    return item
  }

  /** A caller that has had its turn, and still has items, goes behind all others. */
  moveBehind(waiting: WaitingCaller<Item>, hasAll: boolean): void {
    const { caller } = waiting
    const name = nameOf(caller)
    if (this.#turns[caller.environment].delete(name)) this.#queueOf(hasAll)[caller.environment].set(name, waiting)
  }

  /** A caller that had as many permits as it may have takes turns again. */
  resume(caller: Caller): void {
    const name = nameOf(caller)
    const mine = this.#atMost[caller.environment].get(name)
    if (mine === undefined) return
    this.#atMost[caller.environment].delete(name)
    this.#turns[caller.environment].set(name, mine)
  }

  #queueOf(hasAll: boolean): ByName<Item> {
    return hasAll ? this.#atMost : this.#turns
  }
}
