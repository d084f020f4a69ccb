import type { JsonObject } from '../../../../domain/json/json.ts'
import type { Database } from '../../../../db/database.ts'
import { newId } from '../../../../db/ids.ts'
import type { Owner } from '../../build.ts'

/** A row written without any rule, so that it has whatever a query may meet. */
export interface SampleRow {
  readonly key: string
  readonly data: JsonObject
  readonly status?: string | null
  readonly nextAt?: string | null
  /** The number of its touches, the last one by email at `lastTouchAt`. */
  readonly touches?: number
  readonly lastTouchAt?: string | null
}

/** A table of the owner with these rows, the first one the newest; returns its id. */
export async function buildTable(
  db: Database,
  { workspaceId, environment }: Owner,
  rows: readonly SampleRow[],
  name = 'sample',
): Promise<string> {
  const id = newId('tbl')
  await db.pool.query(
    `insert into workspace_table (id, workspace_id, environment, name, key_mode, row_count) values ($1, $2, $3, $4, 'auto', $5)`,
    [id, workspaceId, environment, name, rows.length],
  )
  await db.pool.query(
    `insert into table_row (table_id, workspace_id, environment, key, data, status, next_at, touches, last_touch_at,
      last_touch_channel, last_reply_at, last_reply_class, created_at, updated_at)
     select $1, $2, $3, r.key, r.data, r.status, r."nextAt", coalesce(r.touches, 0), r."lastTouchAt", case
       when r."lastTouchAt" is not null then 'email' end,
       r."lastTouchAt" + interval '1 hour', case when r."lastTouchAt" is not null then 'reply' end,
       timestamptz '2026-01-10T00:00:00.000111Z' - r.nth * interval '1 hour',
         timestamptz '2026-02-10T00:00:00.000999Z' - (r.nth / 3) * interval '1 day'
     from jsonb_to_recordset($4) as r (nth integer, key text, data jsonb, status text, "nextAt" timestamptz,
       touches integer, "lastTouchAt" timestamptz)`,
    [id, workspaceId, environment, JSON.stringify(rows.map((row, nth) => ({ nth, ...row })))],
  )
  return id
}
