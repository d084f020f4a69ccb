import type { JsonObject } from '../json/json.ts'
import { readRow, type RowIdentity, shownKey } from '../rows/identities.ts'
import { isSame } from '../rows/merge.ts'
import { dataBefore, type MergeParts } from '../rows/row-merge.ts'
import { areOneName, readPersonName } from '../rows/person-name.ts'
import { identityKey, type RowState } from '../rows/state.ts'
import type { KeyMode } from '../tables/keys.ts'
import { hasFormer, isStrong } from './person.ts'

type Named = Pick<RowIdentity, 'kind' | 'value'>

/** Why a row with an identity of an erased person stays. */
export const KEPT_REASONS = ['in_doubt', 'another_person'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]

/** A merge whose parts are known. */
export interface KnownMerge {
  readonly parts: MergeParts
  /** The names of its two parts differ. */
  readonly isOfTwoNames: boolean
  /** Nothing but a phone joined them. */
  readonly isByPhone: boolean
}

/** A row that has an identity of an erased person, or had one, and perhaps another person's too. */
export interface RowToWeigh {
  readonly state: RowState
  readonly keyMode: KeyMode
  /** The oldest first. */
  readonly merges: readonly KnownMerge[]
  /** Identities of the erased person. */
  readonly isTheirs: (identity: Named) => boolean
  /** Mailboxes and numbers that others have too. */
  readonly isShared: (identity: Named) => boolean
}

/** What an erasure makes of such a row. */
export type RowFate =
  | { readonly kind: 'delete' }
  /** `state`: without the parts that name the person; fields that mention them go as in any row. */
  | { readonly kind: 'keep'; readonly reason: KeptReason; readonly state: RowState }
  /** It is no row of the person, though it may mention them. */
  | { readonly kind: 'other' }

/**
 * A row is deleted where all that it holds today is the erased person's: its data name no other person, or it was
 * theirs before another identity replaced theirs, and it has no name that it did not have then. Of a row of two
 * names only the part of the erased person goes, as far as the parts are known.
 */
export function fateOf(row: RowToWeigh): RowFate {
  const { state, keyMode, merges, isTheirs, isShared } = row
  const wasTheirs = merges.some(({ parts }) => hasTheirs(row, parts.before))
  const isOfTwoNames = merges.some((merge) => merge.isOfTwoNames)
  if (!state.identities.some(isTheirs)) {
    if (!wasTheirs) return { kind: 'other' }
    return isOfTwoNames || isNamedSince(row) ? { kind: 'keep', reason: 'in_doubt', state } : { kind: 'delete' }
  }
  if (isOfTwoNames) return { kind: 'keep', reason: 'in_doubt', state: withoutParts(row) }
  const today = readRow(state.data, keyMode).identities.filter((one) => isStrong(one) && !isShared(one))
  if ((wasTheirs && !isNamedSince(row)) || (today.length > 0 && today.every(isTheirs))) return { kind: 'delete' }
  const identities = state.identities.map((one) => ({ ...one, isShared: false }))
  const isDoubtful = hasFormer({ data: state.data, keyMode, identities })
  return { kind: 'keep', reason: isDoubtful ? 'in_doubt' : 'another_person', state }
}

const hasTheirs = ({ keyMode, isTheirs }: RowToWeigh, data: JsonObject): boolean =>
  readRow(data, keyMode).identities.some((one) => isStrong(one) && isTheirs(one))

/**
 * Whether the row has a name today that it did not have when it became the erased person's: a merge by a phone alone
 * brought another person perhaps, before it or with it.
 */
function isNamedSince(row: RowToWeigh): boolean {
  const name = readPersonName(row.state.data)
  const befores: JsonObject[] = []
  for (const { parts } of row.merges.toReversed()) befores.unshift(dataBefore(befores[0] ?? row.state.data, parts))
  const first = befores.findIndex((data) => hasTheirs(row, data))
  const bringing = row.merges[first - 1]
  const became =
    bringing?.isByPhone === true && hasTheirs(row, bringing.parts.sent) ? bringing.parts.sent : befores[first]
  return name !== null && became !== undefined && !areOneName(readPersonName(became), name)
}

const names = ({ keyMode, isTheirs }: RowToWeigh, data: JsonObject): boolean =>
  readRow(data, keyMode).identities.some(isTheirs)

function withoutParts(row: RowToWeigh): RowState {
  const { state, merges } = row
  const theirs = merges.filter(({ parts }) => names(row, parts.sent))
  const first = merges.toReversed().reduce((data, { parts }) => dataBefore(data, parts), state.data)
  if (!names(row, first)) {
    const gained = new Set(theirs.flatMap(({ parts }) => parts.gained.map(identityKey)))
    const data = theirs.toReversed().reduce((held, { parts }) => dataBefore(held, parts), state.data)
    return withData(row, data, (one) => !gained.has(identityKey(one)))
  }
  // The row was theirs before the others came.
  const others = merges.filter((merge) => !theirs.includes(merge))
  const sent = ([field, value]: [string, JsonObject[string]]): boolean =>
    others.some(({ parts }) => Object.hasOwn(parts.sent, field) && isSame(parts.sent[field] ?? null, value))
  return withData(row, Object.fromEntries(Object.entries(state.data).filter(sent)), () => false)
}

/** The row with this data, its identities, and the others that it keeps; unchanged if none of them can be its key. */
function withData({ state, keyMode }: RowToWeigh, data: JsonObject, keeps: (one: RowIdentity) => boolean): RowState {
  const read = new Set(readRow(data, keyMode).identities.map(identityKey))
  const identities = state.identities.filter((one) => read.has(identityKey(one)) || keeps(one))
  const keys = identities.filter(({ merges }) => merges)
  const [best] = keys
  if (best === undefined) return state
  const key = keys.some((one) => shownKey(one) === state.key) ? state.key : shownKey(best)
  return { ...state, data, identities, key }
}
