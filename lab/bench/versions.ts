import { promote } from '../../ops/deployments/route.ts'
import { type FigureService, startFigureService } from './figure-service.ts'
import { historyOf } from './figures.ts'
import type { Options } from './options.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'

/**
 * The same service three times. A versioned worker never starts eagerly, so the cost of that is measured separately
 * from the version itself.
 */
const KINDS = [
  { name: 'without a version, eager starts', build: undefined, eager: true },
  { name: 'without a version, starts by a poll', build: undefined, eager: false },
  { name: 'of a version', build: 'v1', eager: false },
] as const

const WARM_UP = 30
const TURNS = 200
const QUICK_TURNS = 10
const PROMOTED_WITHIN_MS = 60_000
const BODY = {
  capability: 'contact.find',
  input: { full_name: 'Ada Example', domain: 'example.com' },
  wait_seconds: 60,
}

/**
 * Prints the cost of Worker Versioning for a run: the three alternate, run by run, so that the machine's variations
 * affect all alike.
 */
export async function measureVersions({ quick }: Options, servers: BenchServers, stops: Stop[]): Promise<void> {
  progress('versions: starting three services')
  const services: { readonly name: string; readonly service: FigureService; readonly ms: number[] }[] = []
  for (const { name, build, eager } of KINDS) {
    const service = await startFigureService({
      servers,
      databaseUrl: await servers.createDatabase(`versions_${services.length}`),
      onQuery: () => undefined,
      eager,
      // Names of equal length, because they are part of every history.
      taskQueue: `figures-${services.length}`,
      ...(build === undefined ? {} : { build }),
    })
    stops.push(() => service.stop())
    if (build !== undefined) await promoted(service, build)
    services.push({ name, service, ms: [] })
  }
  const turns = quick ? QUICK_TURNS : TURNS
  for (let turn = -WARM_UP; turn < turns; turn += 1) {
    for (let offset = 0; offset < services.length; offset += 1) {
      const one = services[(Math.abs(turn) + offset) % services.length]
      if (one === undefined) continue
      const startedAt = performance.now()
      await one.service.run('test', BODY)
      if (turn >= 0) one.ms.push(performance.now() - startedAt)
    }
  }
  const rows: string[][] = []
  for (const { name, service, ms } of services) {
    const { workflowTasks, events, bytes } = await historyOf(service.client, await service.run('test', BODY))
    rows.push([
      name,
      String(workflowTasks),
      String(events),
      String(bytes),
      fixed(quantile(ms, 0.5)),
      fixed(quantile(ms, 0.9)),
    ])
    await service.stop()
  }
  print(
    `## A run on workers of a version (sandbox, ${turns} runs in turns)`,
    table(['workers', 'workflow tasks', 'events', 'bytes', 'p50 ms', 'p90 ms'], rows),
  )
}

async function promoted({ client, temporal }: FigureService, build: string): Promise<void> {
  const { ended, lines } = await promote(
    { client, ...temporal, deploymentName: temporal.taskQueue, identity: 'the benchmark' },
    build,
    PROMOTED_WITHIN_MS,
  )
  if (ended !== 'done') throw new Error(lines.join('\n'))
}
