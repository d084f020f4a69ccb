import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import { Pool } from 'undici'
import { openDatabase } from '../../db/database.ts'
import { fixed, print, progress, quantile, table, withBudget } from '../../ops/report/markdown.ts'
import { CONCURRENCY, openLoad } from './load.ts'
import { type Bench, latencyCells, measure } from './measure.ts'
import type { Setup } from './options.ts'
import type { BenchServers } from './servers.ts'
import { startOurs, type System } from './systems.ts'
import { createBenchWorkspace } from './workspace.ts'

const PAIRS = 3
const PAIR_ROWS = { full: 600, quick: 30 } as const
const NEIGHBOUR_ROWS = { full: 10_000, quick: 60 } as const
/** How long the neighbour is measured, alone and during the job. */
const NEIGHBOUR_SECONDS = { full: 60, quick: 3 } as const
/** Between the answer of the neighbour's run and the next one. */
const PAUSE_MS = 100
/** USD; more than any job here spends. */
const CEILING = '5000'
/** One attempt, which the sandbox answers in memory. */
const QUERY = 'durable workflow engines'

/** At least as many rows a second as single runs; a neighbour's p95 grows by half at most. */
const OF_SINGLE = { atLeast: 1 }
const OF_ALONE = { atMost: 1.5 }

interface Stage {
  readonly system: System
  readonly servers: BenchServers
  readonly pool: Pool
  readonly temporal: Client
  readonly key: string
  readonly neighbourKey: string
}

/**
 * Prints what a row of a job costs compared with a single run, 20 of which are sent at once, and what a neighbour
 * notices of a job of 10,000 rows.
 */
export async function measureJobs(bench: Bench): Promise<boolean> {
  const size = bench.options.quick ? 'quick' : 'full'
  for (const setup of bench.options.setups)
    await measure(bench, async (inSetup) => {
      const stage = await startStage(inSetup, setup)
      await measureRows(stage, { setup, rows: PAIR_ROWS[size] })
      await measureNeighbour(stage, { setup, rows: NEIGHBOUR_ROWS[size], seconds: NEIGHBOUR_SECONDS[size] })
      return true
    })
  return true
}

async function startStage(bench: Bench, setup: Setup): Promise<Stage> {
  const { servers, stops } = bench
  const databaseUrl = await servers.createDatabase(`jobs_${setup}`)
  progress(`jobs: starting api and worker ${setup}`)
  // Nothing here runs live.
  const providerUrl = 'http://127.0.0.1:1'
  const system = await startOurs(bench, { setup, databaseUrl, providerUrl, name: `jobs-${setup}` })
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: 1 })
  const neighbour = await createBenchWorkspace(db, 'neighbour')
  await db.close()
  const connection = await Connection.connect({ address: servers.temporal.address })
  stops.push(() => connection.close())
  const { url, key } = system.target(0)
  const pool = new Pool(url, { connections: 4, pipelining: 1, headersTimeout: 150_000, bodyTimeout: 150_000 })
  stops.push(() => pool.destroy())
  return {
    system,
    servers,
    pool,
    temporal: new Client({ connection, namespace: servers.temporal.namespace }),
    key: key ?? '',
    neighbourKey: neighbour.keys.test,
  }
}

interface JobNow {
  readonly job_id: string
  readonly status: string
  readonly progress: { readonly done: number }
}

async function send(
  { pool, key }: Stage,
  method: 'GET' | 'POST',
  path: string,
  body?: { readonly type: string; readonly text: string },
): Promise<Record<string, unknown>> {
  const answer = await pool.request({
    method,
    path,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': body.type }) },
    body: body?.text ?? null,
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

/** A job of this many rows, from a file, without a pilot. */
async function makeJob(stage: Stage, rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, (_, row) => `${QUERY} ${row}`)
  const { upload_id: upload } = await send(stage, 'POST', '/v1/jobs/uploads', {
    type: 'text/csv',
    text: ['query', ...lines, ''].join('\n'),
  })
  const body = { capability: 'web.search', rows: { upload }, input: { query: '{{query}}' }, ceiling: CEILING, pilot: 0 }
  const { job_id: id } = await send(stage, 'POST', '/v1/jobs', { type: 'application/json', text: JSON.stringify(body) })
  return String(id)
}

const readJob = async (stage: Stage, id: string, waitSeconds: number): Promise<JobNow> =>
  (await send(stage, 'GET', `/v1/jobs/${id}?wait=${waitSeconds}`)) as unknown as JobNow

async function untilEnded(stage: Stage, id: string): Promise<void> {
  for (;;) {
    const { status } = await readJob(stage, id, 60)
    if (status === 'succeeded') return
    if (status !== 'running' && status !== 'finishing' && status !== 'estimating')
      throw new Error(`the job is ${status}`)
  }
}

/** CPU milliseconds so far: of api and worker, of PostgreSQL, and of Temporal. */
const cpuOf = ({ system, servers }: Stage): readonly number[] => {
  const { postgres, temporal } = servers.cpuMs()
  return [system.cpuMs(), postgres, temporal].map((ms) => ms ?? Number.NaN)
}

interface Cost {
  readonly perSecond: number
  /** Milliseconds a row, as of `cpuOf`. */
  readonly cpu: readonly number[]
}

async function costOf(stage: Stage, rows: number, work: () => Promise<unknown>): Promise<Cost> {
  const [cpu, startedAt] = [cpuOf(stage), performance.now()]
  await work()
  const seconds = (performance.now() - startedAt) / 1_000
  return { perSecond: rows / seconds, cpu: cpuOf(stage).map((ms, at) => (ms - (cpu[at] ?? 0)) / rows) }
}

/** Events and bytes of all executions that a job's workflow has had. */
async function historyOf({ temporal }: Stage, id: string): Promise<{ events: number; bytes: number }> {
  const sum = { events: 0, bytes: 0 }
  for await (const { runId } of temporal.workflow.list({ query: `WorkflowId = "${id}"` })) {
    const { historyLength, historySize = 0 } = await temporal.workflow.getHandle(id, runId).describe()
    sum.events += historyLength
    sum.bytes += historySize
  }
  return sum
}

async function measureRows(stage: Stage, { setup, rows }: { setup: Setup; rows: number }): Promise<void> {
  const load = openLoad(stage.system.target(0))
  await load.send(60, CONCURRENCY)
  await untilEnded(stage, await makeJob(stage, 60))
  const printed: string[][] = []
  const ratios: number[] = []
  let history = ''
  for (let pair = 0; pair < PAIRS; pair += 1) {
    progress(`jobs, ${setup}: pair ${pair + 1} of ${PAIRS}`)
    const single = await costOf(stage, rows, () => load.send(rows, CONCURRENCY))
    let id = ''
    const job = await costOf(stage, rows, async () => {
      id = await makeJob(stage, rows)
      await untilEnded(stage, id)
    })
    for (const [name, cost] of [
      [`${CONCURRENCY} single runs at once`, single],
      ['a job', job],
    ] as const)
      printed.push([name, fixed(cost.perSecond), ...cost.cpu.map((ms) => fixed(ms))])
    ratios.push(job.perSecond / single.perSecond)
    const { events, bytes } = await historyOf(stage, id)
    history = `${events} events, ${fixed(bytes / rows)} bytes a row`
  }
  await load.close()
  print(
    `## Jobs of ${rows} rows (api and worker ${setup})`,
    table(['', 'rows/s', 'CPU ms a row: api and worker', 'PostgreSQL', 'Temporal'], printed),
    `Rows a second of a job compared with single runs, median of ${PAIRS}: ${withBudget(quantile(ratios, 0.5), OF_SINGLE, 'x')}. History of the job's workflow: ${history}.`,
  )
}

async function measureNeighbour(
  stage: Stage,
  { setup, rows, seconds }: { setup: Setup; rows: number; seconds: number },
): Promise<void> {
  progress(`jobs, ${setup}: a neighbour alone`)
  const alone = await probe(stage, seconds)
  progress(`jobs, ${setup}: a neighbour during a job`)
  const id = await makeJob(stage, rows)
  const duringJob = await probe(stage, seconds)
  const { progress: reached, status } = await readJob(stage, id, 0)
  if (status === 'running') await send(stage, 'POST', `/v1/jobs/${id}/cancel`)
  print(
    `## A neighbour of a job of ${rows} rows (api and worker ${setup})`,
    table(
      ['neighbour', 'p50 ms', 'p95 ms', 'runs'],
      [
        ['alone', ...latencyCells(alone), String(alone.length)],
        ['during the job', ...latencyCells(duringJob), String(duringJob.length)],
      ],
    ),
    `p95 during the job, against alone: ${withBudget(quantile(duringJob, 0.95) / quantile(alone, 0.95), OF_ALONE, 'x')}. ${reached.done} rows of the job ended meanwhile.`,
  )
}

/** The neighbour's runs, one after the other. */
async function probe(stage: Stage, seconds: number): Promise<number[]> {
  const load = openLoad({ ...stage.system.target(0), key: stage.neighbourKey })
  const end = performance.now() + seconds * 1_000
  const samples: number[] = []
  while (performance.now() < end) {
    samples.push(...(await load.send(1, 1)))
    await sleep(PAUSE_MS)
  }
  await load.close()
  return samples
}
