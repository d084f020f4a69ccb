import { CONTENTION, PER_RUN, POINTS, PROCESS, ASSUMED } from './measured.ts'
import { processNeed } from './model.ts'
import { give, simulate, type Simulated, spend, type JobStep, take, type Together, use } from './queueing.ts'

const SEED = 20_261_122
/** This many seconds of arrivals: the longest wait of a stable queue is far shorter. */
const SECONDS = 20
/** Three statements of about the same length: the insert of the run locks nothing shared, the other two do. */
const statementMs = 1_000 / CONTENTION.oneWallet[1] / 3
/** Runs of a statement at most (usecases/runs/wallet-batches.ts). */
const BATCH_MAX = 50

/**
 * A statement of several runs of one wallet takes a fixed time and some for each run. Half of the writers hold and
 * half settle, so N writers fill batches of N / 2; two points give both times.
 */
const batchMs = (() => {
  const { oneWallet } = CONTENTION
  const [few, many] = [4, 32] as const
  const [fewMs, manyMs] = [1_000 / oneWallet[few] / 2, 1_000 / oneWallet[many] / 2]
  const fixed = (fewMs - manyMs) / (2 / few - 2 / many)
  return { fixed, each: manyMs - (fixed * 2) / many }
})()

/** A write to a wallet that others write too, by one of the batchers of a worker, with the steps around it. */
const inBatches = (
  batcher: string,
  around: readonly [readonly JobStep[], readonly JobStep[]] = [[], []],
): Together => ({
  kind: 'together',
  batcher,
  sizeMax: BATCH_MAX,
  steps: (size) => [
    ...around[0],
    ...use('wallet', size === 1 ? statementMs : batchMs.fixed + size * batchMs.each, 'fixed'),
    ...around[1],
  ],
})

export interface LoadScenario {
  readonly name: string
  readonly perSecond: number
  /** Share of the runs that one wallet pays for, from 0 to 1. */
  readonly ofOneWallet: number
}

export const SCENARIOS: readonly LoadScenario[] = [
  { name: 'equal customers', perSecond: 1, ofOneWallet: 0 },
  { name: 'equal customers', perSecond: 100, ofOneWallet: 0 },
  { name: 'one customer has half', perSecond: 100, ofOneWallet: 0.5 },
  { name: 'equal customers', perSecond: 1_000, ofOneWallet: 0 },
  { name: 'one customer has a tenth', perSecond: 1_000, ofOneWallet: 0.1 },
  { name: 'one customer has half', perSecond: 1_000, ofOneWallet: 0.5 },
]

/**
 * A run on its way through a deployment of the model's size: api, its slot at a worker, the wallet twice, the provider.
 */
export function simulateRuns({ perSecond, ofOneWallet }: LoadScenario): Simulated {
  const { apiReplicas, workerReplicas } = processNeed(perSecond)
  const places = {
    api: apiReplicas * PROCESS.apiCoresMost,
    worker: Math.max(1, Math.floor(workerReplicas * PROCESS.workerCoresMost)),
    slots: workerReplicas * PROCESS.workflowTaskSlots,
    apiPool: apiReplicas * PROCESS.poolMax,
    workerPool: workerReplicas * PROCESS.poolMax,
    wallet: 1,
  }
  const every = ofOneWallet === 0 ? Number.POSITIVE_INFINITY : Math.round(1 / ofOneWallet)
  const writing = (job: number, write: 'hold' | 'settle'): readonly JobStep[] =>
    job % every === 0
      ? [inBatches(`${write} ${job % workerReplicas}`, [[take('workerPool')], [give('workerPool')]])]
      : [take('workerPool'), spend(statementMs, 'fixed'), give('workerPool')]
  return simulate({
    seed: SEED,
    places,
    jobs: Math.max(600, perSecond * SECONDS),
    arrivals: { kind: 'open', perSecond },
    apart: (job) => job % every === 0,
    steps: (job) => [
      ...use('api', PER_RUN.cpuMs.api / 2),
      ...use('apiPool', ASSUMED.statementMs),
      take('slots'),
      ...use('worker', PER_RUN.cpuMs.worker / 2),
      ...writing(job, 'hold'),
      ...use('workerPool', ASSUMED.statementMs),
      spend(ASSUMED.providerMs),
      ...use('workerPool', ASSUMED.statementMs),
      ...writing(job, 'settle'),
      ...use('worker', PER_RUN.cpuMs.worker / 2),
      give('slots'),
      ...use('api', PER_RUN.cpuMs.api / 2),
    ],
  })
}

export interface Check {
  readonly name: string
  readonly simulated: number
  readonly measured: number
}

/**
 * Checks the model of a wallet with many writers against the measurement: one, four and 32 writers give it its times,
 * and it has to predict sixteen.
 */
export function checkWallet(): Check {
  const writers = 16
  const { perSecond } = simulate({
    seed: SEED,
    jobs: 20_000,
    arrivals: { kind: 'closed', atOnce: writers },
    places: { machine: POINTS.cores, wallet: 1 },
    steps: () => [...use('machine', statementMs), inBatches('hold'), inBatches('settle')],
  })
  return {
    name: `${writers} writers on one wallet`,
    simulated: perSecond,
    measured: CONTENTION.oneWallet[writers],
  }
}

/**
 * Checks whole runs, with api and worker apart. The rate of runs with a provider of 5 ms is given, which shows how much
 * of the two cores they could use; the rate with a provider of a second has to be predicted.
 */
export function checkRuns(): Check {
  const cpuMs = Object.values(PER_RUN.cpuMs).reduce((sum, ms) => sum + ms, 0)
  const slowed = (POINTS.cores * 1_000) / (POINTS.of5Ms * cpuMs)
  const { perSecond } = simulate({
    seed: SEED,
    jobs: 2_000,
    arrivals: { kind: 'closed', atOnce: POINTS.atOnce },
    places: { cores: POINTS.cores },
    steps: () => [...use('cores', (cpuMs / 2) * slowed), spend(1_000, 'fixed'), ...use('cores', (cpuMs / 2) * slowed)],
  })
  return { name: '20 runs at once, a provider of 1 s', simulated: perSecond, measured: POINTS.of1000Ms }
}
