import { it } from '@jest/globals'
import { writeFileSync } from 'node:fs'
import { openTestDatabase } from './build.ts'
it('probe', async () => {
  const { db, close } = await openTestDatabase()
  const out: unknown[] = []
  for (const meta of db.orm.getMetadata().getAll().values()) {
    for (const prop of Object.values(meta.properties)) out.push([meta.className, meta.tableName, prop.name, prop.fieldNames, prop.columnTypes, prop.nullable, prop.primary, prop.runtimeType, prop.type, prop.items, prop.autoincrement, prop.default])
  }
  const cols = await db.pool.query(`select table_name, column_name, data_type, udt_name, is_nullable, column_default, is_identity from information_schema.columns where table_schema='public' order by 1, ordinal_position`)
  const cons = await db.pool.query(`select conrelid::regclass::text as t, conname, contype, pg_get_constraintdef(oid) as def, conkey from pg_constraint where connamespace = 'public'::regnamespace order by 1,2`)
  writeFileSync('/tmp/probe.json', JSON.stringify({ out, cols: cols.rows, cons: cons.rows }, null, 1))
  await close()
})
