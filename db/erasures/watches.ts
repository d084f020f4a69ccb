import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { type Batch, erasedError, type ErasedBatch, mentions, onlyRow } from './batch.ts'

type OfWorkspace = { workspaceId: string; environment: string; pattern: string }

/** A workspace has few watches. */
const ERASE_WATCHES = statement<OfWorkspace, { id: string }>({
  name: 'erase_watches',
  effect: 'within',
  text: `delete from watch w where w.workspace_id = :workspaceId and w.environment = :environment
      and ${mentions('w.input::text, w.raw_request::text, w.landing::text')}
    returning w.id`,
})

/** Watches for the person: they would fetch what is erased again. */
export async function eraseWatches(tx: Queries, { values }: Batch): Promise<ErasedBatch> {
  const { workspaceId, environment, pattern } = values
  const gone = await tx.query(ERASE_WATCHES, { workspaceId, environment, pattern })
  return { after: null, erased: { watches: gone.length }, watches: gone.map(({ id }) => id) }
}

/**
 * Of the first watch after `after`. A record keeps its hashes, so the next refresh does not report it as new; a refresh
 * that reported the person keeps its counts.
 */
const ERASE_WATCH_RECORDS = statement<OfWorkspace & { after: string }, { after: string | null; records: number }>({
  name: 'erase_watch_records',
  effect: 'within',
  text: `with w as materialized (
      select id from watch where workspace_id = :workspaceId and environment = :environment and id > :after
      order by id limit 1
    ), records as (
      update watch_record k set record = null from w where k.watch_id = w.id and ${mentions('k.record::text')}
      returning 1
    ), refreshes as (
      update watch_refresh r set answer = case when r.answer is not null then '{"new": [], "changed": []}'::json end,
        table_result = r.table_result - 'conflicts', note = null,
        error = case when r.error is not null then ${erasedError('r.error')} end
      from w where r.watch_id = w.id and ${mentions('r.answer::text, r.table_result::text, r.note, r.error::text')}
    )
    select (select id from w) as after, (select count(*)::integer from records) as records`,
})

export async function eraseWatchRecords(tx: Queries, { values }: Batch): Promise<ErasedBatch> {
  const { workspaceId, environment, pattern, after } = values
  const row = onlyRow(await tx.query(ERASE_WATCH_RECORDS, { workspaceId, environment, pattern, after }))
  return { after: row.after, erased: { watch_records: row.records } }
}
