import type { KeyMode } from '../tables/keys.ts'
import type { RowIdentity } from './identities.ts'
import { type MergeParts, partsOf } from './row-merge.ts'
import { type HeldRow, identityKey, numberedState, type RowState, yieldingState } from './state.ts'

export interface MergeToUndo {
  readonly held: HeldRow
  readonly parts: MergeParts
  /** Other rows of the table that merge by an identity of the row. */
  readonly others: readonly HeldRow[]
  readonly keyMode: KeyMode
}

export type UnmergePlan =
  | { readonly kind: 'parted'; readonly rest: RowState; readonly part: RowState }
  | { readonly kind: 'impossible'; readonly reason: string }

/**
 * The two rows that a merge is taken apart into. What both have stays an identity of the row, and only finds the part:
 * without another identity, the part gets a numbered key. In a table with its own key it would be the same row.
 */
export function planUnmerge({ held, parts, others, keyMode }: MergeToUndo): UnmergePlan {
  const { rest, part } = partsOf(held, parts, keyMode)
  if (rest.kind === 'refused') return impossible(`the row without the part ${rest.reason}`)
  if (part.kind === 'refused') return impossible(`the part ${part.reason}`)
  const taken = mergingKeys(others.flatMap(({ identities }) => identities))
  const row = yieldingState(rest.state, rest.state.identities.map(carried), (one) => taken.has(identityKey(one)))
  if (row === null)
    return impossible('the row without the part would have no key, because all that it has is the key of other rows')
  const ofRow = new Set([...taken, ...mergingKeys(row.identities)])
  const isTaken = (one: RowIdentity): boolean => ofRow.has(identityKey(one))
  const own =
    yieldingState(part.state, part.state.identities.map(carried), isTaken) ??
    (keyMode === 'auto' ? numberedState(part.state, isTaken) : null)
  if (own === null || own.key === row.key)
    return impossible(
      `the part has no identity but those of the row \`${row.key}\`, and would be the same row again. Write the other person as a new row with a key of their own, and correct the values of this row with an update`,
    )
  return { kind: 'parted', rest: row, part: own }
}

const carried = (identity: RowIdentity): RowIdentity => ({ ...identity, merges: false })

const mergingKeys = (identities: readonly RowIdentity[]): Set<string> =>
  new Set(identities.filter(({ merges }) => merges).map(identityKey))

const impossible = (reason: string): UnmergePlan => ({ kind: 'impossible', reason })
