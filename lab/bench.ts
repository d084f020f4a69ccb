import { cpus, loadavg } from 'node:os'
import { pino } from 'pino'
import { measureBystander } from './bench/bystander.ts'
import { measureCatalog } from './bench/catalog.ts'
import { measureFigures } from './bench/figures.ts'
import { measureEvents } from './bench/growing/events.ts'
import { measureHistory } from './bench/growing/history.ts'
import { measureRuns } from './bench/growing/runs.ts'
import { measureTables } from './bench/growing/tables.ts'
import { measureHolds } from './bench/holds.ts'
import { measureJobs } from './bench/jobs.ts'
import { measureLatency } from './bench/latency.ts'
import { measure, type Section, stopAll } from './bench/measure.ts'
import { type Options, readOptions, type SectionName, USAGE } from './bench/options.ts'
import { measureScale } from './bench/scale.ts'
import { startServers } from './bench/servers.ts'
import type { Stop } from '../dev/local/service.ts'
import { fixed, print } from '../ops/report/markdown.ts'
import { installTemporalLog } from '../worker/log.ts'

const SECTIONS: Readonly<Record<SectionName, Section>> = {
  figures: measureFigures,
  latency: measureLatency,
  runs: measureRuns,
  history: measureHistory,
  tables: measureTables,
  events: measureEvents,
  catalog: measureCatalog,
  scale: measureScale,
  bystander: measureBystander,
  holds: measureHolds,
  jobs: measureJobs,
}

/**
 * `npm run bench`: prints the tables of the performance budget (decisions, "Performance budget") as Markdown, measured
 * on its own servers. Exits 1 when a figure without noise misses its budget or a listing uses no index. Ratios of times
 * are printed and judged, but they never fail the command: machines differ, and neighbours make noise.
 */
async function bench(options: Options, stops: Stop[]): Promise<boolean> {
  // Once per process: several sections run workers in this one.
  installTemporalLog(pino({ level: 'error' }, pino.destination(2)))
  const servers = await startServers(process.env, stops)
  print(
    '# Benchmark',
    `${new Date().toISOString()}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, load at the start ${fixed(loadavg()[0] ?? Number.NaN, 2)}. ${servers.versions}.`,
    ...(options.quick
      ? ['**Quick: small numbers. This shows that everything works and states nothing about speed.**']
      : []),
    ...(options.profileDir === null ? [] : ['**Profiled: slower than it is.**']),
  )
  let met = true
  for (const name of options.sections) met = (await measure({ options, servers, stops }, SECTIONS[name])) && met
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
      if (!ending) report(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return 1
    },
  )
  const code = await Promise.race([work, interrupted.promise])
  ending = true
  await stopAll(stops)
  return code
}

function optionsOrUsage(): Options {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    report(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    process.exit(2)
  }
}

function report(text: string): void {
  process.stderr.write(`${text}\n`)
}

// Requests that an interrupt has aborted may keep the process alive.
process.exit(await main())
