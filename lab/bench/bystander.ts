import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { openDatabase } from '../../db/database.ts'
import { ATTACKS, type AttackName, type Answers, attack } from './attacks.ts'
import { type Bench, measure } from './measure.ts'
import type { Setup } from './options.ts'
import { residentMb } from './processes.ts'
import { startProvider } from './provider.ts'
import { fixed, withBudget, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import { startOurs, type System } from './systems.ts'
import { type BenchWorkspace, createBenchWorkspace } from './workspace.ts'

/** The defaults of the settings, which are part of a bystander's protection. */
const DEFAULT_RATES = { RATE_LIMIT_REQUESTS_PER_MINUTE: '12000', RATE_LIMIT_RUNS_PER_MINUTE: '6000' }
const HEALTHY_MS = 5
/** Longer than the deadline of any quick offer. */
const HANGING_MS = 60_000
const SECONDS = { idle: 20, attack: 60 } as const
const SECONDS_QUICK = { idle: 3, attack: 5 } as const
const WARM_UP = 40
/** Between the answer of a bystander's request and its next request: four probes use a small part of two cores. */
const PAUSE_MS = 250
/** The maximum time for the attack's work to end, before the next attack is measured. */
const CALM_MS_MAX = 60_000
const CALM_CHECK_MS = 2_000
const OF_IDLE = { atMost: 3 }

/** The requests of another workspace during an attack. */
const PROBES = ['live run', 'sandbox run', 'wallet', 'stream'] as const
type ProbeName = (typeof PROBES)[number]

interface Samples {
  readonly ms: number[]
  failed: number
}
type Measured = Readonly<Record<ProbeName, Samples>>

interface Stage {
  readonly url: string
  readonly bystander: BenchWorkspace
  readonly attacker: BenchWorkspace
  readonly system: System
  readonly databaseUrl: string
}

/**
 * Prints the latency of a bystander while one caller or one provider does its worst (decisions, "Performance budget"):
 * p50 and p95 of four kinds of request, idle just before and during each attack, and the memory of the processes.
 */
export async function measureBystander(bench: Bench): Promise<boolean> {
  for (const setup of bench.options.setups) await measure(bench, (inSetup) => measureSetup(inSetup, setup))
  return true
}

async function measureSetup(bench: Bench, setup: Setup): Promise<boolean> {
  const { quick, attack: only } = bench.options
  const seconds = quick ? SECONDS_QUICK : SECONDS
  const stage = await startStage(bench, setup)
  await probe(stage, { until: () => false, times: WARM_UP })
  const rows: string[][] = []
  const memory: string[][] = []
  for (const name of ATTACKS.filter((one) => only === null || one === only)) {
    progress(`bystander, ${setup}: idle before ${name}`)
    const before = memoryOf(stage.system)
    const idle = await probe(stage, during(seconds.idle * 1_000))
    progress(`bystander, ${setup}: ${name}`)
    const { measured, answers, worstMb } = await underAttack(stage, name, seconds.attack)
    const calmMs = await calm(stage)
    rows.push(...rowsOf(name, { idle, measured, answers }))
    memory.push([
      name,
      fixed(before, 0),
      fixed(worstMb, 0),
      fixed(memoryOf(stage.system), 0),
      calmMs === null ? `longer than ${CALM_MS_MAX / 1_000}` : fixed(calmMs / 1_000, 0),
    ])
  }
  print(
    `## What a bystander feels (api and worker ${setup})`,
    `Four probes of another workspace, one request each at a time; each attack lasts ${seconds.attack} s. A failed request counts as failed, not as quick.`,
    table(
      [
        'attack',
        'probe',
        'idle p50',
        'idle p95',
        'p50',
        'p95',
        'p95 against idle',
        'requests',
        'failed',
        'the attacker was answered',
      ],
      rows,
    ),
    table(['attack', 'MB before', 'MB at worst', 'MB afterwards', 'calm after, s'], memory),
  )
  return true
}

async function startStage(bench: Bench, setup: Setup): Promise<Stage> {
  const { servers, stops } = bench
  const databaseUrl = await servers.createDatabase(`bystander_${setup}`)
  const healthy = await startProvider()
  const hanging = await startProvider()
  stops.push(
    () => healthy.close(),
    () => hanging.close(),
  )
  healthy.answerAfter(HEALTHY_MS)
  hanging.answerAfter(HANGING_MS)
  progress(`bystander: starting api and worker ${setup}`)
  const system = await startOurs(bench, {
    setup,
    databaseUrl,
    providerUrl: healthy.url,
    name: `bystander-${setup}`,
    env: { ...DEFAULT_RATES, PROVIDER_PROSPEO_API_KEY: 'bench', PROVIDER_PROSPEO_BASE_URL: hanging.url },
  })
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: 1 })
  const bystander = await createBenchWorkspace(db, 'bystander')
  const attacker = await createBenchWorkspace(db, 'attacker')
  await db.close()
  const { url } = system.target(5)
  await turnTablesOn(url, attacker.keys.test)
  return { url, bystander, attacker, system, databaseUrl }
}

async function turnTablesOn(url: string, key: string): Promise<void> {
  const answer = await fetch(`${url}/v1/features`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"tables":true}',
  })
  if (answer.status !== 200) throw new Error(`tables could not be turned on: ${answer.status} ${await answer.text()}`)
}

interface Until {
  /** Whether the time is over. */
  until(): boolean
  /** Or this many requests of each probe. */
  readonly times?: number
}

function during(ms: number): Until {
  const end = performance.now() + ms
  return { until: () => performance.now() >= end }
}

/** Sends each probe's requests one after the other, and returns their times. */
async function probe({ url, bystander }: Stage, { until, times = Number.POSITIVE_INFINITY }: Until): Promise<Measured> {
  const pool = new Pool(url, { connections: PROBES.length, pipelining: 1, headersTimeout: 150_000 })
  const run =
    (key: string): (() => Promise<boolean>) =>
    async () => {
      const answer = await pool.request({
        method: 'POST',
        path: '/v1/run',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ capability: 'web.search', input: { query: 'a bystander' }, wait_seconds: 120 }),
      })
      return (await answer.body.text()).includes('"status":"succeeded"')
    }
  const read =
    (path: string): (() => Promise<boolean>) =>
    async () => {
      const answer = await pool.request({
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${bystander.keys.live}` },
      })
      await answer.body.dump()
      return answer.statusCode === 200
    }
  const probes: Record<ProbeName, () => Promise<boolean>> = {
    'live run': run(bystander.keys.live),
    'sandbox run': run(bystander.keys.test),
    wallet: read('/v1/wallet'),
    stream: read('/v1/events?limit=50'),
  }
  const measured: Measured = {
    'live run': noSamples(),
    'sandbox run': noSamples(),
    wallet: noSamples(),
    stream: noSamples(),
  }
  await Promise.all(
    PROBES.map(async (name) => {
      for (let time = 0; time < times && !until(); time += 1) {
        const startedAt = performance.now()
        const good = await probes[name]().catch(() => false)
        if (good) measured[name].ms.push(performance.now() - startedAt)
        else measured[name].failed += 1
        await sleep(PAUSE_MS)
      }
    }),
  )
  await pool.close()
  return measured
}

const noSamples = (): Samples => ({ ms: [], failed: 0 })

/** A bystander's requests during the attack, including the last ones' answers. */
async function underAttack(
  stage: Stage,
  name: AttackName,
  seconds: number,
): Promise<{ measured: Measured; answers: Answers; worstMb: number }> {
  const { url, attacker } = stage
  let worstMb = 0
  const watch = setInterval(() => {
    worstMb = Math.max(worstMb, memoryOf(stage.system))
  }, 250)
  const attacked = attack({ name, url, testKey: attacker.keys.test, liveKey: attacker.keys.live, seconds })
  const measured = await probe(stage, during(seconds * 1_000))
  const answers = await attacked
  clearInterval(watch)
  return { measured, answers, worstMb }
}

/** Waits until no run is under way; returns milliseconds, or null when that takes too long. */
async function calm({ databaseUrl }: Stage): Promise<number | null> {
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: 1 })
  const startedAt = performance.now()
  try {
    while (performance.now() - startedAt < CALM_MS_MAX) {
      const { rows } = await db.pool.query<{ open: boolean }>(
        `select exists (select from run where status in ('created', 'reserved', 'queued', 'running')) as open`,
      )
      if (rows[0]?.open === false) return performance.now() - startedAt
      await sleep(CALM_CHECK_MS)
    }
    return null
  } finally {
    await db.close()
  }
}

function rowsOf(
  attackName: string,
  { idle, measured, answers }: { idle: Measured; measured: Measured; answers: Answers },
): string[][] {
  return PROBES.map((name, index) => {
    const [before, under] = [idle[name].ms, measured[name].ms]
    const ratio = quantile(under, 0.95) / quantile(before, 0.95)
    return [
      index === 0 ? attackName : '',
      name,
      fixed(quantile(before, 0.5), 0),
      fixed(quantile(before, 0.95), 0),
      fixed(quantile(under, 0.5), 0),
      fixed(quantile(under, 0.95), 0),
      name === 'live run' ? withBudget(ratio, OF_IDLE, 'x') : `${fixed(ratio, 2)}x`,
      String(under.length),
      String(measured[name].failed),
      index === 0
        ? Object.entries(answers)
            .map(([answer, count]) => `${answer}: ${count}`)
            .join(', ')
        : '',
    ]
  })
}

/** Of all processes under test together. */
const memoryOf = ({ programs }: System): number => programs.reduce((sum, { pid }) => sum + residentMb(pid), 0)
