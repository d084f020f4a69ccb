// Brings a database that a test file has used back to what the template holds.
import type pg from 'pg'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'

/** What a database holds before its first test. */
export interface Template {
  /** Rows that migrations write, by table, as JSON. */
  readonly rows: ReadonlyMap<string, string>
  /** How many relations, columns, constraints, triggers, functions and settings there are. */
  readonly schema: string
}

/** A larger table is slower to empty than a database is to copy. */
const TABLE_BYTES_MAX = 1_000_000

const TABLES = `select oid, oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`

const SCHEMA = `select concat_ws(' ',
  (select count(*) from pg_class), (select count(*) from pg_attribute), (select count(*) from pg_constraint),
  (select count(*) from pg_trigger), (select count(*) from pg_proc),
  (select count(*) from pg_db_role_setting)) as schema`

/** Answers whether some table is too large. Triggers do not fire: some of them forbid deletes. */
const EMPTY = `do $$ declare one record; begin
  set local session_replication_role = replica;
  for one in ${TABLES} loop
    if pg_relation_size(one.oid) > ${TABLE_BYTES_MAX} then raise exception 'too large: %', one.name; end if;
    if pg_relation_size(one.oid) > 0 then execute 'delete from ' || one.name; end if;
  end loop;
  for one in select format('%I.%I', schemaname, sequencename) as name, start_value from pg_sequences
      where last_value is not null loop
    perform setval(one.name, one.start_value, false);
  end loop;
end $$`

/** Reads what a database that was just copied from the template holds. */
export function readTemplate(url: string): Promise<Template> {
  return withPostgresClient(url, async (client) => {
    const tables = await client.query<{ name: string }>(`${TABLES} and pg_relation_size(oid) > 0`)
    const rows = new Map<string, string>()
    for (const { name } of tables.rows) {
      const found = await client.query<{ rows: string }>(`select json_agg(one)::text as rows from ${name} one`)
      rows.set(name, found.rows[0]?.rows ?? '[]')
    }
    return { rows, schema: await schemaOf(client) }
  })
}

/** Whether the database is now as the template; if not, because of its size or its schema, it is to be dropped. */
export function cleanDatabase(url: string, template: Template): Promise<boolean> {
  return withPostgresClient(url, async (client) => {
    if ((await schemaOf(client)) !== template.schema) return false
    try {
      await client.query(EMPTY)
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('too large')) return false
      throw error
    }
    await client.query('set session_replication_role = replica')
    for (const [name, rows] of template.rows) {
      await client.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [rows])
    }
    return true
  })
}

async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(SCHEMA)
  return rows[0]?.schema ?? ''
}
