import type { Database, Transaction } from '../../db/database.ts'
import { purgeCells } from '../../db/jobs/cells.ts'
import { DELETE_EMPTY_ROWS, LOCK_JOB, NOTE_PURGED, PURGE_ROWS } from '../../db/jobs/payloads.ts'

export const PURGE_JOB_ROWS: Transaction = { name: 'purge_job_rows', effect: true }

/** How many rows of the job lost what they were made of. When the number equals `limit`, there may be more. */
export const purgeJobRows = (db: Database, jobId: string, { limit }: { readonly limit: number }): Promise<number> =>
  db.transaction(PURGE_JOB_ROWS, async (tx) => {
    await tx.query(LOCK_JOB, { jobId })
    const rows = (await tx.query(PURGE_ROWS, { jobId, limit }))[0]?.purged ?? 0
    const purged = Math.max(rows, await purgeCells(tx, jobId, limit))
    if (purged < limit) {
      await tx.query(NOTE_PURGED, { jobId })
      await tx.query(DELETE_EMPTY_ROWS, { jobId })
    }
    return purged
  })
