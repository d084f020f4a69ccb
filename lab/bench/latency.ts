import { setTimeout as sleep } from 'node:timers/promises'
import { ALONE_AFTER_MS } from '../../domain/shares/permits.ts'
import { CONCURRENCY, CROWD } from './load.ts'
import { type Bench, measure } from './measure.ts'
import type { Setup } from './options.ts'
import { startProvider } from './provider.ts'
import { fixed, withBudget, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import { compare, cpuOfRun, type Measured, p50, type Sizes, throughput } from './sides.ts'
import { startBare, startOurs } from './systems.ts'

/**
 * The first warm-up lets every pooled connection plan each statement the five times that PostgreSQL plans again. A slow
 * provider needs fewer runs: its own second hides the noise, and more would take minutes.
 */
const FULL: readonly Sizes[] = [
  { provider: 0, warmUp: 300, alone: 150, backToBack: 50, together: 400, crowd: 400 },
  { provider: 5, warmUp: 60, alone: 150, backToBack: 50, together: 400, crowd: 400 },
  { provider: 1_000, warmUp: 20, alone: 10, backToBack: 5, together: 200, crowd: 200 },
]
const QUICK: readonly Sizes[] = [
  { provider: 0, warmUp: 20, alone: 20, backToBack: 10, together: 100, crowd: 100 },
  { provider: 5, warmUp: 20, alone: 20, backToBack: 10, together: 100, crowd: 100 },
  { provider: 1_000, warmUp: 20, alone: 5, backToBack: 5, together: 100, crowd: 100 },
]
/** The first provider that is called live: one of 0 ms is the sandbox. */
const FIRST_LIVE_MS = 5
const P50_RATIO = { atMost: 1.3 }
const THROUGHPUT_RATIO = { atLeast: 0.9 }
const CPU_RATIO = { atMost: 1.25 }

/**
 * Latency, throughput and CPU of POST /v1/run compared with a bare workflow of the same shape, in each set-up. Ratios
 * of times are printed and judged, but they never fail the command: machines differ, and neighbours make noise.
 */
export async function measureLatency(bench: Bench): Promise<boolean> {
  print('## POST /v1/run compared with a bare Temporal workflow of three local activities with one commit each')
  for (const setup of bench.options.setups) await measure(bench, (inSetup) => measureSetup(inSetup, setup))
  return true
}

async function measureSetup(bench: Bench, setup: Setup): Promise<boolean> {
  const { options, servers, stops } = bench
  const databaseUrl = await servers.createDatabase(`latency_${setup}`)
  const provider = await startProvider()
  stops.push(() => provider.close())
  const parts = { setup, databaseUrl, providerUrl: provider.url }
  progress(`${setup}: starting both sides`)
  const sides = [await startOurs(bench, parts), await startBare(bench, parts)]

  print(`### ${setup === 'together' ? 'Api and worker in one process, eager start' : 'Api and worker apart'}`)
  for (const sizes of options.quick ? QUICK : FULL) {
    // The sandbox calls until here, and live then: each is measured as a caller that is alone.
    if (sizes.provider === FIRST_LIVE_MS) await sleep(ALONE_AFTER_MS)
    provider.answerAfter(sizes.provider)
    // Printed one by one: an interrupted benchmark keeps its tables so far.
    print(`Provider of ${sizes.provider} ms:`, table(HEAD, rowsOf(await compare(sides, sizes, servers))))
  }
  return true
}

const HEAD = [
  'side',
  'p50 ms',
  'p95 ms',
  'p50 back to back',
  `runs/s at ${CONCURRENCY}`,
  `at ${CROWD}`,
  'CPU ms a run: node + Temporal + PostgreSQL',
  'p50 / bare',
  'throughput / bare',
  'by block',
  `at ${CROWD}`,
  'CPU / bare',
]

function rowsOf([ours, bare]: readonly Measured[]): string[][] {
  if (ours === undefined || bare === undefined) throw new Error('two sides were measured')
  const own = (name: string, side: Measured): string[] => {
    const { node, temporal, postgres } = cpuOfRun(side)
    return [
      name,
      ...[p50(side.aloneMs), quantile(side.aloneMs, 0.95), p50(side.backToBackMs), throughput(side)].map((value) =>
        fixed(value),
      ),
      fixed(throughput(side.crowd)),
      [node, temporal, postgres].map((ms) => fixed(ms)).join(' + '),
    ]
  }
  // The spread of the blocks shows how much of a ratio is noise.
  const blocks = ours.runsPerSecond.map((one, block) => one / (bare.runsPerSecond[block] ?? Number.NaN))
  return [
    [
      ...own('ours', ours),
      withBudget(p50(ours.aloneMs) / p50(bare.aloneMs), P50_RATIO, 'x'),
      withBudget(throughput(ours) / throughput(bare), THROUGHPUT_RATIO, 'x'),
      `${fixed(Math.min(...blocks), 2)} to ${fixed(Math.max(...blocks), 2)}`,
      `${fixed(throughput(ours.crowd) / throughput(bare.crowd), 2)}x`,
      withBudget(cpuOfRun(ours).sum / cpuOfRun(bare).sum, CPU_RATIO, 'x'),
    ],
    [...own('bare', bare), '', '', '', '', ''],
  ]
}
