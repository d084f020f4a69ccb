import type { Database, Statement } from '../database.ts'

export const RECORD_NO_TURN: Statement = {
  name: 'record_no_turn',
  effect: true,
  text: `insert into attempt (run_id, number, provider, capability, environment, token, calls, lease_until, finished_at, duration_ms, outcome, detail)
    select r.id, $2, $3, r.capability, r.environment, $4, 0, clock_timestamp(), clock_timestamp(), 0, 'rate_limited', $5
    from run r where r.id = $1 and r.finished_at is null
    on conflict do nothing`,
}

/** Notes that a provider had no room until the run's patience ended; it was never asked. */
export async function recordNoTurn(db: Database, attempt: { runId: string; number: number; provider: string; token: string; detail: string }): Promise<void> {
  await db.query(RECORD_NO_TURN, [attempt.runId, attempt.number, attempt.provider, attempt.token, attempt.detail])
}
