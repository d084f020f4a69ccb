import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import type { RowColumns } from './row-columns.ts'

export const INSERT_CELLS = statement<{ jobId: string; numbers: readonly number[]; cells: readonly string[] }>({
  name: 'insert_job_row_cells',
  effect: 'within',
  text: `insert into job_row_cells (job_id, number, cells)
    select :jobId, number, cells::jsonb from unnest(:numbers::integer[], :cells::text[]) r (number, cells)`,
})

/** Stores what the uploaded file has in these rows; rows of other sources have nothing. */
export async function insertCells(tx: Queries, jobId: string, rows: readonly RowColumns[]): Promise<void> {
  const filled = rows.flatMap(({ number, cells }) => (cells === null ? [] : [{ number, cells }]))
  if (filled.length === 0) return
  await tx.query(INSERT_CELLS, {
    jobId,
    numbers: filled.map(({ number }) => number),
    cells: filled.map(({ cells }) => cells),
  })
}

export const PURGE_CELLS = statement<{ jobId: string; limit: number }, { purged: number }>({
  name: 'purge_job_row_cells',
  effect: 'within',
  text: `with gone as (
      delete from job_row_cells where job_id = :jobId and number in (
        select number from job_row_cells where job_id = :jobId order by number limit :limit
      ) returning 1
    )
    select count(*)::integer as purged from gone`,
})

/** Deletes what a file had in some rows of a job; returns in how many. */
export const purgeCells = async (tx: Queries, jobId: string, limit: number): Promise<number> =>
  (await tx.query(PURGE_CELLS, { jobId, limit }))[0]?.purged ?? 0
