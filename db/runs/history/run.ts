import type { RunStatus } from '../../../domain/runs/states.ts'

/** A run as the history shows it (Spec 2.8). */
export interface HistoryRun {
  readonly id: string
  readonly status: RunStatus
  readonly kind: 'capability' | 'endpoint'
  readonly capability: string | null
  readonly endpoint: string | null
  readonly provider: string | null
  /** Microdollars as text. */
  readonly charged: string | null
  /** In JSON form. */
  readonly createdAt: string
}

/** `HistoryRun` of a relation that has a run's columns, and its id as `run_id`. */
export const RUN_JSON = (run: string): string =>
  `jsonb_build_object('id', ${run}.run_id, 'status', ${run}.status, 'kind', ${run}.kind,
        'capability', ${run}.capability, 'endpoint', ${run}.endpoint, 'provider', ${run}.provider,
        'charged', ${run}.charged::text, 'createdAt', ${run}.created_at)`

/** One lookup per run by its key: it stops the planner from reading all runs instead. */
export const lookUpRun = (columns: string, runId: string): string =>
  `cross join lateral (select ${columns} from run where id = ${runId} offset 0) r`
