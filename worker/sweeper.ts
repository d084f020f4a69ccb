import type { ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import { claimOverdueRuns, SWEEP_AFTER_SECONDS } from '../db/runs/sweep.ts'
import type { RunStarter } from '../workflows/start.ts'
import { startRounds } from './rounds.ts'

export interface SweeperOptions {
  readonly db: Database
  readonly starter: RunStarter
  readonly log: ActivityLog
  /** How often it looks; every replica sweeps, and each run goes to one of them. */
  readonly everyMs: number
}

/** Runs that one round starts at most: a long outage is worked off round by round. */
const RUNS_PER_ROUND_MAX = 100

/**
 * Starts the workflow of every run that should have moved by now and has not ended (design: "Sweeper"). A
 * workflow that is still there is left alone; one that is missing goes on from the run's stored answers.
 */
export function startSweeper({ db, starter, log, everyMs }: SweeperOptions): { stop(): Promise<void> } {
  async function round(): Promise<void> {
    const runs = await claimOverdueRuns(db, RUNS_PER_ROUND_MAX, SWEEP_AFTER_SECONDS)
    await Promise.all(runs.map(async (run) => {
      try {
        await starter.start(run)
        log.info({ run_id: run.id, workspace_id: run.workspaceId }, 'an overdue run was started again')
      } catch (error) {
        // It falls due again by itself; the others of this round must not wait for that.
        log.error({ run_id: run.id, error }, 'an overdue run could not be started')
      }
    }))
  }

  return startRounds({ everyMs, round, onError: (error) => { log.error({ error }, 'sweeping failed') } })
}
