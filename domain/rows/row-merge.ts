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
  /** The row's data was replaced as a whole. */
  readonly isReplaced: boolean
  readonly join: Join
  /** The row came with the same call. */
  readonly isOfCall: boolean
  readonly before: RowState
  readonly after: RowState
}

/**
 * The merge that a join is; null for an ordinary update, and where nothing changed. Two rows of one call that have a
 * phone together and contradict in any field may be two people, whose names stand in an unknown column.
 */
export function mergeOf({ index, data, isReplaced, join, isOfCall, before, after }: Joined): RowMerge | null {
  if (isSame(before.data, after.data)) return null
  const isOverwritten = Object.keys(data).some(
    (field) => Object.hasOwn(before.data, field) && !isSame(before.data[field] ?? null, after.data[field] ?? null),
  )
  if (!isMerge(join, before.key) && !(isOfCall && isWeak(join.identity) && isOverwritten)) return null
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

/**
 * Takes a merge apart: the sent data becomes a row again, and the fields that it changed get back what they held
 * before, unless a later write has changed them.
 */
export function partsOf(row: RowState, { sent, status, before, gained }: MergeParts, keyMode: KeyMode): Parted {
  const isUntouched = ([field, value]: [string, Json]): boolean =>
    !Object.hasOwn(sent, field) || !isSame(value, sent[field] ?? null)
  const data: JsonObject = Object.fromEntries(Object.entries(row.data).filter(isUntouched))
  for (const [field, value] of Object.entries(before)) if (!Object.hasOwn(data, field)) data[field] = value
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
