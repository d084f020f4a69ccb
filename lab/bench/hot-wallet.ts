import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { openDatabase } from '../../db/database.ts'
import { fixed, print, progress, quantile, table, withBudget } from '../../ops/report/markdown.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { Options } from './options.ts'
import { startProvider } from './provider.ts'
import type { BenchServers } from './servers.ts'
import { startOurs } from './systems.ts'
import { type BenchWorkspace, createBenchWorkspace } from './workspace.ts'

const PROVIDER_MS = 5
/** Customers of equal size, in whose place one customer comes. */
const CUSTOMERS = 16
/** Sent at once to see what the machine can do. */
const AT_ONCE = 20
const USED = 0.7
const SECONDS = { capacity: 15, phase: 60 } as const
const SECONDS_QUICK = { capacity: 2, phase: 4 } as const
const WARM_UP_RUNS = 60
/** Between the answer of the neighbour's run and the next one. */
const PAUSE_MS = 100
/** The goal: one customer in place of many moves the neighbour's p95 by half of it at most. */
const OF_MANY = { atMost: 1.5 }

/**
 * Prints what a neighbour notices when the load of 16 customers comes from one customer, and so from one wallet. Both
 * loads arrive at the same rate, 70 % of what the machine does, whatever is under way.
 */
export async function measureHotWallet({ quick }: Options, servers: BenchServers, stops: Stop[]): Promise<void> {
  const seconds = quick ? SECONDS_QUICK : SECONDS
  const stage = await startStage(servers, stops)
  await closed(stage, { until: () => false, runs: WARM_UP_RUNS })
  progress('hot wallet: what the machine does')
  const end = performance.now() + seconds.capacity * 1_000
  const capacity = (await closed(stage, { until: () => performance.now() > end })) / seconds.capacity
  const perSecond = capacity * USED
  const rows: string[][] = []
  const neighbours: number[] = []
  for (const [name, customers] of [
    ['no customer', []],
    [`${CUSTOMERS} customers`, stage.customers],
    ['one customer', stage.customers.slice(0, 1)],
  ] as const) {
    progress(`hot wallet: ${name}`)
    const { neighbour, theirs } = await phase(stage, { customers, perSecond, seconds: seconds.phase })
    neighbours.push(quantile(neighbour, 0.95))
    rows.push([
      name,
      fixed(quantile(neighbour, 0.5)),
      fixed(quantile(neighbour, 0.95)),
      theirs.length === 0 ? '-' : fixed(quantile(theirs, 0.5)),
      theirs.length === 0 ? '-' : fixed(quantile(theirs, 0.95)),
      theirs.length === 0 ? '-' : fixed(theirs.length / seconds.phase),
    ])
  }
  const [, many = Number.NaN, one = Number.NaN] = neighbours
  print(
    '## A neighbour of one wallet (api and worker apart)',
    `The machine does ${fixed(capacity)} runs a second with ${AT_ONCE} at once; the load is ${fixed(perSecond)} a second.`,
    table(['load from', 'neighbour p50', 'neighbour p95', 'load p50', 'load p95', 'load runs/s'], rows),
    `Neighbour's p95 beside one customer, against that beside ${CUSTOMERS}: ${withBudget(one / many, OF_MANY)}`,
  )
}

interface Stage {
  readonly pool: Pool
  readonly customers: readonly BenchWorkspace[]
  readonly neighbour: BenchWorkspace
}

async function startStage(servers: BenchServers, stops: Stop[]): Promise<Stage> {
  const databaseUrl = await servers.createDatabase('hot_wallet')
  const provider = await startProvider()
  provider.answerAfter(PROVIDER_MS)
  stops.push(() => provider.close())
  progress('hot wallet: starting api and worker')
  const system = await startOurs({
    setup: 'apart',
    servers,
    databaseUrl,
    providerUrl: provider.url,
    profileDir: null,
    stops,
    name: 'hot-wallet',
  })
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: 1 })
  const customers: BenchWorkspace[] = []
  for (let n = 0; n < CUSTOMERS; n += 1) customers.push(await createBenchWorkspace(db, `customer ${n}`))
  const neighbour = await createBenchWorkspace(db, 'neighbour')
  await db.close()
  const pool = new Pool(system.target(PROVIDER_MS).url, { connections: 500, pipelining: 1 })
  stops.push(() => pool.destroy())
  return { pool, customers, neighbour }
}

/** Milliseconds of a live run; anything but a succeeded run ends the benchmark. */
async function run({ pool }: Stage, { keys }: BenchWorkspace): Promise<number> {
  const startedAt = performance.now()
  const answer = await pool.request({
    method: 'POST',
    path: '/v1/run',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${keys.live}` },
    body: JSON.stringify({ capability: 'web.search', input: { query: 'durable engines' }, wait_seconds: 60 }),
  })
  const text = await answer.body.text()
  if (!text.includes('"status":"succeeded"')) throw new Error(`a run was answered ${answer.statusCode}: ${text}`)
  return performance.now() - startedAt
}

/** A fixed number of runs at once, over all customers; returns how many ended. */
async function closed(
  stage: Stage,
  { until, runs = Number.POSITIVE_INFINITY }: { until(): boolean; runs?: number },
): Promise<number> {
  let begun = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (begun < runs && !until()) {
        begun += 1
        await run(stage, stage.customers[begun % CUSTOMERS] ?? stage.neighbour)
      }
    }),
  )
  return begun
}

/** The customers' runs arrive at this rate, in turn; the neighbour sends one after the other. */
async function phase(
  stage: Stage,
  load: { readonly customers: readonly BenchWorkspace[]; readonly perSecond: number; readonly seconds: number },
): Promise<{ readonly neighbour: readonly number[]; readonly theirs: readonly number[] }> {
  const end = performance.now() + load.seconds * 1_000
  const neighbour: number[] = []
  const probing = (async () => {
    while (performance.now() < end) {
      neighbour.push(await run(stage, stage.neighbour))
      await sleep(PAUSE_MS)
    }
  })()
  const theirs: Promise<number>[] = []
  const startedAt = performance.now()
  while (load.customers.length > 0 && performance.now() < end) {
    const due = ((performance.now() - startedAt) / 1_000) * load.perSecond
    while (theirs.length < due) {
      const customer = load.customers[theirs.length % load.customers.length]
      if (customer !== undefined) theirs.push(run(stage, customer))
    }
    await sleep(5)
  }
  await probing
  return { neighbour, theirs: await Promise.all(theirs) }
}
