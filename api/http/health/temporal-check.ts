import type { Logger } from 'pino'
import type { Meter } from '../../../telemetry/meter.ts'
import { CHECK_MS_MAX } from './ready.ts'
import { errorType } from '../../errors/logged-error.ts'
import { within } from './within.ts'

/** The members that both kinds of connections to Temporal have. */
interface TemporalConnection {
  withDeadline<T>(deadline: number, work: () => Promise<T>): Promise<T>
  readonly workflowService: { getSystemInfo(request: object): Promise<unknown> }
}

/** Rejects when Temporal does not answer in time. */
export async function answersOf(connection: TemporalConnection): Promise<void> {
  await connection.withDeadline(Date.now() + CHECK_MS_MAX, () => connection.workflowService.getSystemInfo({}))
}

export interface TemporalWatch {
  /** The result of the last check, without a new request. Before the first check has ended: its result. */
  isReachable(): Promise<boolean>
  stop(): void
}

export interface TemporalWatchOptions {
  /** Rejects when Temporal cannot be reached. */
  readonly check: () => Promise<void>
  readonly metrics: Meter
  readonly log: Logger
  readonly everyMs: number
}

/**
 * Shows whether Temporal can be reached. No decision depends on it: without Temporal runs are accepted, and start
 * later.
 */
export function watchTemporal({ check, metrics, log, everyMs }: TemporalWatchOptions): TemporalWatch {
  let known: boolean | null = null

  function note(reachable: boolean, fields: object): boolean {
    metrics.set('temporal_reachable', {}, reachable ? 1 : 0)
    if (reachable && known === false) log.info(fields, 'temporal_reachable_again')
    if (!reachable && known !== false) log.warn(fields, 'temporal_unreachable')
    known = reachable
    return reachable
  }

  const checkOnce = (): Promise<boolean> =>
    within(CHECK_MS_MAX, check).then(
      () => note(true, {}),
      (error: unknown) => note(false, { error_type: errorType(error) }),
    )

  const timer = setInterval(() => void checkOnce(), everyMs)
  timer.unref()
  const first = checkOnce()
  return { isReachable: async () => known ?? (await first), stop: () => clearInterval(timer) }
}
