import { Registry } from 'prom-client'
import { MANIFESTS } from '../../activities/providers/manifests.ts'
import { openDatabase } from '../../db/database.ts'
import { readBacklog } from '../../db/metrics/backlog.ts'
import { proveWallets } from '../../usecases/money/prove-wallets.ts'
import { METRICS } from '../../telemetry/catalog.ts'
import { VALUE_SETS } from '../../telemetry/labels.ts'
import { createMetering, type Metering } from '../../telemetry/metering.ts'
import type { Meter } from '../../telemetry/meter.ts'
import { type FigureService, startFigureService } from './figure-service.ts'
import type { Options } from './options.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import type { Stop } from '../../dev/local/service.ts'
import { type BenchServers } from './servers.ts'

const SCRAPES = 300
const PAIRS = 400
const WALLETS = 20_000
const TRANSFERS_EACH = 10
const QUICK = { scrapes: 10, pairs: 10, wallets: 500 }
const WARM_UP = 30
const RUN = { capability: 'contact.find', input: { full_name: 'Ada Example', domain: 'example.com' } }

/** The cost of a scrape for a process, of counting for a run, and of the gauges' rounds for the database. */
export async function measureMetrics(options: Options, servers: BenchServers, stops: Stop[]): Promise<void> {
  const sizes = options.quick ? QUICK : { scrapes: SCRAPES, pairs: PAIRS, wallets: WALLETS }
  progress('metrics: starting the service with and without')
  const counted = createMetering({ process: 'api and worker', providers: MANIFESTS })
  const start = async (name: string, metering: Metering): Promise<FigureService> => {
    const service = await startFigureService({
      servers,
      databaseUrl: await servers.createDatabase(name),
      onQuery: () => undefined,
      metering,
      taskQueue: name,
    })
    stops.push(() => service.stop())
    return service
  }
  const services = { with: await start('metrics_with', counted), without: await start('metrics_without', uncounted()) }
  for (let run = 0; run < WARM_UP; run += 1)
    for (const service of Object.values(services)) await service.run('test', RUN)
  const scrapes = [await measureScrape('one route, one provider', counted, sizes.scrapes)]
  await measureRuns(services, sizes.pairs)
  fill(counted.meter)
  scrapes.push(await measureScrape('every route, provider and outcome', counted, sizes.scrapes))
  print(
    '## A scrape of api and worker in one process',
    table(['what was used', 'series', 'bytes', 'CPU ms', 'p50 ms', 'p95 ms'], scrapes),
  )
  await Promise.all(Object.values(services).map((service) => service.stop()))
  await measureRounds(servers, sizes.wallets)
}

async function measureScrape(name: string, { page }: Metering, times: number): Promise<string[]> {
  progress(`metrics: ${times} scrapes, ${name}`)
  const ms: number[] = []
  const before = process.cpuUsage()
  let text = ''
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now()
    text = await page()
    ms.push(performance.now() - startedAt)
  }
  const { user, system } = process.cpuUsage(before)
  const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length
  return [
    name,
    String(series),
    String(Buffer.byteLength(text)),
    fixed((user + system) / 1_000 / times, 2),
    fixed(quantile(ms, 0.5), 2),
    fixed(quantile(ms, 0.95), 2),
  ]
}

/** Alternating, each first equally often, so that other work on the machine affects both. */
async function measureRuns(
  services: Readonly<Record<'with' | 'without', FigureService>>,
  pairs: number,
): Promise<void> {
  progress(`metrics: ${pairs} pairs of runs`)
  const sides = ['with', 'without'] as const
  const ms = { with: [] as number[], without: [] as number[] }
  const cpu = { with: 0, without: 0 }
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const side of pair % 2 === 0 ? sides : sides.toReversed()) {
      const before = process.cpuUsage()
      const startedAt = performance.now()
      await services[side].run('test', RUN)
      ms[side].push(performance.now() - startedAt)
      const { user, system } = process.cpuUsage(before)
      cpu[side] += (user + system) / 1_000
    }
  }
  const differences = ms.with.map((one, pair) => one - (ms.without[pair] ?? Number.NaN))
  print(
    '## What counting adds to a run of the sandbox, in turns, one after the other',
    table(
      ['counting', 'p50 ms', 'p95 ms', 'p50 of the differences', 'CPU ms a run'],
      sides.map((side) => [
        side,
        fixed(quantile(ms[side], 0.5), 2),
        fixed(quantile(ms[side], 0.95), 2),
        side === 'with' ? fixed(quantile(differences, 0.5), 2) : '',
        fixed(cpu[side] / pairs, 2),
      ]),
    ),
  )
}

/** The largest possible page: every value of each label, in the combinations that occur. */
function fill(meter: Meter): void {
  for (const { slug: provider } of MANIFESTS) {
    meter.observe('provider_attempt_duration_seconds', { provider }, 0.3)
    for (const outcome of VALUE_SETS.attempt_outcome.values)
      meter.add('provider_attempts_total', { environment: 'live', provider, outcome })
    for (const name of ['charged_usd_total', 'provider_cost_usd_total'] as const)
      meter.add(name, { environment: 'live', provider }, 0.01)
  }
  const routes = Array.from({ length: VALUE_SETS.route.learnedMax }, (_, number) => `/v1/bench/${number}`)
  meter.learn('route', routes)
  for (const route of routes) {
    meter.observe('http_request_duration_seconds', { method: 'GET', route }, 0.02)
    for (const status of ['200', '400', '401', '404', '429', '503'])
      meter.add('http_requests_total', { method: 'GET', route, status })
  }
  for (const status of VALUE_SETS.ended_status.values)
    for (const code of VALUE_SETS.code.values)
      meter.add('runs_ended_total', { environment: 'live', kind: 'capability', status, code })
}

/** Shows and counts nothing. */
function uncounted(): Metering {
  const nothing = (): void => undefined
  const meter: Meter = {
    registry: new Registry(),
    add: nothing,
    observe: nothing,
    set: nothing,
    forget: nothing,
    learn: nothing,
  }
  return {
    meter,
    onMetricEvent: nothing,
    logHooks: {},
    watchPool: nothing,
    join: nothing,
    page: () => Promise.resolve(''),
  }
}

/**
 * The statements of one worker's rounds on a database of many wallets, each with transfers that are not summed up yet.
 */
async function measureRounds(servers: BenchServers, wallets: number): Promise<void> {
  progress(`metrics: proving ${wallets} wallets`)
  const databaseUrl = await servers.createDatabase('metrics_rounds')
  await withPostgresClient(databaseUrl, async (client) => {
    await client.query(
      `insert into workspace (id, name) select 'ws_' || n, 'bench ' || n from generate_series(1, $1) n`,
      [wallets],
    )
    await client.query(
      `insert into wallet (workspace_id, environment, available) select id, 'live', ${TRANSFERS_EACH} from workspace`,
    )
    await client.query(
      `insert into account (id, workspace_id, environment, kind) select id || ':live:' || kind, id, 'live', kind from workspace, unnest(array['available', 'held', 'receivable']) kind`,
    )
    await client.query(`insert into transfer (debit_account_id, credit_account_id, amount, kind, key)
      select 'platform:live:promotion', id || ':live:available', 1, 'promotion', id || n
        from workspace, generate_series(1, ${TRANSFERS_EACH}) n`)
    await client.query(`update wallet_proof set proved_at = now() - interval '1 hour'`)
    await client.query('analyze')
  })
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: 2 })
  const rows = [await proveAll(servers, `first proof, ${TRANSFERS_EACH} transfers each`, () => proveWallets(db, 300))]
  await db.pool.query(`update wallet_proof set proved_at = now() - interval '1 hour'`)
  rows.push(await proveAll(servers, 'proved before, nothing moved', () => proveWallets(db, 300)))
  const startedAt = performance.now()
  await readBacklog(db)
  await db.close()
  print(
    `## The rounds behind the gauges, ${wallets} wallets: ${Object.keys(METRICS).length} metrics, backlog read in ${fixed(performance.now() - startedAt, 1)} ms`,
    table(
      ['ledger', 'wallets', 'ms a wallet', 'p95 ms of 50', 'wallets a minute', "PostgreSQL's CPU ms a wallet"],
      rows,
    ),
  )
}

async function proveAll(
  servers: BenchServers,
  name: string,
  prove: () => ReturnType<typeof proveWallets>,
): Promise<string[]> {
  const ms: number[] = []
  let proved = 0
  const cpuBefore = servers.cpuMs().postgres ?? Number.NaN
  for (let more = true; more;) {
    const startedAt = performance.now()
    const batch = await prove()
    if (batch.drifts.length > 0) throw new Error(`the wallets of the benchmark drift: ${batch.drifts[0]?.promise}`)
    proved += batch.wallets
    more = batch.more
    ms.push(performance.now() - startedAt)
  }
  const total = ms.reduce((sum, one) => sum + one, 0)
  const cpu = (servers.cpuMs().postgres ?? Number.NaN) - cpuBefore
  return [
    name,
    String(proved),
    fixed(total / proved, 3),
    fixed(quantile(ms, 0.95), 1),
    String(Math.round((proved / total) * 60_000)),
    fixed(cpu / proved, 3),
  ]
}
