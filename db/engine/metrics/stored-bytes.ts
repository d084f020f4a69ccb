import { STORED_KINDS, type StoredKind } from '../../../domain/metrics/stored-kinds.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

const TABLES: Readonly<Record<StoredKind, readonly string[]>> = {
  job_rows: ['job_row'],
  uploads: ['job_upload_part'],
  table_rows: ['table_row', 'row_identity'],
  events: ['event'],
  inbound: ['inbound_message', 'received_message', 'message_sender'],
  watches: ['watch_record', 'watch_refresh'],
  feedback: ['feedback_report'],
  answers: ['idempotent_answer'],
}

/** With indexes and long values; a table of months is the sum of its partitions. */
export const READ_STORED_BYTES = statement<
  { kinds: readonly string[]; tables: readonly string[] },
  { kind: StoredKind; bytes: number }
>({
  name: 'read_stored_bytes',
  effect: false,
  text: `select kind, coalesce(sum(pg_total_relation_size(part.oid)), 0)::double precision as bytes
    from unnest(:kinds::text[], :tables::text[]) named (kind, relation)
      cross join lateral (
        select relation::regclass::oid as oid union select relid from pg_partition_tree(relation::regclass)
      ) part
    group by kind`,
})

/** The size on disk of each kind, in bytes. */
export const readStoredBytes = (db: Database): Promise<{ readonly kind: StoredKind; readonly bytes: number }[]> => {
  const named = STORED_KINDS.flatMap((kind) => TABLES[kind].map((table) => ({ kind, table })))
  return db.query(READ_STORED_BYTES, {
    kinds: named.map(({ kind }) => kind),
    tables: named.map(({ table }) => table),
  })
}
