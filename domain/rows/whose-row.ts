import type { JsonObject } from '../json/json.ts'
import type { KeyMode } from '../tables/keys.ts'
import type { RowIdentity, RowReading } from './identities.ts'
import { isAnotherOfAddress, isAnotherOfHandle } from './another-person.ts'
import type { RowSlot, Slots } from './row-slots.ts'
import {
  CARRIERS_MAX,
  type ComparedRow,
  isRole,
  isWeak,
  judge,
  type Judgement,
  type PersonRecord,
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
  const sent = recordOf(data, identities)
  const isAnother = isAuto ? isOtherOwner : isAnotherOfHandle
  return judge(sent, {
    owners: owners.map(candidate).filter(({ record }) => !isAnother(sent, record)),
    offices: offices.map(candidate),
    carriers: carriers.slice(0, CARRIERS_MAX).map(candidate),
    crowded: carriers.length > CARRIERS_MAX,
  })
}

const candidate = (slot: RowSlot): ComparedRow<RowSlot> => ({
  row: slot,
  record: recordOf(slot.state.data, slot.state.identities),
})

/** Whether an identity that two people share is all that ties a sent row to an owner of it. */
const isOtherOwner = (sent: PersonRecord, owner: PersonRecord): boolean =>
  isAnotherOfHandle(sent, owner) || isAnotherOfAddress(sent, owner)

/**
 * In an `auto` table a row leaves what people share to the row whose key it is, and so the handle of a firm and the
 * second address of another person; a new row without more is numbered.
 */
export const settled = (
  state: RowState,
  slot: RowSlot | undefined,
  { slots, keyMode }: { readonly slots: Slots; readonly keyMode: KeyMode },
): RowState | null =>
  keyMode === 'auto'
    ? (yieldingState(withoutOthers(state, slot, slots), slot?.state.identities ?? [], (one) =>
        slots.isTaken(one, slot),
      ) ?? (slot === undefined ? numberedState(state, (identity) => slots.isTaken(identity, slot)) : null))
    : state

/** A state in which handles and second addresses of other people only find the row. */
function withoutOthers(state: RowState, slot: RowSlot | undefined, slots: Slots): RowState {
  const isOthers = (identity: RowIdentity): boolean =>
    (identity.kind === 'handle' || identity.kind === 'email') &&
    slots
      .ownersOf([identity])
      .some((owner) => owner !== slot && isOtherOwner(recordOf(state.data, state.identities), candidate(owner).record))
  return { ...state, identities: state.identities.map((one) => (isOthers(one) ? { ...one, merges: false } : one)) }
}
