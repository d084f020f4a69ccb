import type { Step } from './step.ts'
import { ACCESS, AGENTS, EVENTS, LEAVING, MONEY, OUTBOUND, SENDERS } from './steps-accounts.ts'
import { JOBS, LOOKING, RUNS, TABLES, TABLES_END, UPLOADS, WATCHES } from './steps-runs.ts'

/** In an order that makes what later steps name. */
export const STEPS: readonly Step[] = [
  ...LOOKING,
  ...TABLES,
  ...MONEY,
  ...JOBS,
  ...RUNS,
  ...UPLOADS,
  ...WATCHES,
  ...OUTBOUND,
  ...ACCESS,
  ...AGENTS,
  ...SENDERS,
  ...EVENTS,
  ...TABLES_END,
  ...LEAVING,
]
