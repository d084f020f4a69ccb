import type { JsonObject } from '../json/json.ts'
import { KIND_OF_FIELD, readRow, type RowIdentity } from './identities.ts'
import { fieldOf, type KeyMode } from '../tables/keys.ts'
import { takenWords } from './conflict-words.ts'
import { keptData } from './merge.ts'
import { decidesPerson } from './person-name.ts'
import { keysOf } from './plan.ts'
import { settled } from './whose-row.ts'
import { type HeldRow, isChanged, nextState, type RowState } from './state.ts'
import { Slots } from './row-slots.ts'

/** A row and its intended state: the entire new data, status and time. */
export interface RowChange {
  readonly held: HeldRow
  readonly data: JsonObject
  readonly status: string | null
  readonly nextAt: Date | null
}

export type ChangedRow =
  | { readonly kind: 'updated' | 'unchanged'; readonly held: HeldRow; readonly state: RowState }
  /** A changed value is an identity of another row; nothing is written. */
  | { readonly kind: 'conflict'; readonly held: HeldRow; readonly keys: readonly string[]; readonly reason: string }
  | { readonly kind: 'refused'; readonly held: HeldRow; readonly reason: string }

export interface ChangesToPlan {
  readonly keyMode: KeyMode
  readonly changes: readonly RowChange[]
  /** Other rows that already have an identity of the new data. */
  readonly others: readonly HeldRow[]
}

/**
 * Decides changes of known rows (Spec 4.7, update), one after the other, and yields after each. Removing a field
 * removes its identities.
 */
export function* planningChanges({ keyMode, changes, others }: ChangesToPlan): Generator<void, ChangedRow[]> {
  const slots = yield* Slots.holding([...changes.map(({ held }) => held), ...others])
  const planOf = ({ held, ...change }: RowChange): ChangedRow => {
    const data = keptData(change.data)
    const next = nextState({
      ...change,
      data,
      reading: readRow(data, keyMode),
      earlier: keptIdentities(held, data, keyMode),
      key: held.key,
    })
    if (next.kind === 'refused') return { kind: 'refused', held, reason: next.reason }
    const slot = slots.of(held)
    const state = settled(next.state, slot, { slots, keyMode })
    const owners = slots.ownersOf((state ?? next.state).identities).filter((other) => other !== slot)
    if (state === null || owners.length > 0) {
      const keys = keysOf(slot === undefined ? owners : [slot, ...owners])
      return { kind: 'conflict', held, keys, reason: takenWords((state ?? next.state).identities, owners) }
    }
    slots.settle(slot, state)
    return { kind: isChanged(held, state) ? 'updated' : 'unchanged', held, state }
  }
  const planned: ChangedRow[] = []
  for (const change of changes) {
    planned.push(planOf(change))
    yield
  }
  return planned
}

/**
 * The merging identities in a change's new data: the rows that already have one of them are needed to decide the
 * change.
 */
export const identitiesOfChange = (change: RowChange, keyMode: KeyMode): readonly RowIdentity[] =>
  readRow(keptData(change.data), keyMode).identities.filter(({ merges }) => merges)

/** Whether a change of these fields can change the identities of a row: then its table must be locked first. */
export const mayChangeIdentities = (fields: readonly string[], keyMode: KeyMode): boolean =>
  fields.some((field) => KIND_OF_FIELD.has(field) || decidesPerson(field) || field === fieldOf(keyMode))

function keptIdentities(held: HeldRow, data: JsonObject, keyMode: KeyMode): RowIdentity[] {
  const removed = Object.keys(held.data).filter((field) => !Object.hasOwn(data, field))
  const kinds = new Set(removed.map((field) => KIND_OF_FIELD.get(field)))
  if (removed.some((field) => field === fieldOf(keyMode))) kinds.add('field')
  return held.identities.filter(({ kind }) => !kinds.has(kind))
}
