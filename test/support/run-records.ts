import type { AttemptOutcome } from '../../domain/runs/states.ts'
import type { Database } from '../../db/database.ts'

/** What stands in the database about one run, beside its row. */
export interface RunRecords {
  /** Kinds of its transfers in the order they were written. */
  readonly transfers: readonly string[]
  /** In order; `executions` counts the executors that began or took it. */
  readonly attempts: readonly {
    readonly provider: string
    readonly outcome: AttemptOutcome | null
    readonly executions: number
  }[]
  /** The recipients that it has reached, and those that it claims. */
  readonly touches: readonly string[]
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
