import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { handOverStarts, postponeStarts, readTakenUp } from '../db/runs/start-queue.ts'
import { ENVIRONMENTS } from '../domain/runs/states.ts'
import type { Meter } from '../telemetry/meter.ts'
import { createStartGate, type StartGate } from '../workflows/start-gate.ts'
import { errorType } from './logged-error.ts'

export interface StartsOptions {
  readonly db: Database
  readonly log: Logger
  readonly metrics: Meter
  /** RUN_STARTS_AT_ONCE. */
  readonly places: number
}

/** The gate that every start of a run of this process goes through. */
export const createStarts = ({ db, log, metrics, places }: StartsOptions): StartGate => createStartGate({
  places,
  rows: {
    readTakenUp: (runIds) => readTakenUp(db, runIds),
    postpone: (runIds, seconds) => postponeStarts(db, runIds, seconds),
    handOver: (runIds) => handOverStarts(db, runIds),
  },
  onCounts({ waiting, taken }) {
    for (const environment of ENVIRONMENTS) {
      metrics.set('runs_waiting_for_start', { environment }, waiting[environment])
      metrics.set('run_starts_under_way', { environment }, taken[environment])
    }
  },
  onPlace: (environment, waitedMs) => metrics.observe('run_start_wait_seconds', { environment }, waitedMs / 1_000),
  onFailed: (error) => log.warn({ error_type: errorType(error) }, 'the start gate could not ask the database'),
})
