import type { AttemptOutcome, Environment } from '../../../domain/runs/states.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { TARGET_SQL } from '../target-sql.ts'

export const RECORD_SKIPPED_ATTEMPT = statement<
  { runId: string; number: number; provider: string; token: string; outcome: AttemptOutcome; detail: string },
  { environment: Environment }
>({
  name: 'record_skipped_attempt',
  effect: true,
  text: `with noted as (
    insert into attempt (run_id, number, provider, capability, endpoint, environment, token, calls, lease_until,
      finished_at, duration_ms, outcome, detail)
    select r.id, :number, :provider, r.capability, ${TARGET_SQL('r')}, r.environment, :token, 0, clock_timestamp(),
      clock_timestamp(), 0, :outcome, :detail
    from run r where r.id = :runId and r.finished_at is null
    on conflict do nothing
    returning run_id, number, environment
  )
  update run r set last_attempt = greatest(r.last_attempt, n.number) from noted n where r.id = n.run_id
    returning n.environment`,
})

export interface SkippedAttempt {
  readonly runId: string
  readonly number: number
  readonly provider: string
  readonly token: string
  readonly outcome: AttemptOutcome
  readonly detail: string
}

/** Records why a provider was skipped without a call: it had no capacity, or it is no longer there. */
export async function recordSkippedAttempt(db: Database, attempt: SkippedAttempt): Promise<void> {
  const [noted] = await db.query(RECORD_SKIPPED_ATTEMPT, {
    runId: attempt.runId,
    number: attempt.number,
    provider: attempt.provider,
    token: attempt.token,
    outcome: attempt.outcome,
    detail: attempt.detail,
  })
  if (noted !== undefined)
    db.emit({
      kind: 'attempt_ended',
      ...noted,
      provider: attempt.provider,
      outcome: attempt.outcome,
      seconds: 0,
      cost: 0n,
    })
}
