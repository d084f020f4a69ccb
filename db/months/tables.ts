import type { IdPrefix } from '../../domain/ids/ids.ts'

/** A table whose partitions are months: those of the time in an id (decisions, "Months as partitions"). */
export interface MonthlyTable {
  readonly table: string
  /** The column with the id. */
  readonly key: string
  readonly prefix: IdPrefix
  /** Keys and indexes, as statements on the partitioned table. */
  readonly made: readonly string[]
  /** The indexes of the table of before, whose names the new ones take. */
  readonly indexes: readonly string[]
}

/** Locked before the others, because their writers have written to it before. */
export const REFERRED = 'run'

export const MONTHLY_TABLES: readonly MonthlyTable[] = [
  {
    table: 'run_subject',
    key: 'run_id',
    prefix: 'run',
    made: [
      'alter table run_subject add primary key (workspace_id, environment, kind, value, run_id)',
      'alter table run_subject add foreign key (run_id) references run (id)',
      `create index run_subject_words on run_subject using gin (words) with (fastupdate = off) where kind = 'text'`,
    ],
    indexes: ['run_subject_pkey', 'run_subject_words'],
  },
  {
    table: 'run_subject_block',
    key: 'run_id',
    prefix: 'run',
    made: [
      'alter table run_subject_block add primary key (run_id, place, number)',
      'alter table run_subject_block add foreign key (run_id) references run (id)',
      'create index run_subject_block_keys on run_subject_block using gin (keys) with (fastupdate = off)',
    ],
    indexes: ['run_subject_block_pkey', 'run_subject_block_keys'],
  },
]
