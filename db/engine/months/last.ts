import { timeOfId } from '../../../domain/ids/ids.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { MONTHLY_TABLES } from './tables.ts'

/** A bound is printed as FOR VALUES FROM ('…') TO ('…'). */
export const READ_LAST_MONTHS = statement<{ tables: readonly string[] }, { ends: string | null }>({
  name: 'read_last_months',
  effect: false,
  text: `select min(last.ends) as ends from unnest(:tables::text[]) as t (name) left join lateral (
      select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']*)''\\)')) as ends
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(t.name)
    ) last on true`,
})

/** When the first of the tables has no partition any more, in milliseconds since 1970; null: it has none. */
export async function lastMonthEndsAt(db: Database): Promise<number | null> {
  const [row] = await db.query(READ_LAST_MONTHS, { tables: MONTHLY_TABLES.map(({ table }) => table) })
  return row?.ends == null ? null : timeOfId(row.ends)
}
