/**
 * The cost of one run, as `npm run bench -- --only scale` prints it: 500 runs of `web.search` with a live key, api and
 * worker apart, a provider of 5 ms, on 22 November 2026 (two cores without other load, Node 24.21, PostgreSQL 18.4 with
 * fsync, Temporal's development server). Counts do not depend on the machine; CPU does.
 */
export const PER_RUN = {
  workflowTasks: 1,
  historyEvents: 9,
  historyBytes: 2_654,
  stateTransitions: 3,
  /** Start, poll and completion; and the empty polls meanwhile. */
  frontendRequests: 3,
  /** Of the development server's own store; another store groups them differently. */
  persistenceRequests: 19.4,
  /**
   * Authentication, two rate limits, seven statements of the run, its notification, and its share of the processes'
   * periodic work.
   */
  transactions: 13,
  /**
   * Those that change something, and so use a transaction id: two rate limits, and insert, reserve, begin, outcome and
   * settle of the run.
   */
  writingTransactions: 7,
  walBytes: 17.7 * 1_024,
  cpuMs: { api: 6.9, worker: 26, postgres: 10.6, temporal: 25 },
  /** `bytes` with indexes, while the table is small and freshly written. */
  tables: {
    run: { inserted: 1, bytes: 4_227 },
    run_subject: { inserted: 4.96, bytes: 1_819 },
    attempt: { inserted: 1, bytes: 1_606 },
    transfer: { inserted: 2, bytes: 1_114 },
  },
} as const

/** The needs of one process: its peak memory in that measurement, the rest from the code. */
export const PROCESS = {
  apiMb: 466,
  workerMb: 611,
  /** Node answers on one thread; the garbage collector and TLS use a little more. */
  apiCoresMost: 1,
  /** The main thread, the thread of the workflows and Temporal's core. */
  workerCoresMost: 1.5,
  /** worker/run-worker.ts */
  workflowTaskSlots: 300,
  /** api/main.ts, worker/main.ts */
  poolMax: 20,
  /** The api listens for ended runs on a separate connection. */
  listeners: 1,
} as const

/** Values that our measurements cannot give: listed here so that they can be disputed and changed. */
export const ASSUMED = {
  /** Of CPU, slots and locks: more would leave no room for a burst or a lost process. */
  usedAtMost: 0.6,
  /** A typical quick provider. */
  providerMs: 1_000,
  /** The rest of the time that a run holds its slot: four statements and the answer. */
  aroundProviderMs: 40,
  /** A statement with its commit, on a network, with a synchronous standby. */
  statementMs: 4,
  /** One write of a history shard to its database. */
  shardWriteMs: 10,
  /** A shard is one queue: above a tenth, runs begin to wait for each other's writes. */
  shardUsedAtMost: 0.1,
  /**
   * Temporal's own minimum for production. The number of shards cannot be changed later, so a lower one is not an
   * option.
   */
  shardsLeast: 512,
  /** Tasks a second of one partition of a task queue, well below observed rates. */
  tasksPerPartition: 250,
  /** Of closed workflows (docker-compose.yml, ops/local/temporal.ts). */
  retentionDays: 30,
  eventsPerRun: 0.2,
  deliveriesPerEvent: 1,
  eventBytes: 1_600,
  deliveryBytes: 900,
  /** Of PostgreSQL: the largest primary that is commonly rented, and the throughput of its disk. */
  postgresCores: 64,
  walMbPerSecond: 200,
  storageGb: 32_768,
  connectionsDefault: 100,
  /** Transactions a second of a PostgreSQL with Temporal's state, on such a machine. */
  temporalPersistencePerSecond: 20_000,
} as const

/** Runs a second of the same measurement, 20 at once, by the provider's latency. */
export const POINTS = { atOnce: 20, cores: 2, of5Ms: 23.9, of1000Ms: 14.5 } as const

/**
 * Operations a second on one shared row and on separate rows, by the number of concurrent writers: the best of six
 * blocks, on the same machine. A wallet's operation is a run's insert, its hold and its settlement; a turn's are
 * insert, hold, begin and outcome.
 */
const WRITERS = {
  oneWallet: { 1: 306.9, 4: 246.1, 16: 180.8, 32: 234.3 },
  walletEach: { 1: 300, 4: 581.4, 16: 698, 32: 588.7 },
  oneStream: { 1: 2_514.3, 4: 2_235.3, 16: 1_386.6, 32: 1_101 },
  streamEach: { 1: 2_538.3, 4: 3_965.8, 16: 3_812, 32: 3_353.1 },
  oneAccount: { 1: 318.5, 4: 447.6, 16: 347.1, 32: 338 },
  /** With 300 leases in the row, which every turn rewrites. */
  accountOf300Calls: { 1: 243, 4: 299.4, 16: 250.9, 32: 247.9 },
  noTurn: { 1: 346.4, 4: 565, 16: 609.9, 32: 561.9 },
} as const

export const CONTENTION = {
  ...WRITERS,
  walletPairsPerSecond: WRITERS.oneWallet[16],
  streamEventsPerSecond: WRITERS.oneStream[16],
  turnPairsPerSecond: WRITERS.accountOf300Calls[16],
} as const
