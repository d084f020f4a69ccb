import type { JsonObject } from '../json/json.ts'
import type { KeyMode } from '../tables/keys.ts'
import type { RowIdentity, RowReading } from './identities.ts'
import type { RowSlot, Slots } from './row-slots.ts'
import {
  CARRIERS_MAX,
  type ComparedRow,
  isAnotherOfHandle,
  isRole,
  isWeak,
  judge,
  type Judgement,
  recordOf,
} from './same-person.ts'
import { numberedState, type RowState, yieldingState } from './state.ts'

/** Whose row a sent row is. In a table with its own key, that key alone decides. */
export function judgeRow(
  { data, reading }: { readonly data: JsonObject; readonly reading: RowReading },
  keyMode: KeyMode,
  slots: Slots,
): Judgement<RowSlot> {
  const { identities } = reading
  const isAuto = keyMode === 'auto'
  const owners = slots.ownersOf(isAuto ? identities.filter((one) => !isWeak(one) && !isRole(one)) : identities)
  const offices = isAuto ? slots.ownersOf(identities.filter(isRole)) : []
  const carriers = isAuto ? slots.carriersOf(identities) : []
  return judge(recordOf(data, identities), {
    owners: owners.map(candidate),
    offices: offices.map(candidate),
    carriers: carriers.slice(0, CARRIERS_MAX).map(candidate),
    crowded: carriers.length > CARRIERS_MAX,
  })
}

const candidate = (slot: RowSlot): ComparedRow<RowSlot> => ({
  row: slot,
  record: recordOf(slot.state.data, slot.state.identities),
})

/**
 * In an `auto` table a row leaves what people share to the row whose key it is, and so the handle of a firm; a new row
 * without more is numbered.
 */
export const settled = (
  state: RowState,
  slot: RowSlot | undefined,
  { slots, keyMode }: { readonly slots: Slots; readonly keyMode: KeyMode },
): RowState | null =>
  keyMode === 'auto'
    ? (yieldingState(withoutHandles(state, slot, slots), slot?.state.identities ?? [], (one) =>
        slots.isTaken(one, slot),
      ) ?? (slot === undefined ? numberedState(state, (identity) => slots.isTaken(identity, slot)) : null))
    : state

/** A state in which handles of other people only find the row. */
function withoutHandles(state: RowState, slot: RowSlot | undefined, slots: Slots): RowState {
  const isFirms = (identity: RowIdentity): boolean =>
    identity.kind === 'handle' &&
    slots
      .ownersOf([identity])
      .some(
        (owner) => owner !== slot && isAnotherOfHandle(recordOf(state.data, state.identities), candidate(owner).record),
      )
  return { ...state, identities: state.identities.map((one) => (isFirms(one) ? { ...one, merges: false } : one)) }
}
