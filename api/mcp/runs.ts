import type { JsonObject } from '../../domain/json/json.ts'
import type { Principal } from '../../domain/access/principal.ts'
import type { BoundRoute, FindRoute } from '../route/in-process.ts'
import type { RouteCaller } from '../route/pipeline.ts'
import type { Run } from '../schemas/run.ts'
import { isRun } from './run-body.ts'

/** Runs as the caller may read and cancel them: a run of another workspace or environment does not exist. */
export interface RunsOfCaller {
  /** Whether the caller may read runs, and so a task that is one. */
  mayRead(principal: Principal): boolean
  /** `query`: as of `GET /v1/runs/{run_id}`. Throws a Problem. */
  read(runId: string, query: JsonObject, caller: RouteCaller): Promise<Run>
  /** Throws a Problem: also where the run has begun at a provider, or has ended. */
  cancel(runId: string, caller: RouteCaller): Promise<Run>
}

export function runsOfCaller(find: FindRoute): RunsOfCaller {
  const [get, cancel] = [find('getRun'), find('cancelRun')]
  return {
    mayRead(principal) {
      try {
        get.requireAccess(principal)
        return true
      } catch {
        return false
      }
    },
    read: async (runId, query, caller) => runOf(await get.call({ params: { run_id: runId }, query }, caller)),
    cancel: async (runId, caller) => runOf(await cancel.call({ params: { run_id: runId } }, caller)),
  }
}

function runOf({ body }: Awaited<ReturnType<BoundRoute['call']>>): Run {
  if (!isRun(body)) throw new Error('the routes of a run answer with it')
  return body
}
