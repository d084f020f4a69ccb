import type { IdPrefix } from '../../../domain/ids/ids.ts'

/** A table whose partitions are months: those of the time in an id (decisions, "Months as partitions"). */
export interface MonthlyTable {
  readonly table: string
  /** The column with the id. */
  readonly key: string
  readonly prefix: IdPrefix
}

export const MONTHLY_TABLES: readonly MonthlyTable[] = [
  { table: 'run_subject', key: 'run_id', prefix: 'run' },
  { table: 'run_subject_block', key: 'run_id', prefix: 'run' },
]
