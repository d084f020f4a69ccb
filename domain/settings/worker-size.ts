import type { WorkerSlots } from '../runs/shares.ts'
import { readPoolMax } from './database.ts'
import { readCount } from './numbers.ts'

/** How much one worker process does at once. */
export interface WorkerSize {
  readonly slots: WorkerSlots
  /** Connections to the database at most. */
  readonly poolMax: number
}

/**
 * Quick attempts keep their workflow task while the provider answers, so there must be more slots than concurrent runs
 * at the providers. A slot costs memory only while it is used. `domain/runs/shares.ts` divides them.
 */
const SLOTS_DEFAULT = 300
/** Below these, a lane has no slot for a second caller, and Temporal's SDK refuses to start. */
const SLOTS_LEAST = 10
const POLLERS_LEAST = 2
const SLOTS_PER_POLLER = 30
/** A slot uses a connection for a few milliseconds of a run. */
const SLOTS_PER_CONNECTION = 15
const POOL_LEAST = 20

/** WORKER_SLOTS decides the other numbers, unless WORKER_POLLERS or DATABASE_POOL_MAX is set. */
export function readWorkerSize(env: Readonly<Record<string, string | undefined>>): WorkerSize {
  const slots = atLeast('WORKER_SLOTS', readCount(env, 'WORKER_SLOTS', SLOTS_DEFAULT), SLOTS_LEAST)
  const pollers = readCount(env, 'WORKER_POLLERS', Math.max(POLLERS_LEAST, Math.ceil(slots / SLOTS_PER_POLLER)))
  return {
    slots: {
      workflowTasks: slots,
      localActivities: 2 * slots,
      activities: slots,
      pollers: atLeast('WORKER_POLLERS', pollers, POLLERS_LEAST),
    },
    poolMax: readPoolMax(env, Math.max(POOL_LEAST, Math.ceil(slots / SLOTS_PER_CONNECTION))),
  }
}

function atLeast(name: string, value: number, least: number): number {
  if (value < least) throw new Error(`${name} must be ${least} or more.`)
  return value
}
