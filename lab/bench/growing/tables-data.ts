import type { Database } from '../../../db/database.ts'
import { ROWS_PER_TABLE_MAX } from '../../../domain/tables/limits.ts'
import { progress } from '../../../ops/report/markdown.ts'
import { type BenchWorkspace, createBenchWorkspace } from '../workspace.ts'

export interface LoadedTables {
  readonly workspace: BenchWorkspace
  /** The measured, full table. */
  readonly table: string
  readonly rows: number
  /** Of all workspaces. */
  readonly rowsInAll: number
}

/**
 * The first is measured; the others together have several times its rows, so that a read of all workspaces' rows shows.
 */
const WORKSPACES = 4
const OTHER_TABLES = 5
export const STATUSES = ['new', 'contacted', 'replied', 'won', 'lost'] as const

const ENABLE = `update workspace set tables_enabled_at = now(), plan = 'scale' where id = any($1)`

const INSERT_TABLE = `insert into workspace_table (id, workspace_id, environment, name, key_mode, row_count) values ($1, $2, 'live', $3, 'auto', $4)`

/**
 * People with a company, a score and a nested member, some of them due, written directly to the database. `$3`: the
 * number.
 */
const INSERT_ROWS = `insert into table_row (table_id, workspace_id, environment, key, data, status, next_at, created_at)
  select $1, $2, 'live', 'person' || n || '@company' || n % 997 || '.example',
    jsonb_build_object('email', 'person' || n || '@company' || n % 997 || '.example', 'full_name', 'Person ' || n,
      'title', (array['Head of Sales', 'Founder', 'Engineer'])[1 + n % 3],
      'score', case when n % 2 = 0 then to_jsonb(n % 100) else to_jsonb((n % 100)::text) end,
      'company', jsonb_build_object('name', 'Company ' || n % 997, 'size', n % 500)),
    (array['${STATUSES.join("', '")}'])[1 + n % ${STATUSES.length}],
    case when n % 4 = 0 then timestamptz '2026-01-01' + n * interval '1 minute'
      when n % 4 = 1 then timestamptz '2099-01-01' end,
    timestamptz '2026-01-01' + n * interval '1 second'
  from generate_series(1, $3::integer) n`

const INSERT_IDENTITIES = `insert into row_identity (row_id, table_id, workspace_id, environment, kind, value, merges)
  select id, table_id, workspace_id, environment, 'email', key, true from table_row where table_id = $1`

/** One run that has reached every row: past recipients are looked up whenever rows gain identities. */
const INSERT_SEND = `insert into run (id, workspace_id, environment, request_id, kind, capability, input, routing,
  request_hash, subjects)
  values ($1, $2, 'live', 'req_bench', 'capability', 'email.send', '{}', '{}', '', '[]')`
const INSERT_TOUCHES = `insert into touch (run_id, kind, value, workspace_id, environment, channel, at)
  select $1, 'email', key, workspace_id, environment, 'email', timestamptz '2026-01-01' from table_row
    where table_id = $2`

export async function loadTables(db: Database, rows: number): Promise<LoadedTables> {
  const workspaces: BenchWorkspace[] = []
  for (let index = 0; index < WORKSPACES; index += 1) workspaces.push(await createBenchWorkspace(db, `tables ${index}`))
  const [workspace] = workspaces
  if (workspace === undefined) throw new Error('unreachable')
  await db.pool.query(ENABLE, [workspaces.map(({ id }) => id)])
  // Room for the rows that the measurement writes.
  const full = Math.min(rows, ROWS_PER_TABLE_MAX)
  let all = 0
  for (const [index, owner] of [
    workspace,
    ...workspaces.slice(1),
    ...workspaces.slice(0, OTHER_TABLES - WORKSPACES + 1),
  ].entries()) {
    const id = `tbl_bench${index}`
    await db.pool.query(INSERT_TABLE, [id, owner.id, `people-${index}`, full])
    await db.pool.query(INSERT_ROWS, [id, owner.id, full])
    await db.pool.query(INSERT_IDENTITIES, [id])
    await db.pool.query(INSERT_SEND, [`run_bench${index}`, owner.id])
    await db.pool.query(INSERT_TOUCHES, [`run_bench${index}`, id])
    all += full
    progress(`tables: ${all} rows loaded`)
  }
  await db.pool.query('vacuum analyze table_row, row_identity, workspace_table, touch')
  return { workspace, table: 'people-0', rows: full, rowsInAll: all }
}
