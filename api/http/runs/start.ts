import type { Logger } from 'pino'
import type { RunStarter, RunStartRequest } from '../../../workflows/starters/runs.ts'
import { describeError } from '../../errors/logged-error.ts'

/** Not awaited: without Temporal the run is committed all the same, and the sweeper starts it later. */
export function startInBackground(starter: RunStarter, run: RunStartRequest, log: Logger): void {
  starter
    .start(run)
    .catch((error: unknown) => log.warn({ run_id: run.id, error: describeError(error) }, 'run_start_unconfirmed'))
}
