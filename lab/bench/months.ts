import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../db/database.ts'
import { applyMigrations } from '../../db/migrate.ts'
import { migrate } from '../../ops/schema/migrate.ts'
import { addMonths } from '../../db/months/ahead.ts'
import { switchToMonths } from '../../db/months/switch.ts'
import { MONTHLY_TABLES } from '../../db/months/tables.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import type { Stop } from '../../dev/local/service.ts'
import { fixed, print, progress, quantile, table } from '../../ops/report/markdown.ts'
import { loadHistory } from './history-data.ts'
import { openLoad } from './load.ts'
import type { Options } from './options.ts'
import { startProvider } from './provider.ts'
import type { BenchServers } from './servers.ts'
import { startOurs } from './systems.ts'
import { measureWholeTables } from './whole-tables.ts'

const CALLERS = 8
/** The load before and after the switch, to compare with. */
const BESIDE_MS = 20_000
const BESIDE_MS_QUICK = 3_000

interface Phase {
  readonly name: string
  readonly ms: number
  readonly samples: number[]
}

/**
 * The switch to months, rehearsed on a copy with many runs while the service is under load: how long each step takes,
 * and what requests notice. Then what months would save for the tables that have none. False when a request failed or a
 * row is missing.
 */
export async function measureMonths(options: Options, servers: BenchServers, stops: Stop[]): Promise<boolean> {
  const databaseUrl = await servers.createDatabase('months', applyMigrations)
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: 4 })
  stops.push(() => db.close())
  const loaded = await loadHistory(db, options.rows)
  const provider = await startProvider()
  stops.push(() => provider.close())
  // Apart, because `npm start` would migrate.
  const parts = { setup: 'apart', servers, databaseUrl, providerUrl: provider.url, profileDir: null, stops } as const
  const ours = await startOurs(parts)
  const load = openLoad(ours.target(0))
  stops.push(() => load.close())
  await load.send(200, CALLERS)

  let phase: Phase = { name: 'before', ms: 0, samples: [] }
  const phases: Phase[] = []
  const over = new AbortController()
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!over.signal.aborted) {
      const of = phase
      of.samples.push(...(await load.send(1, 1)))
    }
  })
  let begunAt = performance.now()
  const begin = (name: string): void => {
    phases.push({ ...phase, ms: performance.now() - begunAt })
    progress(name)
    phase = { name, ms: 0, samples: [] }
    begunAt = performance.now()
  }
  const beside = options.quick ? BESIDE_MS_QUICK : BESIDE_MS
  await sleep(beside)
  await switchToMonths(databaseUrl, new Date(), begin)
  begin('the months ahead')
  await addMonths(db, new Date())
  begin('after')
  await sleep(beside)
  begin('over')
  over.abort()
  // A request that failed ends the benchmark.
  await Promise.all(callers)
  await migrate(databaseUrl)
  print(
    `## The switch to months under load: ${options.rows} runs, ${loaded.subjects} subjects, ${CALLERS} callers`,
    table(
      ['step', 'takes ms', 'requests', 'p50 ms', 'p95 ms', 'slowest ms'],
      phases.map(({ name, ms, samples }) => [
        name,
        fixed(ms, 0),
        samples.length,
        fixed(quantile(samples, 0.5)),
        fixed(quantile(samples, 0.95)),
        fixed(Math.max(...samples)),
      ]),
    ),
  )
  const whole = await isWhole(databaseUrl, loaded.subjects)
  await measureWholeTables(options, servers, stops)
  return whole
}

/** Every row of before is there, each run of the load has its subjects, and the tables have partitions. */
function isWhole(databaseUrl: string, subjects: number): Promise<boolean> {
  return withPostgresClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::integer from run_subject where workspace_id in (
          select workspace_id from run where routing_reason = 'best value; written by the benchmark' limit 1))
        as kept,
      (select count(*)::integer from run r where status = 'succeeded' and routing_reason not like '%by the benchmark'
        and not exists (select from run_subject s where s.run_id = r.id)) as without,
      (select count(*)::integer from pg_class where relkind = 'p' and relname = any($1)) as partitioned`,
      [MONTHLY_TABLES.map((one) => one.table)],
    )
    const [row] = rows
    const whole = row.kept === subjects && row.without === 0 && row.partitioned === MONTHLY_TABLES.length
    print(
      `${row.kept} of ${subjects} subjects of before, ${row.without} runs without: ${whole ? 'whole' : '**lost**'}.`,
    )
    return whole
  })
}
