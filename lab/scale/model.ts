import { ASSUMED, PER_RUN, PROCESS } from './measured.ts'

/** The rates in the tables, in runs a second. */
export const RATES = [1, 100, 1_000] as const

const SECONDS_A_MONTH = 30 * 86_400
const KB = 1_024
const GB = KB ** 3

const powerOfTwo = (atLeast: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, atLeast)))
/** At least two of every process that answers, so that one may fail. */
const replicas = (wanted: number): number => Math.max(2, Math.ceil(wanted))

export interface TemporalNeed {
  readonly transitionsPerSecond: number
  readonly persistencePerSecond: number
  readonly frontendPerSecond: number
  readonly shards: number
  readonly partitions: number
  readonly retainedGb: number
}

/**
 * The load of the Temporal cluster at this many runs a second. Only the rate and the measured figures of one run go in.
 */
export function temporalNeed(rate: number): TemporalNeed {
  const transitionsPerSecond = rate * PER_RUN.stateTransitions
  // A shard writes one after the other: there must be enough shards that each is busy for a small share of its time.
  const shards = powerOfTwo((transitionsPerSecond * ASSUMED.shardWriteMs) / 1_000 / ASSUMED.shardUsedAtMost)
  return {
    transitionsPerSecond,
    persistencePerSecond: rate * PER_RUN.persistenceRequests,
    frontendPerSecond: rate * PER_RUN.frontendRequests,
    shards: Math.max(shards, ASSUMED.shardsLeast),
    partitions: Math.max(1, Math.ceil((rate * PER_RUN.workflowTasks) / ASSUMED.tasksPerPartition)),
    retainedGb: (rate * PER_RUN.historyBytes * ASSUMED.retentionDays * 86_400) / GB,
  }
}

export interface ProcessNeed {
  readonly apiCores: number
  readonly apiReplicas: number
  readonly workerCores: number
  readonly slots: number
  readonly workerReplicas: number
  /** What determines the number of workers. */
  readonly workersBy: 'CPU' | 'slots' | 'two at least'
}

/** The numbers of api and worker processes: CPU at the share that leaves room for a burst, slots by Little's law. */
export function processNeed(rate: number): ProcessNeed {
  const apiCores = (rate * PER_RUN.cpuMs.api) / 1_000
  const workerCores = (rate * PER_RUN.cpuMs.worker) / 1_000
  const slots = (rate * (ASSUMED.providerMs + ASSUMED.aroundProviderMs)) / 1_000
  const byCpu = workerCores / (PROCESS.workerCoresMost * ASSUMED.usedAtMost)
  const bySlots = slots / (PROCESS.workflowTaskSlots * ASSUMED.usedAtMost)
  return {
    apiCores,
    apiReplicas: replicas(apiCores / (PROCESS.apiCoresMost * ASSUMED.usedAtMost)),
    workerCores,
    slots,
    workerReplicas: replicas(Math.max(byCpu, bySlots)),
    workersBy: Math.max(byCpu, bySlots) <= 2 ? 'two at least' : byCpu >= bySlots ? 'CPU' : 'slots',
  }
}

export interface PostgresNeed {
  readonly transactionsPerSecond: number
  readonly walMbPerSecond: number
  readonly walGbPerDay: number
  readonly cores: number
  readonly connections: number
  /** Busy at the same time, by Little's law. */
  readonly busy: number
}

/** The load of PostgreSQL at this many runs a second. */
export function postgresNeed(rate: number): PostgresNeed {
  const { apiReplicas, workerReplicas } = processNeed(rate)
  const walBytes = rate * PER_RUN.walBytes
  return {
    transactionsPerSecond: rate * PER_RUN.transactions,
    walMbPerSecond: walBytes / KB ** 2,
    walGbPerDay: (walBytes * 86_400) / GB,
    cores: (rate * PER_RUN.cpuMs.postgres) / 1_000,
    connections: apiReplicas * (PROCESS.poolMax + PROCESS.listeners) + workerReplicas * PROCESS.poolMax,
    busy: (rate * PER_RUN.transactions * ASSUMED.statementMs) / 1_000,
  }
}

export interface MonthOf {
  readonly name: string
  readonly rows: number
  readonly gb: number
}

/** The rows and gigabytes, with indexes, that a month at this rate adds to each table. */
export function monthOf(rate: number): readonly MonthOf[] {
  const runs = rate * SECONDS_A_MONTH
  const perRun = Object.entries(PER_RUN.tables).map(([name, { inserted, bytes }]) => ({
    name,
    rows: runs * inserted,
    gb: (runs * bytes) / GB,
  }))
  const events = runs * ASSUMED.eventsPerRun
  const deliveries = events * ASSUMED.deliveriesPerEvent
  return [
    ...perRun,
    { name: 'event', rows: events, gb: (events * ASSUMED.eventBytes) / GB },
    { name: 'webhook_delivery', rows: deliveries, gb: (deliveries * ASSUMED.deliveryBytes) / GB },
  ]
}
