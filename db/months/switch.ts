import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { firstIdAt, monthOf } from '../../domain/ids/months.ts'
import { isDeadlock, isLockTimeout } from '../database-errors.ts'
import { MONTHLY_TABLES, type MonthlyTable, REFERRED } from './tables.ts'

/** The bound of the rows of before is this many months ahead: until then the switch must be over. */
const BOUND_MONTHS_AHEAD = 2
/** Locks that are not there within this time are given back: no statement waits longer for the switch. */
const LOCK_MS_MAX = 500
const RETRY_MS = 200
const TRIES_MAX = 300

/**
 * Makes partitioned tables of plain ones, with the service running, each table alone. Its rows become the first
 * partition as they are: a CHECK is proved first, which blocks no one, so the switch reads nothing and takes
 * milliseconds. A repeated call goes on where it was. `progress` hears of each step.
 */
export async function switchToMonths(
  url: string,
  at: Date,
  progress: (step: string) => void = () => undefined,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Several programs may migrate at once.
    await client.query(`select pg_advisory_lock(hashtextextended('switch to months', 0))`)
    for (const table of MONTHLY_TABLES) {
      if (await isPartitioned(client, table)) continue
      progress(`${table.table}: proving its bound`)
      const end = firstIdAt(table.prefix, monthOf(at.getTime(), BOUND_MONTHS_AHEAD).firstMs)
      await proveBound(client, table, end)
      progress(`${table.table}: switching`)
      await switchTable(client, table, end)
    }
  } finally {
    await client.end()
  }
}

async function isPartitioned(client: pg.Client, { table }: MonthlyTable): Promise<boolean> {
  const { rows } = await client.query<{ partitioned: boolean }>(
    `select relkind = 'p' as partitioned from pg_class where oid = to_regclass($1)`,
    [table],
  )
  return rows[0]?.partitioned === true
}

const boundOf = (table: string): string => `${table}_before_months`

/** Anew each time: one that is left from a call that died may be too near. */
async function proveBound(client: pg.Client, { table, key }: MonthlyTable, end: string): Promise<void> {
  await patiently(client, async () => {
    await client.query(`alter table ${table} drop constraint if exists ${boundOf(table)}`)
    await client.query(`alter table ${table} add constraint ${boundOf(table)} check (${key} < '${end}') not valid`)
  })
  await client.query(`alter table ${table} validate constraint ${boundOf(table)}`)
}

function switchTable(client: pg.Client, { table, key, made, indexes }: MonthlyTable, end: string): Promise<void> {
  const before = `${table}_before`
  return patiently(client, async () => {
    // A run's end locks its row first, and writes to this table later: the mode waits for those too.
    await client.query(`lock table ${REFERRED} in exclusive mode`)
    await client.query(`lock table ${table} in access exclusive mode`)
    await client.query(`alter table ${table} rename to ${before}`)
    for (const index of indexes) await client.query(`alter index ${index} rename to ${index}_before`)
    await client.query(`create table ${table} (like ${before} including defaults including constraints)
      partition by range (${key})`)
    await client.query(`alter table ${table} drop constraint ${boundOf(table)}`)
    for (const one of made) await client.query(one)
    await client.query(`alter table ${table} attach partition ${before} for values from (minvalue) to ('${end}')`)
    await client.query(`alter table ${before} drop constraint ${boundOf(table)}`)
  })
}

/** One transaction, which gives way to others and tries again. */
async function patiently(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${LOCK_MS_MAX}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!(isLockTimeout(error) || isDeadlock(error)) || tries === TRIES_MAX) throw error
      await sleep(RETRY_MS)
    }
  }
}
