import type { ActivityLog } from '../activities/deps.ts'
import type { VALUE_SETS } from '../telemetry/labels.ts'
import type { Meter } from '../telemetry/meter.ts'
import { type Traced, untraced } from '../telemetry/spans.ts'
import { startPeriodicJob } from './periodic-job.ts'

/** A kind of work whose workflows may be lost: by a crash between commit and start, or with Temporal's database. */
export interface Sweep<Overdue> {
  /** Its name in metrics, log and traces. */
  readonly name: (typeof VALUE_SETS.sweep.values)[number]
  /**
   * Claims some of the overdue work. Claimed work falls due again by itself; usually only one of all sweepers gets it.
   */
  readonly claim: () => Promise<readonly Overdue[]>
  /** Starts its workflow; a workflow under way is not affected. */
  readonly start: (overdue: Overdue) => Promise<void>
  /** The ids of a log line. */
  readonly ids: (overdue: Overdue) => Readonly<Record<string, string>>
}

export interface SweeperOptions<Overdue> {
  readonly sweep: Sweep<Overdue>
  readonly log: ActivityLog
  readonly metrics?: Meter | undefined
  /** The interval between rounds; every replica sweeps. */
  readonly everyMs: number
  /** Each start begins a separate trace; none by default. */
  readonly begins?: Traced | undefined
}

/**
 * Starts the workflow of all overdue work that has not ended (decisions, "Sweeper"); the workflow continues from its
 * stored answers. After a long outage, several rounds work off the backlog.
 */
export function startSweeper<Overdue>({ sweep, log, metrics, everyMs, begins = untraced }: SweeperOptions<Overdue>): {
  stop(): Promise<void>
} {
  async function round(): Promise<void> {
    const overdue = await sweep.claim()
    metrics?.add('sweeps_found_total', { what: sweep.name }, overdue.length)
    await Promise.all(
      overdue.map(async (one) => {
        try {
          await begins(
            { name: `sweep ${sweep.name}`, kind: 'internal', attributes: attributesOf(sweep.ids(one)) },
            () => sweep.start(one),
          )
          log.info({ sweep: sweep.name, ...sweep.ids(one) }, 'overdue_work_started')
        } catch (error) {
          // It falls due again by itself; the others of this round must not wait for it.
          metrics?.add('sweeps_failed_total', { what: sweep.name })
          log.error({ sweep: sweep.name, ...sweep.ids(one), error }, 'overdue_work_start_failed')
        }
      }),
    )
  }

  return startPeriodicJob({
    everyMs,
    round,
    onError: (error) => {
      log.error({ sweep: sweep.name, error }, 'sweep_failed')
    },
  })
}

/** The log's names in the form of attributes: `run_id` is `run.id`. */
const attributesOf = (ids: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [name.replace('_', '.'), id]))
