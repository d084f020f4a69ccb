import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import { startCountingCollector } from './collector.ts'
import { at } from './figure-service.ts'
import { CONCURRENCY, type Load, openLoad, type Target } from './load.ts'
import type { Options } from './options.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'
import { startOurs, type System } from './systems.ts'

/** The same service three times: with no trace, with every request traced, and with a tenth. */
const SIDES = [
  { name: 'off', share: null },
  { name: 'every request', share: '1' },
  { name: 'one in ten', share: '0.1' },
] as const

interface Sizes {
  readonly warmUp: number
  /** One after the other, with a rest between. */
  readonly alone: number
  /** The benchmark's highest concurrency. */
  readonly together: number
}
const FULL: Sizes = { warmUp: 200, alone: 120, together: 600 }
const QUICK: Sizes = { warmUp: 20, alone: 12, together: 60 }
/** The sides alternate in this many blocks, so that a drift of the machine affects all of them. */
const BLOCKS = 6
/** As in the comparison with a bare workflow (latency.ts). */
const REST_MS = 100
/** Longer than a batch of spans waits (telemetry/tracing.ts). */
const SENT_AFTER_MS = 3_000

interface Side {
  readonly name: string
  readonly system: System
  readonly load: Load
  readonly target: Target
  readonly aloneMs: number[]
  togetherMs: number
  cpuMs: number
  runs: number
}

/** The cost of traces for a sandbox run: time, CPU, exported data, and the growth of Temporal's history. */
export async function measureTraces(options: Options, servers: BenchServers, stops: Stop[]): Promise<void> {
  const sizes = options.quick ? QUICK : FULL
  const collector = await startCountingCollector()
  stops.push(() => collector.close())
  const sides: Side[] = []
  for (const { name, share } of SIDES)
    sides.push(await startSide({ name, share, collectorUrl: collector.url }, { options, servers, stops }))

  for (const { load } of sides) await load.send(sizes.warmUp, CONCURRENCY)
  await sleep(SENT_AFTER_MS)
  const sent = new Map(sides.map(({ name }) => [name, { spans: 0, bytes: 0 }]))
  for (let block = 0; block < BLOCKS; block += 1) {
    progress(`traces: block ${block + 1} of ${BLOCKS}`)
    for (const side of block % 2 === 0 ? sides : sides.toReversed()) {
      collector.take()
      await runBlock(side, sizes)
      await sleep(SENT_AFTER_MS)
      const { spans, bytes } = collector.take()
      const sum = sent.get(side.name)
      sent.set(side.name, { spans: (sum?.spans ?? 0) + spans, bytes: (sum?.bytes ?? 0) + bytes })
    }
  }
  const rows: string[][] = []
  for (const side of sides) {
    const { spans, bytes } = sent.get(side.name) ?? { spans: 0, bytes: 0 }
    const history = await historyOf(servers, side.target)
    rows.push([
      side.name,
      fixed(quantile(side.aloneMs, 0.5)),
      fixed(quantile(side.aloneMs, 0.95)),
      fixed((side.runs / BLOCKS) * 1_000 * (BLOCKS / side.togetherMs)),
      fixed(side.cpuMs / side.runs, 2),
      fixed(spans / (side.runs + side.aloneMs.length)),
      fixed(bytes / (side.runs + side.aloneMs.length), 0),
      history,
    ])
  }
  print(
    '## Traces of a sandbox run, api and worker in one process',
    table(
      [
        'followed',
        'p50 ms',
        'p95 ms',
        `runs/s at ${CONCURRENCY}`,
        'CPU ms a run',
        'spans a run',
        'bytes sent a run',
        "a run's history: events, bytes",
      ],
      rows,
    ),
  )
  for (const { system, load } of sides) {
    await load.close()
    await system.stop()
  }
  await collector.close()
}

async function startSide(
  { name, share, collectorUrl }: { name: string; share: string | null; collectorUrl: string },
  { options, servers, stops }: { options: Options; servers: BenchServers; stops: Stop[] },
): Promise<Side> {
  progress(`traces: starting, ${name}`)
  const id = `traces_${name.replaceAll(' ', '_')}`
  const system = await startOurs({
    setup: 'together',
    servers,
    databaseUrl: await servers.createDatabase(id),
    providerUrl: 'http://127.0.0.1:9',
    profileDir: options.profileDir,
    stops,
    name: id,
    env: {
      TEMPORAL_TASK_QUEUE: id,
      ...(share === null ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl, OTEL_TRACES_SAMPLER_ARG: share }),
    },
  })
  const target = system.target(0)
  const load = openLoad(target)
  stops.push(() => load.close())
  return { name, system, target, load, aloneMs: [], togetherMs: 0, cpuMs: 0, runs: 0 }
}

async function runBlock(side: Side, sizes: Sizes): Promise<void> {
  side.aloneMs.push(...(await side.load.send(Math.ceil(sizes.alone / BLOCKS), 1, REST_MS)))
  const count = Math.ceil(sizes.together / BLOCKS)
  const [cpuBefore, startedAt] = [side.system.cpuMs() ?? Number.NaN, performance.now()]
  await side.load.send(count, CONCURRENCY)
  side.togetherMs += performance.now() - startedAt
  // The batch that is sent afterwards belongs to these runs.
  await sleep(SENT_AFTER_MS)
  side.cpuMs += (side.system.cpuMs() ?? Number.NaN) - cpuBefore
  side.runs += count
}

/** One more run, and the end of its history. */
async function historyOf({ temporal }: BenchServers, { url, path, key, body }: Target): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  })
  const runId = at(await response.json(), 'run_id')
  if (typeof runId !== 'string') throw new Error('no run was started')
  const connection = await Connection.connect({ address: temporal.address })
  try {
    const handle = new Client({ connection, namespace: temporal.namespace }).workflow.getHandle(runId)
    await handle.result()
    const { historyLength, historySize } = await handle.describe()
    return `${historyLength}, ${historySize ?? '-'}`
  } finally {
    await connection.close()
  }
}
