import type { Json, JsonObject } from '../json/json.ts'
import { readRow, type RowIdentity } from './identities.ts'
import type { KeyMode } from '../tables/keys.ts'
import { isSame } from './merge.ts'
import { isMerge, reasonOf, shownIdentity } from './joins.ts'
import { isWeak, type Join } from './same-person.ts'
import { identityKey, nextState, type NextState, type RowState } from './state.ts'

/** The newest merges of a row whose parts are kept, so that they can be undone: more than one person causes. */
export const MERGES_KEPT = 10

/** A sent row that went into a row of the table, with what is needed to take it out again. */
export interface RowMerge {
  /** The position of the sent row in its call. */
  readonly index: number
  readonly kind: RowIdentity['kind']
  /** The identity that both have, as the API shows it. */
  readonly identity: string
  readonly reason: string
  readonly parts: MergeParts
}

/** The parts of a merge. */
export interface MergeParts {
  /** The data that was sent. */
  readonly sent: JsonObject
  readonly status: string | null
  /** What the row held in the fields of that data; all that it held if that was replaced. */
  readonly before: JsonObject
  /** The identities that the row got by it. */
  readonly gained: readonly RowIdentity[]
}

interface Joined {
  readonly index: number
  /** The data of the sent row. */
  readonly data: JsonObject
  /** The row's data was replaced entirely. */
  readonly isReplaced: boolean
  readonly join: Join
  /** The row came with the same call. */
  readonly isOfCall: boolean
  readonly before: RowState
  readonly after: RowState
}

/**
 * The merge that a join is; null for an ordinary update, and where nothing changed. Two rows of one call that have a
 * phone together and contradict in any field may be two people, whose names are in an unknown column.
 */
export function mergeOf({ index, data, isReplaced, join, isOfCall, before, after }: Joined): RowMerge | null {
  const isOverwritten = (field: string): boolean =>
    Object.hasOwn(before.data, field) && !isSame(before.data[field] ?? null, after.data[field] ?? null)
  const contradicts = (): boolean => isOfCall && isWeak(join.identity) && Object.keys(data).some(isOverwritten)
  if (!(isMerge(join, before.key) || contradicts()) || isSame(before.data, after.data)) return null
  const held = new Set(before.identities.map(identityKey))
  return {
    index,
    kind: join.identity.kind,
    identity: shownIdentity(join),
    reason: reasonOf(join),
    parts: {
      sent: data,
      status: after.status,
      before: isReplaced
        ? before.data
        : Object.fromEntries(Object.entries(before.data).filter(([field]) => Object.hasOwn(data, field))),
      gained: after.identities.filter((identity) => !held.has(identityKey(identity))),
    },
  }
}

/** The two rows that a merge is taken apart into. */
export interface Parted {
  /** The row without the part. */
  readonly rest: NextState
  /** The part, as a separate row. */
  readonly part: NextState
}

/** Fields that a merge has changed get back what they held before, unless a later write has changed them. */
export function dataBefore(data: JsonObject, { sent, before }: Pick<MergeParts, 'sent' | 'before'>): JsonObject {
  const isUntouched = ([field, value]: [string, Json]): boolean =>
    !Object.hasOwn(sent, field) || !isSame(value, sent[field] ?? null)
  return { ...before, ...Object.fromEntries(Object.entries(data).filter(isUntouched)) }
}

/** Takes a merge apart: the sent data becomes a row again, and the row gets back what it held before. */
export function partsOf(row: RowState, { sent, status, before, gained }: MergeParts, keyMode: KeyMode): Parted {
  const data = dataBefore(row.data, { sent, before })
  const lost = new Set(gained.map(identityKey))
  return {
    rest: nextState({
      data,
      reading: readRow(data, keyMode),
      earlier: row.identities.filter((identity) => !lost.has(identityKey(identity))),
      key: row.key,
      status: row.status,
      nextAt: row.nextAt,
    }),
    part: nextState({ data: sent, reading: readRow(sent, keyMode), earlier: [], key: null, status, nextAt: null }),
  }
}
