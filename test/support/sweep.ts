import type { Database } from '../../db/database.ts'

/** A run is overdue 30 s after it last moved: as if that time had passed for all that have not ended. */
export async function makeOverdue(db: Database): Promise<void> {
  await db.pool.query(`update run set sweep_at = clock_timestamp() - interval '1 second' where finished_at is null`)
}
