import type { Environment } from '../../domain/runs/states.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'

/**
 * The provider that an open run (`r`, with its last attempt `a`) waits for: that of the attempt under way, or of the
 * next candidate. When no candidate is left, it is the provider of the last attempt; before there is a plan, the
 * provider that the run is pinned to.
 */
export const WAITS_FOR = `coalesce(case when a.outcome is null then a.provider end,
  r.plan -> 'candidates' -> r.last_attempt ->> 'provider', a.provider,
  r.raw_request ->> 'provider', nullif(r.routing ->> 'provider', 'auto'))`

/** Milliseconds from the run's acceptance until that time. */
export const sinceAccepted = (time: string): string =>
  `round(extract(epoch from ${time} - r.created_at) * 1000)::double precision`

/** How far the run is with that provider; for a run without an attempt, all columns of `a` are null. */
export const PHASE = `case when a.run_id is not null and a.outcome is null then 'called'
  when a.run_id is null or r.plan -> 'candidates' -> r.last_attempt is not null then 'next' else 'over' end`

/** The progress of an open run, for display. */
export interface UnderWay {
  /** null: no provider is chosen yet. */
  readonly waitsFor: string | null
  /**
   * `called`: the provider has not answered; `next`: its attempt has not begun; `over`: no candidate is left, and the
   * run is about to end.
   */
  readonly phase: 'called' | 'next' | 'over'
  /** Milliseconds since the run was accepted. */
  readonly totalMs: number
}

export const READ_UNDER_WAY = statement<
  { runIds: readonly string[]; workspaceId: string; environment: Environment },
  UnderWay & { readonly id: string }
>({
  name: 'read_runs_under_way',
  effect: false,
  text: `select r.id, ${WAITS_FOR} as "waitsFor", ${PHASE} as phase,
    ${sinceAccepted('clock_timestamp()')} as "totalMs"
    from run r left join attempt a on a.run_id = r.id and a.number = r.last_attempt
    where r.id = any(:runIds) and r.workspace_id = :workspaceId and r.environment = :environment
      and r.finished_at is null`,
})

/** Those of the given runs of a workspace and environment that have not ended, by id. An empty list reads nothing. */
export async function readRunsUnderWay(
  db: Database,
  runIds: readonly string[],
  scope: { workspaceId: string; environment: Environment },
): Promise<ReadonlyMap<string, UnderWay>> {
  if (runIds.length === 0) return new Map()
  const rows = await db.query(READ_UNDER_WAY, {
    runIds,
    workspaceId: scope.workspaceId,
    environment: scope.environment,
  })
  return new Map(rows.map((row) => [row.id, row]))
}
