import type { RowIdentity } from './identities.ts'
import { CARRIERS_MAX, mayBeShared } from './same-person.ts'
import { type HeldRow, identityKey, type RowState } from './state.ts'

/** A row of the table while a call is being decided. */
export interface RowSlot {
  /** null: the call has created it. */
  readonly held: HeldRow | null
  readonly state: RowState
}

interface KeySlot {
  held: HeldRow | null
  state: RowState
}

/** Which row has each merging identity, as the rows of a call are decided one after the other. */
export class Slots {
  readonly #owners = new Map<string, KeySlot>()
  readonly #carriers = new Map<string, Set<KeySlot>>()
  readonly #byHeld = new Map<HeldRow, KeySlot>()
  readonly #all = new Map<RowSlot, KeySlot>();

  /** Starts with the stored rows of the table. It yields after each: a file may name fifty thousand. */
  static *holding(held: Iterable<HeldRow>): Generator<void, Slots> {
    const slots = new Slots()
    for (const row of held) {
      slots.#own({ held: row, state: row })
      yield
    }
    return slots
  }

  /** The different rows that have one of these identities as a merging one. */
  ownersOf(identities: readonly RowIdentity[]): RowSlot[] {
    const found = identities.flatMap((identity) => {
      const owner = identity.merges ? this.#owners.get(identityKey(identity)) : undefined
      return owner === undefined ? [] : [owner]
    })
    return [...new Set(found)]
  }

  /** The different rows with one of these phones or addresses of an office, at most one more than are compared. */
  carriersOf(identities: readonly RowIdentity[]): RowSlot[] {
    const found = new Set<RowSlot>()
    for (const identity of identities) {
      if (!mayBeShared(identity)) continue
      for (const carrier of this.#carriers.get(identityKey(identity)) ?? []) {
        if (found.size > CARRIERS_MAX) return [...found]
        found.add(carrier)
      }
    }
    return [...found]
  }

  /** Whether another row merges by this identity. */
  isTaken(identity: RowIdentity, slot: RowSlot | undefined): boolean {
    const owner = this.#owners.get(identityKey(identity))
    return owner !== undefined && owner !== slot
  }

  /** The slot of a held row, if it has one. */
  of(held: HeldRow): RowSlot | undefined {
    return this.#byHeld.get(held)
  }

  /** Gives a row its new state and identities; without a row, creates one. */
  settle(slot: RowSlot | undefined, state: RowState): RowSlot {
    const place = slot === undefined ? undefined : this.#all.get(slot)
    if (place === undefined) return this.#own({ held: null, state })
    for (const identity of place.state.identities) {
      const key = identityKey(identity)
      if (this.#owners.get(key) === place) this.#owners.delete(key)
      this.#carriers.get(key)?.delete(place)
    }
    place.state = state
    this.#enter(place)
    return place
  }

  #own(place: KeySlot): KeySlot {
    this.#all.set(place, place)
    if (place.held !== null) this.#byHeld.set(place.held, place)
    this.#enter(place)
    return place
  }

  #enter(place: KeySlot): void {
    for (const identity of place.state.identities) {
      const key = identityKey(identity)
      if (identity.merges) this.#owners.set(key, place)
      if (!mayBeShared(identity)) continue
      const carriers = this.#carriers.get(key)
      if (carriers === undefined) this.#carriers.set(key, new Set([place]))
      else carriers.add(place)
    }
  }
}
