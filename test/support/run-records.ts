import type { AttemptOutcome } from '../../domain/runs/states.ts'
import { Attempt } from '../../db/attempts/entity.ts'
import type { Database } from '../../db/database.ts'
import { Touch, TouchClaim } from '../../db/outbound/entity.ts'
import { Transfer } from '../../db/wallets/entity.ts'

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
  const em = db.em()
  const transfers = await em.find(Transfer, { runId }, { orderBy: { id: 'asc' } })
  const attempts = await em.find(Attempt, { runId }, { orderBy: { number: 'asc' } })
  return {
    transfers: transfers.map(({ kind }) => kind),
    attempts: attempts.map(({ provider, outcome, calls }) => ({
      provider,
      outcome: outcome ?? null,
      executions: calls,
    })),
    touches: (await em.find(Touch, { runId }, { orderBy: { value: 'asc' } })).map(({ value }) => value),
    claims: (await em.find(TouchClaim, { runId }, { orderBy: { value: 'asc' } })).map(({ value }) => value),
  }
}
