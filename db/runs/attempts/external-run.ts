import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

const NOW_MS = `extract(epoch from clock_timestamp()) * 1000`

export const NOTE_EXTERNAL_RUN = statement<{ runId: string; number: number; token: string; externalId: string }>({
  name: 'note_external_run',
  effect: true,
  text: `update attempt set external_id = :externalId
    where run_id = :runId and number = :number and token = :token and outcome is null
      and (external_id is null or external_id = :externalId)
    returning run_id`,
})

/**
 * Commits the id of the provider's own run before the executor waits for anything: an executor that takes the attempt
 * over resumes that run. False when this executor no longer holds the attempt.
 */
export async function recordExternalRun(
  db: Database,
  attempt: { runId: string; number: number; token: string },
  externalId: string,
): Promise<boolean> {
  return (
    (
      await db.query(NOTE_EXTERNAL_RUN, {
        runId: attempt.runId,
        number: attempt.number,
        token: attempt.token,
        externalId,
      })
    ).length === 1
  )
}

export const EXTEND_LEASE = statement<{
  runId: string
  number: number
  token: string
  leaseMs: number
  accountId: string
}>({
  name: 'extend_lease',
  effect: true,
  text: `with locked as materialized (
      select id from run where id = :runId for update
    ), extended as (
      update attempt set lease_until = clock_timestamp() + make_interval(secs => :leaseMs::integer / 1000.0)
      where run_id = (select id from locked) and number = :number and token = :token and outcome is null
      returning run_id
    ), slot as (
      update provider_account p
        set leases = p.leases || jsonb_build_object(:runId || ':' || :number, ${NOW_MS} + :leaseMs::integer)
      where p.id = :accountId and exists (select from extended) and p.leases ? (:runId || ':' || :number)
      returning p.id
    )
    update run r set sweep_at = clock_timestamp() + make_interval(secs => 30 + :leaseMs::integer / 1000.0)
      from extended e where r.id = e.run_id
    returning r.id`,
})

/**
 * Extends the leases of the attempt and of its slot at the provider, and delays the sweep of its run; false when the
 * attempt no longer belongs to this executor.
 */
export async function extendLease(
  db: Database,
  attempt: { runId: string; number: number; token: string; accountId: string; leaseMs: number },
): Promise<boolean> {
  return (
    (
      await db.query(EXTEND_LEASE, {
        runId: attempt.runId,
        number: attempt.number,
        token: attempt.token,
        leaseMs: attempt.leaseMs,
        accountId: attempt.accountId,
      })
    ).length === 1
  )
}
