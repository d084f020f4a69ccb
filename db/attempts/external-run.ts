import type { Database, Statement } from '../database.ts'

const NOW_MS = `extract(epoch from clock_timestamp()) * 1000`

export const NOTE_EXTERNAL_RUN: Statement = {
  name: 'note_external_run',
  effect: true,
  text: `update attempt set external_id = $4
    where run_id = $1 and number = $2 and token = $3 and outcome is null and (external_id is null or external_id = $4)
    returning run_id`,
}

/**
 * Commits the id of the provider's own run before the executor waits for anything: an executor that takes the attempt
 * over resumes that run. False when this executor no longer holds the attempt.
 */
export async function recordExternalRun(
  db: Database,
  attempt: { runId: string; number: number; token: string },
  externalId: string,
): Promise<boolean> {
  return (await db.query(NOTE_EXTERNAL_RUN, [attempt.runId, attempt.number, attempt.token, externalId])).length === 1
}

export const EXTEND_LEASE: Statement = {
  name: 'extend_lease',
  effect: true,
  text: `with locked as materialized (
      select id from run where id = $1 for update
    ), extended as (
      update attempt set lease_until = clock_timestamp() + make_interval(secs => $4::integer / 1000.0)
      where run_id = (select id from locked) and number = $2 and token = $3 and outcome is null
      returning run_id
    ), place as (
      update provider_account p set leases = p.leases || jsonb_build_object($1 || ':' || $2, ${NOW_MS} + $4::integer)
      where p.id = $5 and exists (select from extended) and p.leases ? ($1 || ':' || $2)
      returning p.id
    )
    update run r set sweep_at = clock_timestamp() + make_interval(secs => 30 + $4::integer / 1000.0) from extended e where r.id = e.run_id
    returning r.id`,
}

/**
 * Extends the leases of the attempt and of its place at the provider, and delays the sweep of its run; false when the
 * attempt no longer belongs to this executor.
 */
export async function extendLease(
  db: Database,
  attempt: { runId: string; number: number; token: string; accountId: string; leaseMs: number },
): Promise<boolean> {
  return (
    (await db.query(EXTEND_LEASE, [attempt.runId, attempt.number, attempt.token, attempt.leaseMs, attempt.accountId]))
      .length === 1
  )
}
