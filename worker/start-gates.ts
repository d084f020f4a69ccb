import type { ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import { SWEEP_RUN_AFTER_SECONDS } from '../db/jobs/begin-rows.ts'
import type { Environment } from '../domain/runs/states.ts'
import { createPresence } from '../domain/shares/presence.ts'
import { RUN_STARTS } from '../db/runs/start-queue.ts'
import { startRows, readStartedBy } from '../db/start-rows.ts'
import { READ_STARTED_DELIVERIES } from '../db/delivery/webhooks/started.ts'
import { createStartGate, type GateOptions, type StartGate } from '../workflows/starters/start-gate.ts'
import type { DeliveryStarter } from '../workflows/starters/deliveries.ts'

/** The sweeper's restarts compete with the new runs of every api, so only a few start at once. */
const SWEPT_RUNS_AT_ONCE = 4
const RUNS_OF_JOBS_AT_ONCE = 8
/** Single runs have a caller who waits, so the runs of jobs leave them most of the worker's time. */
const RUNS_OF_JOBS_WITH_SINGLE_RUNS = 1
/**
 * How often their permits are released: with single runs present, a workspace's jobs begin some seven rows a second.
 */
const JOBS_POLL_EVERY_MS = { alone: 25, withSingleRuns: 150 } as const
/** A run of a job is swept early, as the runs of a dead worker keep other rows from beginning. */
const JOBS_POSTPONEMENT = {
  sweptAfterMs: SWEEP_RUN_AFTER_SECONDS * 1_000,
  seconds: 30,
  beforeMs: 6_000,
  everyMs: 2_000,
} as const
/** At twenty milliseconds each, some hundreds start per second, more than one process delivers. */
const DELIVERIES_AT_ONCE = 16
/**
 * A lost run, or a delivery to a slow receiver, may show no progress for a while: the next one does not wait for it.
 */
const FRESH_MS_MAX = 500

interface Parts {
  readonly db: Database
  readonly log: ActivityLog
}

/** The worker hides nothing from the sweeper: it is the sweeper, and a start that already waits is not begun again. */
const UNSWEPT = { postpone: () => Promise.resolve(), releaseToSweeper: () => Promise.resolve() }

/** The gate of the runs that this worker's sweeper restarts. */
export const createSweptGate = (parts: Parts): StartGate =>
  createRunGate(parts, {
    permits: SWEPT_RUNS_AT_ONCE,
    rows: { ...UNSWEPT, readStarted: readStartedBy(parts.db, RUN_STARTS.started) },
  })

/** What the runs of jobs share a worker by. */
export interface JobGate {
  /** The gate of the runs that jobs begin in this worker. */
  readonly gate: StartGate
  /** A single run of any workspace counts as another caller. */
  singleRunSeen(environment: Environment): void
  singleRunsPresent(): boolean
}

export function createJobGate(parts: Parts): JobGate {
  const singleRuns = createPresence(() => performance.now())
  const gate = createRunGate(parts, {
    permits: RUNS_OF_JOBS_AT_ONCE,
    rows: startRows(parts.db, RUN_STARTS),
    postponement: JOBS_POSTPONEMENT,
    permitsWithOthers: RUNS_OF_JOBS_WITH_SINGLE_RUNS,
    pollEveryMs: () => (singleRuns.isThere ? JOBS_POLL_EVERY_MS.withSingleRuns : JOBS_POLL_EVERY_MS.alone),
  })
  return {
    gate,
    singleRunSeen(environment) {
      singleRuns.seen()
      gate.seen({ key: 'single runs', environment })
    },
    singleRunsPresent: () => singleRuns.isThere,
  }
}

const createRunGate = ({ log }: Parts, options: Omit<GateOptions, 'freshMsMax' | 'onFailed'>): StartGate =>
  createStartGate({
    ...options,
    freshMsMax: FRESH_MS_MAX,
    onFailed: () => {
      log.warn({}, 'swept_run_gate_read_failed')
    },
  })

/** The same starter, with deliveries queued fairly by workspace: one workspace's events do not delay another's. */
export function withFairStart(
  deliveries: DeliveryStarter,
  { db, log, onLost }: Parts & { readonly onLost: (deliveryId: string, error: unknown) => void },
): DeliveryStarter {
  const gate = createStartGate({
    permits: DELIVERIES_AT_ONCE,
    freshMsMax: FRESH_MS_MAX,
    rows: { ...UNSWEPT, readStarted: readStartedBy(db, READ_STARTED_DELIVERIES) },
    onFailed: () => {
      log.warn({}, 'delivery_gate_read_failed')
    },
  })
  const start: DeliveryStarter['start'] = (delivery) => gate.admit(delivery, () => deliveries.start(delivery))
  return {
    ...deliveries,
    start,
    startAll(some) {
      for (const delivery of some) start(delivery).catch((error: unknown) => onLost(delivery.id, error))
    },
  }
}
