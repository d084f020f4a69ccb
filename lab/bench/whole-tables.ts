import type pg from 'pg'
import { type Database, openDatabase } from '../../db/database.ts'
import { purgeEvents } from '../../db/events/purge.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import type { Stop } from '../../dev/local/service.ts'
import { fixed, print, progress, table } from '../../ops/report/markdown.ts'
import { loadEvents } from './events-data.ts'
import type { Options } from './options.ts'
import type { BenchServers } from './servers.ts'
import { createBenchWorkspace } from './workspace.ts'

/** The part of the transfers that comes after the first freeze. */
const LATER_PART = 100
/** As the hourly round deletes them. */
const BATCH = 1_000
const BATCHES_MAX = 50
const DAYS_KEPT = 15
const DAY_MS = 86_400_000

/** `$1` workspace, `$2` and `$3` the numbers from and to: holds, in the order of their runs' ids. */
const INSERT_TRANSFERS = `insert into transfer (debit_account_id, credit_account_id, amount, kind, run_id, key)
  select a.id, h.id, 2860, 'hold', 'run_' || lpad(n::text, 26, '0'), 'run_' || lpad(n::text, 26, '0') || ':hold'
  from account a join account h on h.workspace_id = a.workspace_id and h.environment = a.environment
    and h.kind = 'held'
  cross join generate_series($2::bigint, $3::bigint) n
  where a.workspace_id = $1 and a.environment = 'live' and a.kind = 'available'`

/**
 * What months would save for tables that have none (decisions, "Months as partitions"): the pages of old transfers that
 * a second freeze reads again, and the CPU of deleting events one by one.
 */
export async function measureWholeTables(options: Options, servers: BenchServers, stops: Stop[]): Promise<void> {
  const databaseUrl = await servers.createDatabase('whole')
  // Loading is one statement for thousands of rows.
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: 2, statementMsMax: 600_000 })
  stops.push(() => db.close())
  const freezes = await withPostgresClient(databaseUrl, (client) => freezeTransfers(db, client, options.rows))
  print(
    `## Freezing an insert-only table: ${options.rows} transfers, then a hundredth more`,
    table(
      ['freeze', 'pages read', 'pages', 'takes ms'],
      freezes.map(({ name, read, pages, ms }) => [name, read, pages, fixed(ms, 0)]),
    ),
  )
  const loaded = await loadEvents(db, options.rows)
  progress('events: the oldest go')
  const stream = { workspaceId: loaded.workspace.id, environment: 'live' } as const
  const before = servers.cpuMs().postgres ?? Number.NaN
  let gone = 0
  for (let batch = 0; batch < BATCHES_MAX; batch += 1)
    gone += await purgeEvents(db, stream, { cutoff: new Date(Date.now() - DAYS_KEPT * DAY_MS), limit: BATCH })
  await db.pool.query('vacuum event')
  const cpu = (servers.cpuMs().postgres ?? Number.NaN) - before
  print(
    `## Deleting events: ${gone} of ${loaded.inAll}`,
    `${fixed(cpu / gone, 3)} ms of PostgreSQL's CPU each, with the vacuum after it.`,
  )
}

interface Freeze {
  readonly name: string
  readonly read: number
  readonly pages: number
  readonly ms: number
}

async function freezeTransfers(db: Database, client: pg.Client, rows: number): Promise<Freeze[]> {
  const { id } = await createBenchWorkspace(db, 'whole')
  const later = Math.ceil(rows / LATER_PART)
  progress('transfers: loading')
  await client.query(INSERT_TRANSFERS, [id, 1, rows])
  const first = await freeze(client, 'the first')
  await client.query(INSERT_TRANSFERS, [id, rows + 1, rows + later])
  return [first, await freeze(client, 'the second')]
}

async function freeze(client: pg.Client, name: string): Promise<Freeze> {
  progress(`transfers: ${name} freeze`)
  const said: string[] = []
  const listen = ({ message }: { message?: string | undefined }): void => void said.push(message ?? '')
  client.on('notice', listen)
  const startedAt = performance.now()
  await client.query('vacuum (freeze, verbose) transfer')
  const ms = performance.now() - startedAt
  client.off('notice', listen)
  const [, remain, scanned] = /pages: \d+ removed, (\d+) remain, (\d+) scanned/.exec(said.join('\n')) ?? []
  if (remain === undefined || scanned === undefined) throw new Error('the vacuum did not say how many pages it read')
  return { name, read: Number(scanned), pages: Number(remain), ms }
}
