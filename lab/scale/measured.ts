/**
 * The cost of one run, as `npm run bench -- --only scale` prints it: 500 runs of `web.search` with a live key, api and
 * worker apart, a provider of 5 ms, on 26 November 2026 (two cores without other load, Node 24.21, PostgreSQL 18.4 with
 * fsync, Temporal's development server). Counts do not depend on the machine; CPU does.
 */
export const PER_RUN = {
  workflowTasks: 1,
  historyEvents: 7,
  historyBytes: 1_852,
  stateTransitions: 3,
  /** Start, poll and completion; and the empty polls meanwhile. */
  frontendRequests: 3,
  /** Of the development server's own store; another store groups them differently. */
  persistenceRequests: 17.4,
  /**
   * Authentication, five statements of the run, its notification, the question whether a worker has taken it up, and
   * its share of the processes' periodic work.
   */
  transactions: 11.3,
  /** Those that change something, and so use a transaction id: accept, hold with begin, outcome with settlement. */
  writingTransactions: 3,
  walBytes: 15.8 * 1_024,
  cpuMs: { api: 3.8, worker: 8.8, postgres: 3.5, temporal: 14.1 },
  /** `bytes` with indexes, while the table is small and freshly written. */
  tables: {
    run: { inserted: 1, bytes: 3_588 },
    run_subject: { inserted: 4.96, bytes: 1_802 },
    attempt: { inserted: 1, bytes: 1_606 },
    transfer: { inserted: 2, bytes: 1_114 },
  },
} as const

/** The needs of one process: its peak memory in that measurement, the rest from the code. */
export const PROCESS = {
  apiMb: 470,
  workerMb: 616,
  /** Node answers on one thread; the garbage collector and TLS use a little more. */
  apiCoresMost: 1,
  /** The main thread, the thread of the workflows and Temporal's core. */
  workerCoresMost: 1.5,
  /** domain/settings/worker-size.ts */
  workflowTaskSlots: 300,
  /** DATABASE_POOL_MAX */
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
  /** Of closed workflows (docker-compose.yml, dev/local/temporal.ts). */
  retentionDays: 3,
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

/**
 * Operations a second on one shared row and on separate rows, by the number of concurrent writers: the best of six
 * blocks, on the same machine. A wallet's operation is a run's insert, its hold with the attempt's begin, and its
 * outcome with the settlement; a turn's are insert, hold, begin and outcome.
 */
const WRITERS = {
  oneWallet: { 1: 569.6, 4: 629.4, 16: 1_034, 32: 1_620.8 },
  walletEach: { 1: 590, 4: 1_016.8, 16: 1_181.3, 32: 1_042.4 },
  oneStream: { 1: 1_918.3, 4: 2_539.3, 16: 2_013.8, 32: 1_557.7 },
  streamEach: { 1: 2_214.2, 4: 4_558.1, 16: 6_047.8, 32: 5_369.5 },
  oneAccount: { 1: 550.8, 4: 751.8, 16: 572.1, 32: 489.4 },
  /** With 300 leases in the row, which every turn rewrites. */
  accountOf300Calls: { 1: 387.2, 4: 509.8, 16: 396.2, 32: 357 },
  noTurn: { 1: 568.2, 4: 996.5, 16: 1_105.8, 32: 1_034.9 },
} as const

export const CONTENTION = {
  ...WRITERS,
  walletPairsPerSecond: WRITERS.oneWallet[32],
  streamEventsPerSecond: WRITERS.oneStream[16],
  turnPairsPerSecond: WRITERS.accountOf300Calls[16],
} as const
