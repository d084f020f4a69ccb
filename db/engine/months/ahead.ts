import { firstIdAt, monthOf } from '../../../domain/ids/months.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { MONTHLY_TABLES } from './tables.ts'

/** How many months after the current one have their partitions: a deployment may be off for so long. */
export const MONTHS_AHEAD = 3

/** Nothing where a partition is there. Otherwise writers wait for milliseconds, and it gives up after two seconds. */
export const ADD_MONTHS = statement<
  {
    tables: readonly string[]
    partitions: readonly string[]
    keys: readonly string[]
    firsts: readonly string[]
    ends: readonly string[]
  },
  { partition: string }
>({
  name: 'add_months',
  effect: true,
  text: `select m.partition
    from unnest(:tables::text[], :partitions::text[], :keys::text[], :firsts::text[], :ends::text[])
      as m (parent, partition, key, first, ends)
    where add_month(m.parent, m.partition, m.key, m.first, m.ends)`,
})

/** Makes the partitions that are missing for the month of `at` and those after it; their names. */
export async function addMonths(db: Database, at: Date): Promise<string[]> {
  const wanted = MONTHLY_TABLES.flatMap(({ table, key, prefix }) =>
    Array.from({ length: MONTHS_AHEAD + 1 }, (_, after) => {
      const { name, firstMs, endMs } = monthOf(at.getTime(), after)
      return {
        table,
        partition: `${table}_${name}`,
        key,
        first: firstIdAt(prefix, firstMs),
        end: firstIdAt(prefix, endMs),
      }
    }),
  )
  const added = await db.query(ADD_MONTHS, {
    tables: wanted.map(({ table }) => table),
    partitions: wanted.map(({ partition }) => partition),
    keys: wanted.map(({ key }) => key),
    firsts: wanted.map(({ first }) => first),
    ends: wanted.map(({ end }) => end),
  })
  return added.map(({ partition }) => partition)
}
