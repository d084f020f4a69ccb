import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import {
  type Batch,
  type BatchValues,
  erasedError,
  type ErasedBatch,
  mentions,
  NEXT_CURSOR,
  oneParent,
  onlyRow,
  SIZED_BATCH,
} from './batch.ts'

type Names = { readonly kinds: readonly string[]; readonly names: readonly string[] }

/** A workspace has few watches. The input or the metadata of one names the person, or its runs were about them. */
export const ERASE_WATCHES = statement<
  Names & { workspaceId: string; environment: string; pattern: string; requestedAt: string },
  { id: string }
>({
  name: 'erase_watches',
  effect: 'within',
  text: `delete from watch w where w.workspace_id = :workspaceId and w.environment = :environment
      and w.created_at < :requestedAt::timestamptz
      and (${mentions('w.input::text, w.raw_request::text, w.landing::text, w.metadata::text')} or exists (
        select from watch_refresh f join run_subject s on s.run_id = f.run_id and s.place = 'input'
          and s.workspace_id = w.workspace_id and s.environment = w.environment
        join unnest(:kinds::text[], :names::text[]) as n (kind, value) on s.kind = n.kind and s.value = n.value
        where f.watch_id = w.id))
    returning w.id`,
})

/** Watches for the person: they would fetch what is erased again. */
export async function eraseWatches(
  tx: Queries,
  { values: { workspaceId, environment, pattern }, kinds, names, requestedAt }: Batch,
): Promise<ErasedBatch> {
  const gone = await tx.query(ERASE_WATCHES, { workspaceId, environment, pattern, kinds, names, requestedAt })
  return { after: null, erased: { watches: gone.length }, watches: gone.map(({ id }) => id) }
}

type ChildValues = Omit<BatchValues, 'upTo'> & { bytes: number; firstRunAfter: string | null }

/** A record keeps its hashes, so the next refresh does not report it as new. */
export const ERASE_RECORDS = statement<ChildValues, { after: string | null; records: number }>({
  name: 'erase_watch_records',
  effect: 'within',
  text: `with ${oneParent('watch')}, candidates as materialized (
      select k.key_hash as id, encode(k.key_hash, 'hex') as place, coalesce(pg_column_size(k.record), 0) as size
      from parent p join watch_record k on k.watch_id = p.id and k.key_hash > decode(coalesce(p.child, ''), 'hex')
      order by k.key_hash limit :limit
    ), ${SIZED_BATCH}, records as (
      update watch_record k set record = null from parent p, batch b
      where k.watch_id = p.id and k.key_hash = b.id
        and (:firstRunAfter::text is null or k.first_run_id < :firstRunAfter) and ${mentions('k.record::text')}
      returning 1
    )
    select ${NEXT_CURSOR} as after, (select count(*)::integer from records) as records`,
})

/** A refresh that reported the person keeps its counts. */
export const ERASE_REFRESHES = statement<ChildValues, { after: string | null }>({
  name: 'erase_watch_refreshes',
  effect: 'within',
  text: `with ${oneParent('watch')}, candidates as materialized (
      select f.id, f.id as place, coalesce(pg_column_size(f.answer), 0) as size
      from parent p join watch_refresh f on f.watch_id = p.id and f.id > coalesce(p.child, '')
      order by f.id limit :limit
    ), ${SIZED_BATCH}, refreshes as (
      update watch_refresh r set answer = case when r.answer is not null then '{"new": [], "changed": []}'::json end,
        table_result = r.table_result - 'conflicts', note = null,
        error = case when r.error is not null then ${erasedError('r.error')} end
      from batch b where r.id = b.id and (:firstRunAfter::text is null or r.run_id < :firstRunAfter)
        and ${mentions('r.answer::text, r.table_result::text, r.note, r.error::text')}
    )
    select ${NEXT_CURSOR} as after`,
})

/** After all records, a place of refreshes begins so. */
const REFRESHES = 'refreshes:'

/** The records of all watches, then what their refreshes reported. */
export async function eraseWatchRecords(tx: Queries, { values, bytes, firstRunAfter }: Batch): Promise<ErasedBatch> {
  const { workspaceId, environment, pattern, after, limit } = values
  const child = { workspaceId, environment, pattern, limit, bytes, firstRunAfter }
  if (after.startsWith(REFRESHES)) {
    const next = onlyRow(await tx.query(ERASE_REFRESHES, { ...child, after: after.slice(REFRESHES.length) })).after
    return { after: next === null ? null : REFRESHES + next, erased: {} }
  }
  const done = onlyRow(await tx.query(ERASE_RECORDS, { ...child, after }))
  return { after: done.after ?? REFRESHES, erased: { watch_records: done.records } }
}
