import { cpus, loadavg } from 'node:os'
import { pino } from 'pino'
import { measureAuth } from './bench/auth.ts'
import { measureBystander } from './bench/bystander.ts'
import { measureCatalog } from './bench/catalog.ts'
import { measureClients } from './bench/clients.ts'
import { measureFigures } from './bench/figures.ts'
import { measureHistory } from './bench/history.ts'
import { measureHolds } from './bench/holds.ts'
import { measureHotWallet } from './bench/hot-wallet.ts'
import { measureJobs } from './bench/jobs.ts'
import { measureLatency } from './bench/latency.ts'
import { measureMcp } from './bench/mcp.ts'
import { measureMetrics } from './bench/metrics.ts'
import { type Options, readOptions, USAGE } from './bench/options.ts'
import { measurePage } from './bench/page.ts'
import { measureProfile } from './bench/profile.ts'
import { measurePeers } from './bench/peers.ts'
import { measureReads } from './bench/reads.ts'
import { fixed, print } from '../ops/report/markdown.ts'
import { startServers } from './bench/servers.ts'
import type { Stop } from '../dev/local/service.ts'
import { measureScale } from './bench/scale.ts'
import { measureTables } from './bench/tables.ts'
import { measureTraces } from './bench/traces.ts'
import { measureVersions } from './bench/versions.ts'
import { measureWatches } from './bench/watches.ts'
import { measureWebhooks } from './bench/webhooks.ts'
import { installTemporalLog } from '../worker/log.ts'

/**
 * `npm run bench`: prints the tables of the performance budget (decisions, "Performance budget") as Markdown, measured
 * on its own servers. Exits 1 when a figure without noise misses its budget or a listing uses no index. Ratios of times
 * are printed and judged, but they never fail the command: machines differ, and neighbours make noise.
 */
async function bench(options: Options, stops: Stop[]): Promise<boolean> {
  // Once per process: several parts run workers in this one.
  installTemporalLog(pino({ level: 'error' }, pino.destination(2)))
  const servers = await startServers(process.env, stops)
  print(
    '# Benchmark',
    `${new Date().toISOString()}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, load at the start ${fixed(loadavg()[0] ?? Number.NaN, 2)}. ${servers.versions}.`,
    ...(options.quick
      ? ['**Quick: small numbers. This shows that everything works and says nothing about speed.**']
      : []),
    ...(options.profileDir === null ? [] : ['**Profiled: slower than it is.**']),
  )
  let met = true
  if (options.sections.includes('figures')) met = (await measureFigures(servers, stops)) && met
  if (options.sections.includes('latency')) {
    print('## POST /v1/run beside a bare Temporal workflow of three local activities with one commit each')
    for (const setup of options.setups) await measureLatency(options, setup, servers, stops)
  }
  if (options.sections.includes('reads')) met = (await measureReads(options, servers, stops)) && met
  if (options.sections.includes('history')) met = (await measureHistory(options, servers, stops)) && met
  if (options.sections.includes('tables')) met = (await measureTables(options, servers, stops)) && met
  if (options.sections.includes('webhooks')) met = (await measureWebhooks(options, servers, stops)) && met
  if (options.sections.includes('auth')) met = (await measureAuth(options, servers, stops)) && met
  if (options.sections.includes('mcp')) met = (await measureMcp(options, servers, stops)) && met
  if (options.sections.includes('watches')) await measureWatches(options, servers, stops)
  if (options.sections.includes('catalog')) await measureCatalog(options, servers, stops)
  if (options.sections.includes('clients')) await measureClients(options)
  if (options.sections.includes('metrics')) await measureMetrics(options, servers, stops)
  if (options.sections.includes('traces')) await measureTraces(options, servers, stops)
  if (options.sections.includes('page')) await measurePage(options, servers, stops)
  if (options.sections.includes('scale')) await measureScale(options, servers, stops)
  if (options.sections.includes('versions')) await measureVersions(options, servers, stops)
  if (options.sections.includes('bystander')) await measureBystander(options, servers, stops)
  if (options.sections.includes('hot-wallet')) await measureHotWallet(options, servers, stops)
  if (options.sections.includes('holds')) await measureHolds(options, servers, stops)
  if (options.sections.includes('jobs')) await measureJobs(options, servers, { stops, longJob: false })
  if (options.sections.includes('profile')) await measureProfile(options, servers, stops)
  // Not with all others: it takes half an hour.
  if (options.sections.length === 1 && options.sections.includes('long-job'))
    await measureJobs(options, servers, { stops, longJob: true })
  // Not with all others: it fetches packages.
  if (options.sections.length === 1 && options.sections.includes('peers')) await measurePeers(options, servers, stops)
  return met
}

const EXIT_INTERRUPTED = 130

async function main(): Promise<number> {
  const interrupted = Promise.withResolvers<number>()
  let ending = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupted.resolve(EXIT_INTERRUPTED))
  const stops: Stop[] = []
  const work = bench(optionsOrUsage(), stops).then(
    (met) => (met ? 0 : 1),
    (error: unknown) => {
      // Once the servers are stopping, any work under way fails.
      if (!ending) say(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return 1
    },
  )
  const code = await Promise.race([work, interrupted.promise])
  ending = true
  // Last started, first stopped.
  while (stops.length > 0)
    await stops
      .pop()?.()
      .catch((error: unknown) => say(`while stopping: ${String(error)}`))
  return code
}

function optionsOrUsage(): Options {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    process.exit(2)
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

// Requests that an interrupt has aborted may keep the process alive.
process.exit(await main())
