import type { AttemptOutcome } from '../../domain/runs/states.ts'
import type { Database } from '../../db/database.ts'

/** The records of one run in other tables. */
export interface RunRecords {
  /** Kinds of its transfers in the order they were written. */
  readonly transfers: readonly string[]
  /** In order. `executions` (column `calls`) counts the executor that began the attempt and each that took it over. */
  readonly attempts: readonly {
    readonly provider: string
    readonly outcome: AttemptOutcome | null
    readonly executions: number
  }[]
  /** The identities that it has written to. */
  readonly touches: readonly string[]
  /** The identities that it claims before it writes to them. */
  readonly claims: readonly string[]
}

export async function readRunRecords(db: Database, runId: string): Promise<RunRecords> {
  const column = async (sql: string): Promise<string[]> =>
    (await db.pool.query<{ value: string }>(sql, [runId])).rows.map(({ value }) => value)
  const attempts = await db.pool.query<RunRecords['attempts'][number]>(
    'select provider, outcome, calls as executions from attempt where run_id = $1 order by number',
    [runId],
  )
  return {
    transfers: await column('select kind as value from transfer where run_id = $1 order by id'),
    attempts: attempts.rows,
    touches: await column('select value from touch where run_id = $1 order by value'),
    claims: await column('select value from touch_claim where run_id = $1 order by value'),
  }
}
