import type { RunStatus } from '../../domain/runs/states.ts'

/** A run as the history shows it (Spec 2.8). Amounts are microdollars. */
export interface HistoryRun {
  readonly id: string
  readonly status: RunStatus
  readonly kind: 'capability' | 'endpoint'
  readonly capability: string | null
  readonly endpoint: string | null
  readonly provider: string | null
  readonly charged: bigint | null
  readonly createdAt: Date
}

/** Columns of `HistoryRun`, of the run `r`. */
export const RUN = `r.id, r.status, r.kind, r.capability, r.endpoint, r.provider, r.charged, r.created_at as "createdAt"`
/** One look at each run by its key: the planner is not to read them all instead. */
export const lookUpRun = (columns: string, runId: string): string => `cross join lateral (select ${columns} from run where id = ${runId} offset 0) r`
