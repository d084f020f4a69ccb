import type { Environment } from '../../domain/runs/states.ts'
import type { Database, Statement } from '../database.ts'

/** A run (`r`) that has not ended, as the index of its status finds it. */
export const IS_OPEN = "r.status in ('created', 'reserved', 'queued', 'running')"

/**
 * Whom an open run (`r`, with the attempt `a` that was begun last) waits for: of the attempt that is under way, or of the one that comes
 * next; where nobody is left, whom it asked last, and before there is a plan, to whom it is pinned.
 */
export const WAITS_FOR = `coalesce(case when a.outcome is null then a.provider end, r.plan -> 'candidates' -> r.last_attempt ->> 'provider', a.provider,
  r.raw_request ->> 'provider', nullif(r.routing ->> 'provider', 'auto'))`

/** Milliseconds from its acceptance until then. */
export const sinceAccepted = (time: string): string => `round(extract(epoch from ${time} - r.created_at) * 1000)::double precision`

/** How far it has come with them; of a run without an attempt `a` is nothing but nulls. */
export const STANDING = `case when a.run_id is not null and a.outcome is null then 'asked'
  when a.run_id is null or r.plan -> 'candidates' -> r.last_attempt is not null then 'next' else 'over' end`

/** What an open run is doing, for whoever watches it. */
export interface UnderWay {
  /** null: nobody is chosen yet. */
  readonly waitsFor: string | null
  /** `asked`: it has not answered; `over`: nobody is left to be asked, and the run is about to end. */
  readonly standing: 'asked' | 'next' | 'over'
  /** Since it was accepted. */
  readonly totalMs: number
}

const READ_UNDER_WAY: Statement = {
  name: 'read_runs_under_way',
  effect: false,
  text: `select r.id, ${WAITS_FOR} as "waitsFor", ${STANDING} as standing, ${sinceAccepted('clock_timestamp()')} as "totalMs"
    from run r left join attempt a on a.run_id = r.id and a.number = r.last_attempt
    where r.id = any($1) and r.workspace_id = $2 and r.environment = $3 and r.finished_at is null`,
}

/** Those of these runs of a workspace and environment that have not ended, by id. Nothing is read for none. */
export async function readRunsUnderWay(db: Database, runIds: readonly string[], scope: { workspaceId: string; environment: Environment }): Promise<ReadonlyMap<string, UnderWay>> {
  if (runIds.length === 0) return new Map()
  const rows = await db.query<UnderWay & { readonly id: string }>(READ_UNDER_WAY, [runIds, scope.workspaceId, scope.environment])
  return new Map(rows.map((row) => [row.id, row]))
}
