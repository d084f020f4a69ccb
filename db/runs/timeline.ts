import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { AttemptOutcome, Environment } from '../../domain/runs/states.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import { sinceAccepted, PHASE, type UnderWay, WAITS_FOR } from './under-way.ts'

/**
 * The input of a run and the times of its events, for the picture that a person sees. Times are milliseconds since its
 * acceptance.
 */
export interface RunTimeline extends UnderWay {
  readonly input: JsonObject | Json[]
  /** The call that a raw run requests; null for a capability. */
  readonly rawRequest: RawRequest | null
  /** Until the run's end, or until now. */
  readonly totalMs: number
  readonly attempts: readonly TimelineAttempt[]
}

export interface TimelineAttempt {
  readonly number: number
  readonly provider: string
  /** null while it is under way. */
  readonly outcome: AttemptOutcome | null
  readonly detail: string | null
  readonly startMs: number
  /** Now, while it is under way. */
  readonly endMs: number
  /** Its output is the run's result, for which the run was charged. */
  readonly delivered: boolean
}

export const READ_TIMELINE = statement<{ runId: string; workspaceId: string; environment: Environment }, RunTimeline>({
  name: 'read_run_timeline',
  effect: false,
  text: `select r.input, r.raw_request as "rawRequest",
      ${sinceAccepted('coalesce(r.finished_at, clock_timestamp())')} as "totalMs",
      ${WAITS_FOR} as "waitsFor", ${PHASE} as phase,
      (select coalesce(jsonb_agg(jsonb_build_object('number', one.number, 'provider', one.provider, 'outcome',
        one.outcome, 'detail', one.detail,
          'startMs', ${sinceAccepted('one.started_at')}, 'endMs',
            ${sinceAccepted('coalesce(one.finished_at, r.finished_at, clock_timestamp())')},
          'delivered', one.number is not distinct from r.delivered_attempt) order by one.number), '[]')
        from attempt one where one.run_id = r.id) as attempts
    from run r left join attempt a on a.run_id = r.id and a.number = r.last_attempt
    where r.id = :runId and r.workspace_id = :workspaceId and r.environment = :environment`,
})

/** The timeline of a run of this workspace and environment, or null. */
export async function readRunTimeline(
  db: Database,
  runId: string,
  scope: { workspaceId: string; environment: Environment },
): Promise<RunTimeline | null> {
  const [timeline] = await db.query(READ_TIMELINE, {
    runId,
    workspaceId: scope.workspaceId,
    environment: scope.environment,
  })
  return timeline ?? null
}
