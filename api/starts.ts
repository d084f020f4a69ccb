import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { INBOUND_STARTS } from '../db/outreach/inbound/start-queue.ts'
import { RUN_STARTS } from '../db/runs/start-queue.ts'
import { startRows } from '../db/start-rows.ts'
import { ENVIRONMENTS } from '../domain/runs/states.ts'
import type { Meter } from '../telemetry/meter.ts'
import { createStartGate, type SweepPostponement, type StartGate } from '../workflows/starters/start-gate.ts'
import { createInboundStartQueue, type InboundStarter, type InboundStartQueue } from '../workflows/starters/inbound.ts'
import { errorType } from './errors/logged-error.ts'

export interface StartsOptions {
  readonly db: Database
  readonly log: Logger
  readonly metrics: Meter
  /** RUN_STARTS_AT_ONCE. */
  readonly permits: number
  readonly postponement?: SweepPostponement | undefined
}

/**
 * A caller that is alone leaves room for no others: with eight times the permits every processor works, and its holds
 * and ends share commits. A newcomer waits for these runs once, some tenths of a second.
 */
const TIMES_ALONE = 8

/** The start gate that every start of a run of this process goes through. */
export const createStarts = ({ db, log, metrics, permits, postponement }: StartsOptions): StartGate =>
  createStartGate({
    permits,
    permitsAlone: TIMES_ALONE * permits,
    postponement,
    rows: startRows(db, RUN_STARTS),
    onCounts({ waiting, taken }) {
      for (const environment of ENVIRONMENTS) {
        metrics.set('runs_waiting_for_start', { environment }, waiting[environment])
        metrics.set('run_starts_under_way', { environment }, taken[environment])
      }
    },
    onPermit: (environment, waitedMs) => metrics.observe('run_start_wait_seconds', { environment }, waitedMs / 1_000),
    onFailed: (error) => log.warn({ error_type: errorType(error) }, 'run_start_gate_read_failed'),
  })

/** About a quarter of the slots of one worker (`domain/runs/shares.ts`): one inbox takes no more of it. */
const MESSAGES_AT_ONCE = 8
/**
 * A message waits for seconds where the worker has no slot for it, or where there is no worker: messages of other
 * inboxes do not wait for it.
 */
const MESSAGE_FRESH_MS_MAX = 1_000

export interface InboundStarts {
  readonly queue: InboundStartQueue
  /** The process is about to stop: the sweeper takes over the waiting messages. */
  releaseToSweeper(): Promise<void>
}

/** The start gate that every start of a provider's message of this process goes through. */
export function createInboundStarts({
  db,
  log,
  starter,
}: Pick<StartsOptions, 'db' | 'log'> & { readonly starter: InboundStarter }): InboundStarts {
  const gate = createStartGate({
    permits: MESSAGES_AT_ONCE,
    freshMsMax: MESSAGE_FRESH_MS_MAX,
    rows: startRows(db, INBOUND_STARTS),
    onFailed: (error) => log.warn({ error_type: errorType(error) }, 'inbound_start_gate_read_failed'),
  })
  const onLost = (inboundId: string, error: unknown): void =>
    log.warn({ inbound_id: inboundId, error_type: errorType(error) }, 'inbound_left_to_sweeper')
  return { queue: createInboundStartQueue({ starter, gate, onLost }), releaseToSweeper: () => gate.releaseToSweeper() }
}
