import { CONTENTION, PER_RUN, POINTS, PROCESS, ASSUMED } from './measured.ts'
import { processNeed } from './model.ts'
import { give, simulate, type Simulated, spend, type JobStep, take, use } from './queueing.ts'

const SEED = 20_261_122
/** This many seconds of arrivals: the longest wait of a stable queue is far shorter. */
const SECONDS = 20
/** A run writes to its wallet twice, so each write takes half of the time of a pair. */
const walletMs = 1_000 / CONTENTION.walletPairsPerSecond / 2

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
  const writing = (large: boolean): readonly JobStep[] => [
    take('workerPool'),
    ...(large ? use('wallet', walletMs, 'fixed') : [spend(walletMs, 'fixed')]),
    give('workerPool'),
  ]
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
      ...writing(job % every === 0),
      ...use('workerPool', ASSUMED.statementMs),
      spend(ASSUMED.providerMs),
      ...use('workerPool', ASSUMED.statementMs),
      ...writing(job % every === 0),
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
 * Checks the model of a row with many writers against the measurement. Three points give it the time of an operation
 * alone, the machine's throughput without shared rows, and the cost of passing the row on; it has to predict the
 * throughput of many writers on one row.
 */
export function checkWallet(): readonly Check[] {
  const { oneWallet, walletEach } = CONTENTION
  // Three statements of about the same length: the insert of the run locks nothing shared, the other two do.
  const third = 1_000 / oneWallet[1] / 3
  // Where no row is shared, the machine's processors and disk are the only queue.
  const machine = Math.max(1, Math.round(Math.max(...Object.values(walletEach)) / oneWallet[1]))
  // A waiting writer is woken, finds the row changed and reads it again before it works. Among four, every writer has
  // waited.
  const handoverMs = Math.max(0, 1_000 / oneWallet[4] / 2 - third)
  const locked: readonly JobStep[] = [
    take('wallet'),
    spend(handoverMs, 'fixed'),
    ...use('machine', third),
    give('wallet'),
  ]
  return ([16, 32] as const).map((writers) => {
    const { perSecond } = simulate({
      seed: SEED,
      jobs: 20_000,
      arrivals: { kind: 'closed', atOnce: writers },
      places: { machine, wallet: 1 },
      steps: () => [...use('machine', third), ...locked, ...locked],
    })
    return { name: `${writers} writers on one wallet`, simulated: perSecond, measured: oneWallet[writers] }
  })
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
