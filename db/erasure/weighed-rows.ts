import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import { fateOf, type KnownMerge, type RowFate } from '../../domain/erasures/row-fate.ts'
import type { HeldRow } from '../../domain/rows/state.ts'
import type { KeyMode } from '../../domain/tables/keys.ts'
import type { Queries } from '../database.ts'
import { HELD_COLUMNS } from '../tables/rows/rows.ts'
import { statement } from '../statement.ts'
import { OF_TWO_NAMES } from './names.ts'

/** The identities of a person, and those of their rows that others have too: kinds, and values in the same order. */
export type PersonNames = {
  readonly kinds: readonly string[]
  readonly names: readonly string[]
  readonly sharedKinds: readonly string[]
  readonly sharedNames: readonly string[]
}

/** Addresses of one mailbox are one person's. */
export const IS_NAMED = `(i.kind, compared_value_v1(i.kind, i.value)) in (
          select kind, compared_value_v1(kind, value)
          from unnest(:kinds::text[], :names::text[]) as n (kind, value))`
const IS_SHARED = `(i.kind, i.value) in (
          select kind, value from unnest(:sharedKinds::text[], :sharedNames::text[]) as n (kind, value))`
/** An email, profile or handle that is not the erased person's: the row is another person's too. */
export const OF_ANOTHER = `(i.kind in ('email', 'handle') or (i.kind = 'linkedin' and i.value like 'in/%'))
          and not ${IS_NAMED} and not ${IS_SHARED}`
export const OTHER_KEY = `i.merges and i.kind <> 'field' and not ${IS_NAMED} and not ${IS_SHARED}`

/** The person's rows, and rows with an identity of theirs and one of another person. */
interface WeighedRow {
  readonly row: HeldRow
  readonly fate: RowFate
}

export const READ_WEIGHED = statement<
  { ids: readonly string[] },
  HeldRow & { keyMode: KeyMode; mergeParts: readonly KnownMerge[] }
>({
  name: 'read_weighed_rows',
  effect: false,
  text: `select ${HELD_COLUMNS}, t.key_mode as "keyMode", coalesce((
      select json_agg(json_build_object('parts', m.parts, 'isOfTwoNames', ${OF_TWO_NAMES},
        'isByPhone', m.kind = 'phone') order by m.number)
      from row_merge m where m.row_id = r.id), '[]') as "mergeParts"
    from table_row r join workspace_table t on t.id = r.table_id where r.id = any(:ids::bigint[]) order by r.id`,
})

const comparedKey = ({ kind, value }: { readonly kind: string; readonly value: string }): string =>
  `${kind} ${kind === 'email' ? mailboxOf(value) : value}`

/** What an erasure makes of rows that are not the person's alone: the preview and the erasure judge by this. */
export async function weighRows(
  queries: Queries,
  { kinds, names, sharedKinds, sharedNames }: PersonNames,
  ids: readonly string[],
): Promise<WeighedRow[]> {
  if (ids.length === 0) return []
  const keysOf = (of: readonly string[], values: readonly string[]) =>
    new Set(of.map((kind, at) => comparedKey({ kind, value: values[at] ?? '' })))
  const [own, shared] = [keysOf(kinds, names), keysOf(sharedKinds, sharedNames)]
  const rows = await queries.query(READ_WEIGHED, { ids })
  return rows.map(({ keyMode, mergeParts, ...row }) => ({
    row,
    fate: fateOf({
      state: row,
      keyMode,
      merges: mergeParts,
      isTheirs: (one) => own.has(comparedKey(one)),
      isShared: (one) => shared.has(comparedKey(one)),
    }),
  }))
}
