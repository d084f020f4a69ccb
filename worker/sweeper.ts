import type { ActivityLog } from '../activities/deps.ts'
import type { VALUE_SETS } from '../telemetry/labels.ts'
import type { Meter } from '../telemetry/meter.ts'
import { type Traced, untraced } from '../telemetry/spans.ts'
import { startRounds } from './rounds.ts'

/** A kind of work whose workflows may have been lost: by a crash between commit and start, or with Temporal's database. */
export interface Sweep<Overdue> {
  /** As the metrics call it. */
  readonly name: (typeof VALUE_SETS.sweep.values)[number]
  /** What is overdue, as the log calls it. */
  readonly what: string
  /** Takes some of what should have moved by now. It falls due again by itself, and goes to one of all sweepers most times. */
  readonly claim: () => Promise<readonly Overdue[]>
  /** Starts its workflow; one that is under way is left alone. */
  readonly start: (overdue: Overdue) => Promise<void>
  /** What the log names it by. */
  readonly ids: (overdue: Overdue) => Readonly<Record<string, string>>
}

export interface SweeperOptions<Overdue> {
  readonly sweep: Sweep<Overdue>
  readonly log: ActivityLog
  readonly metrics?: Meter | undefined
  /** How often it looks; every replica sweeps. */
  readonly everyMs: number
  /** What it starts begins a trace of its own; none unless given. */
  readonly begins?: Traced | undefined
}

/**
 * Starts the workflow of everything that should have moved by now and has not ended (decisions, "Sweeper"): it goes on from its
 * stored answers. A long outage is worked off round by round.
 */
export function startSweeper<Overdue>({ sweep, log, metrics, everyMs, begins = untraced }: SweeperOptions<Overdue>): { stop(): Promise<void> } {
  async function round(): Promise<void> {
    const overdue = await sweep.claim()
    metrics?.add('sweeps_found_total', { what: sweep.name }, overdue.length)
    await Promise.all(overdue.map(async (one) => {
      try {
        await begins({ name: `sweep ${sweep.what}`, kind: 'internal', attributes: attributesOf(sweep.ids(one)) }, () => sweep.start(one))
        log.info(sweep.ids(one), `overdue: ${sweep.what} was started again`)
      } catch (error) {
        // It falls due again by itself; the others of this round must not wait for that.
        metrics?.add('sweeps_failed_total', { what: sweep.name })
        log.error({ ...sweep.ids(one), error }, `overdue: ${sweep.what} could not be started`)
      }
    }))
  }

  return startRounds({ everyMs, round, onError: (error) => { log.error({ error }, `sweeping failed: ${sweep.what}`) } })
}

/** The log's names, as attributes are called: `run_id` is `run.id`. */
const attributesOf = (ids: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [name.replace('_', '.'), id]))
