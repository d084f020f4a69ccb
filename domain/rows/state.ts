import type { JsonObject } from '../json/json.ts'
import { type RowIdentity, type RowReading, shownKey } from './identities.ts'
import { fitData, isSame, TOO_MUCH_DATA } from './merge.ts'
import { mayBeShared } from './same-person.ts'

/** The state of a row. */
export interface RowState {
  readonly key: string
  readonly data: JsonObject
  readonly status: string | null
  readonly nextAt: Date | null
  /** The identities of its data, and earlier ones by which it is still found. */
  readonly identities: readonly RowIdentity[]
}

/** A row as it is stored in its table. */
export interface HeldRow extends RowState {
  readonly id: bigint
}

export interface RowCandidate {
  readonly data: JsonObject
  /** The reading of that data. */
  readonly reading: RowReading
  /** Earlier identities that the row keeps: a replaced address still finds, merges and suppresses. */
  readonly earlier: readonly RowIdentity[]
  /** The key that the row keeps when its data no longer names anyone, as long as it has that identity. */
  readonly key: string | null
  readonly status: string | null
  readonly nextAt: Date | null
}

export type NextState =
  | { readonly kind: 'next'; readonly state: RowState }
  | { readonly kind: 'refused'; readonly reason: string }

/** More identities than one person has: a shared number or handle has merged several people. */
export const IDENTITIES_MAX = 100

/**
 * A row's entire new state, or the reason to refuse it: the data must fit and have a key, and the row must not have too
 * many identities.
 */
export function nextState({ data, reading, earlier, key, status, nextAt }: RowCandidate): NextState {
  const fitting = fitData(data)
  if (fitting === null) return { kind: 'refused', reason: TOO_MUCH_DATA }
  const identities = withEarlier(reading.identities, earlier)
  if (identities.length > IDENTITIES_MAX) {
    return {
      kind: 'refused',
      reason: `would give one row more than ${IDENTITIES_MAX} identities. Several people may share one of them`,
    }
  }
  const shown = reading.key ?? (earlier.some((identity) => isKeyOf(identity, key)) ? key : null)
  return shown === null
    ? { kind: 'refused', reason: 'would leave the row without an identity for the key of the table' }
    : { kind: 'next', state: { key: shown, data: fitting, status, nextAt, identities } }
}

/**
 * The state in which a row leaves identities to the rows that merge by them: what people share, and what the row only
 * carried so far. It also leaves a key that it does not merge by: that is the key of another row. null: no identity
 * would be left for its key.
 */
export function yieldingState(
  state: RowState,
  held: readonly RowIdentity[],
  isTaken: (identity: RowIdentity) => boolean,
): RowState | null {
  const yields = (identity: RowIdentity): boolean =>
    identity.merges &&
    (mayBeShared(identity) || held.some((one) => !one.merges && identityKey(one) === identityKey(identity))) &&
    isTaken(identity)
  const isKeyOfOther = state.identities.some((one) => !one.merges && shownKey(one) === state.key)
  if (!isKeyOfOther && !state.identities.some(yields)) return state
  const identities = state.identities.map((one) => (yields(one) ? { ...one, merges: false } : one))
  if (identities.some((one) => one.merges && shownKey(one) === state.key)) return { ...state, identities }
  const [next] = identities.filter(({ merges }) => merges)
  return next === undefined ? null : { ...state, identities, key: shownKey(next) }
}

/**
 * The state of a row whose identities all name other rows: its key is what people may share with the next free number,
 * as of a second file of one name: `+15550100123 (2)`. null: it has nothing that people share.
 */
export function numberedState(state: RowState, isTaken: (identity: RowIdentity) => boolean): RowState | null {
  const shared = state.identities.find(mayBeShared)
  if (shared === undefined) return null
  const identities = state.identities.map((one) => (one.merges && isTaken(one) ? { ...one, merges: false } : one))
  for (let number = 2; ; number += 1) {
    const key = `${shownKey(shared)} (${number})`
    const own: RowIdentity = { kind: 'field', value: key, merges: true }
    if (!isTaken(own)) return { ...state, key, identities: [...identities, own] }
  }
}

/**
 * The identities that a numbered row keeps, though they are not in its data: the number, and what it numbers, by which
 * the next number is found.
 */
export const numbering = ({ key, identities }: RowState): RowIdentity[] => {
  const number = identities.find(({ kind, value }) => kind === 'field' && value === key)
  return number === undefined ? [] : identities.filter((one) => one === number || key.startsWith(`${shownKey(one)} (`))
}

/** Whether this identity is the row's key: no other row can have the key while this row has the identity. */
const isKeyOf = (identity: RowIdentity, key: string | null): boolean =>
  identity.merges && (identity.kind === 'field' || shownKey(identity) === key)

/** One text for the keys of maps: kinds have no space. */
export const identityKey = ({ kind, value }: Pick<RowIdentity, 'kind' | 'value'>): string => `${kind} ${value}`

function withEarlier(now: readonly RowIdentity[], earlier: readonly RowIdentity[]): RowIdentity[] {
  // A phone merges only as the key: a row that has an email or a profile leaves its phones to others.
  const isKeyed = now.some(({ kind, merges }) => merges && (kind === 'email' || kind === 'linkedin'))
  const all = new Map(earlier.map((identity) => [identityKey(identity), identity]))
  for (const identity of now) {
    const merges = identity.merges || all.get(identityKey(identity))?.merges === true
    all.set(identityKey(identity), { ...identity, merges })
  }
  return [...all.values()].map((one) => (isKeyed && one.kind === 'phone' ? { ...one, merges: false } : one))
}

/** Whether a row's new state differs from what is held. */
export const isChanged = (held: RowState, state: RowState): boolean =>
  held.key !== state.key ||
  held.status !== state.status ||
  held.nextAt?.getTime() !== state.nextAt?.getTime() ||
  !sameIdentities(held.identities, state.identities) ||
  !isSame(held.data, state.data)

function sameIdentities(left: readonly RowIdentity[], right: readonly RowIdentity[]): boolean {
  const identities = new Map(left.map((identity) => [identityKey(identity), identity.merges]))
  return (
    identities.size === right.length &&
    right.every((identity) => identities.get(identityKey(identity)) === identity.merges)
  )
}

/** The changes of a row's identities; one that begins to merge is both lost and gained. */
export function identityChanges(
  held: RowState | null,
  state: RowState,
): { gained: RowIdentity[]; lost: RowIdentity[] } {
  const before = held?.identities ?? []
  const missing = (of: readonly RowIdentity[], among: readonly RowIdentity[]): RowIdentity[] => {
    const known = new Map(among.map((identity) => [identityKey(identity), identity.merges]))
    return of.filter((identity) => known.get(identityKey(identity)) !== identity.merges)
  }
  return { gained: missing(state.identities, before), lost: missing(before, state.identities) }
}
