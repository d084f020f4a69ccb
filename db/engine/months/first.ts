import { firstIdAt, monthOf } from '../../../domain/ids/months.ts'
import { MONTHLY_TABLES } from './tables.ts'

/** The first partition ends this many months ahead, so that a new database needs no other one for a while. */
const MONTHS_OF_FIRST = 2

/** The statements that make the first partition of each table: it has every id of before the end of its months. */
export const firstPartitions = (at: Date): string[] =>
  MONTHLY_TABLES.map(({ table, prefix }) => {
    const end = firstIdAt(prefix, monthOf(at.getTime(), MONTHS_OF_FIRST).firstMs)
    return `create table ${table}_before partition of ${table} for values from (minvalue) to ('${end}')`
  })
