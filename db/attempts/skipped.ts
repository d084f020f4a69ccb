import type { AttemptOutcome, Environment } from '../../domain/runs/states.ts'
import type { Database, Statement } from '../database.ts'
import { TARGET_SQL } from './begin.ts'

export const RECORD_UNASKED: Statement = {
  name: 'record_unasked',
  effect: true,
  text: `with noted as (
    insert into attempt (run_id, number, provider, capability, endpoint, environment, token, calls, lease_until, finished_at, duration_ms, outcome, detail)
    select r.id, $2, $3, r.capability, ${TARGET_SQL('r')}, r.environment, $4, 0, clock_timestamp(), clock_timestamp(), 0, $5, $6
    from run r where r.id = $1 and r.finished_at is null
    on conflict do nothing
    returning run_id, number, environment
  )
  update run r set last_attempt = greatest(r.last_attempt, n.number) from noted n where r.id = n.run_id returning n.environment`,
}

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
  const [noted] = await db.query<{ environment: Environment }>(RECORD_UNASKED, [
    attempt.runId,
    attempt.number,
    attempt.provider,
    attempt.token,
    attempt.outcome,
    attempt.detail,
  ])
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
