import type { PlanName } from '../tables/limits.ts'

/** Rows of one job: as many as a table may have. */
export const JOB_ROWS_MAX = 50_000
/** Rows that a request may have in itself. */
export const JOB_ITEMS_MAX = 1_000
/** Jobs of a workspace that have not ended, over both environments: each has a workflow. */
export const OPEN_JOBS_MAX = 500
export const PILOT_DEFAULT = 10
export const PILOT_MAX = 1_000

/** Rows of one job that may be under way at once: a run holds money and a slot while it is. */
export const CONCURRENCY_MAX: Readonly<Record<PlanName, number>> = { pay_per_call: 20, plus: 30, pro: 50, scale: 100 }
export const CONCURRENCY_DEFAULT = 20

/** Runs of one row that no provider could take: an outage may outlast two resumes; one row stops no job forever. */
export const ROW_REFUSALS_MAX = 3
