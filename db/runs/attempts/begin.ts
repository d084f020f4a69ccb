import type { Block } from '../../../domain/outbound/guard.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { TermsOfSend } from '../../../domain/law/terms.ts'
import type { AccountLimits } from '../../../domain/providers/manifest.ts'
import type { RawRequest } from '../../../domain/raw/request.ts'
import type { PriceTerms } from '../../../domain/routing/plan.ts'
import type { AttemptOutcome, Environment, RunStatus } from '../../../domain/runs/states.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { hasListsSql } from '../../outreach/do-not-process/match.ts'
import type { SuppressedRow } from '../../outreach/outbound/suppressed.ts'

export interface AttemptToBegin {
  readonly runId: string
  readonly number: number
  readonly provider: string
  readonly accountId: string
  readonly token: string
  readonly leaseMs: number
  readonly limits: AccountLimits
  /** The workspace's own connection that serves it; null: the platform's account. */
  readonly connectionId: string | null
}

/** The facts of the run that the provider call needs. */
export interface RunInput {
  readonly workspaceId: string
  /** null for raw runs, which state `rawRequest`. */
  readonly capability: string | null
  readonly rawRequest: RawRequest | null
  readonly environment: Environment
  readonly input: JsonObject | Json[]
  /** The terms of this attempt's candidate, as agreed when the hold was made. */
  readonly price: PriceTerms | null
  /** What the outreach policy made of the send when the hold was made; null: nothing. */
  readonly law: TermsOfSend | null
  /** It is no send, and a do-not-process list applies: no record of its result may be of someone on it. */
  readonly filtered: boolean
  /** Its end touches no table and no person: one statement stores the outcome and settles (`recordAndSettle`). */
  readonly plain: boolean
}

export type Begun =
  | { readonly kind: 'begun'; readonly run: RunInput }
  /** Another executor has begun it, and may have ended it. */
  | { readonly kind: 'taken' }
  /** The provider's account has no capacity now: the run waits as `queued`. */
  | { readonly kind: 'queued' }
  /**
   * A person that the send would reach was suppressed after the hold was made: the attempt takes no capacity of the
   * account.
   */
  | { readonly kind: 'blocked'; readonly block: Block }
  /** The run was cancelled or has ended in the meantime. */
  | { readonly kind: 'ended'; readonly status: RunStatus }

/** The values of `AttemptToBegin`, and its limits. */
export type BeginValues = Omit<AttemptToBegin & AccountLimits, 'limits'>

/** Begins an attempt, or states why it may not begin (`begin_attempt_v1`). */
export const BEGIN_ATTEMPT = statement<BeginValues, BeginRow>({
  name: 'begin_attempt',
  effect: true,
  neverNull: {
    'the function sets them': ['status', 'workspaceId', 'environment', 'input', 'plain', 'taken', 'begun', 'isDue'],
    'one value': ['filtered'],
  },
  text: `select status, workspace_id as "workspaceId", capability, raw_request as "rawRequest", environment, input,
      price, plain, taken, begun, is_due as "isDue", suppressed,
      case when not plain then (select r.plan -> 'law' from run r where r.id = :runId) end as law,
      (select r.send is null and ${hasListsSql('r')} from run r where r.id = :runId) as filtered
    from begin_attempt_v1(of_run => :runId, number => :number, provider => :provider, account_id => :accountId,
      token => :token, lease_ms => :leaseMs, concurrency => :concurrency, rate => :requestsPerSecond, burst => :burst,
      connection_id => :connectionId)`,
})

interface BeginRow extends RunInput {
  readonly status: RunStatus
  readonly taken: boolean
  readonly begun: boolean
  /** The run waits for this attempt. */
  readonly isDue: boolean
  readonly suppressed: SuppressedRow | null
}

/** At least one token fits into the bucket; otherwise a rate below one a second would never let an attempt begin. */
const burstOf = ({ burst, requestsPerSecond }: AccountLimits): number | null =>
  requestsPerSecond === null ? null : Math.max(1, burst ?? requestsPerSecond)

export const beginValues = (attempt: AttemptToBegin): BeginValues => ({
  runId: attempt.runId,
  number: attempt.number,
  provider: attempt.provider,
  accountId: attempt.accountId,
  token: attempt.token,
  leaseMs: attempt.leaseMs,
  concurrency: attempt.limits.concurrency,
  requestsPerSecond: attempt.limits.requestsPerSecond,
  burst: burstOf(attempt.limits),
  connectionId: attempt.connectionId,
})

/** Begins attempt `number` of a run for one executor (decisions, "A run", step 4). */
export async function beginAttempt(db: Database, attempt: AttemptToBegin): Promise<Begun> {
  const [row] = await db.query(BEGIN_ATTEMPT, beginValues(attempt))
  if (row === undefined) throw new Error('the run of this attempt does not exist')
  if (row.begun) {
    const { workspaceId, capability, rawRequest, environment, input, price, law, plain, filtered } = row
    const run = { workspaceId, capability, rawRequest, environment, input, price, law, plain, filtered }
    return { kind: 'begun', run }
  }
  if (row.taken) return { kind: 'taken' }
  if (row.suppressed !== null) return { kind: 'blocked', block: { kind: 'suppressed', ...row.suppressed } }
  if (!row.isDue) return { kind: 'ended', status: row.status }
  // The attempt may have been skipped without having been begun: then its row exists already.
  const stored = await readAttempt(db, attempt.runId, attempt.number)
  return stored === null ? { kind: 'queued' } : { kind: 'taken' }
}

export interface StoredAttemptState {
  readonly provider: string
  readonly outcome: AttemptOutcome | null
  readonly units: number | null
  /** Microdollars of the provider's cost, for raw runs. */
  readonly cost: bigint | null
  readonly rateCard: bigint | null
  /** The id of the provider's own run that was started for this attempt. */
  readonly externalId: string | null
  /** The lease of the executor that began it has expired: the executor is dead, or its outcome will be refused. */
  readonly leasePassed: boolean
  /** It failed with the workspace's own key, which the provider rejects. */
  readonly keyRejected: boolean
  readonly run: RunInput
}

export const READ_ATTEMPT = statement<{ runId: string; number: number }, StoredAttemptState>({
  name: 'read_attempt',
  effect: false,
  text: `select a.provider, a.outcome, a.units, a.cost, a.rate_card as "rateCard", a.external_id as "externalId",
    a.lease_until < clock_timestamp() as "leasePassed",
      a.outcome is not distinct from 'provider_error' and exists (select from connection c
        where c.id = a.connection_id and c.rejected_at is not null) as "keyRejected",
      jsonb_build_object('workspaceId', r.workspace_id, 'capability', r.capability, 'rawRequest', r.raw_request,
        'environment', r.environment, 'input', r.input, 'law', r.plan -> 'law',
        'plain', is_plain_v1(r), 'filtered', r.send is null and ${hasListsSql('r')},
        'price', r.plan -> 'candidates' -> (a.number - 1) -> 'price') as run
    from attempt a join run r on r.id = a.run_id where a.run_id = :runId and a.number = :number`,
})

export async function readAttempt(db: Database, runId: string, number: number): Promise<StoredAttemptState | null> {
  const [row] = await db.query(READ_ATTEMPT, { runId, number })
  return row ?? null
}

export const TAKE_OVER_ATTEMPT = statement<{
  runId: string
  number: number
  token: string
  leaseMs: number
  accountId: string
  concurrency: number | null
  requestsPerSecond: number | null
}>({
  name: 'take_over_attempt',
  effect: true,
  text: `with taken as (
      update attempt set token = :token, calls = calls + 1,
        lease_until = clock_timestamp() + make_interval(secs => :leaseMs::integer / 1000.0)
      where run_id = :runId and number = :number and outcome is null and lease_until < clock_timestamp()
      returning run_id
    ), slot as (
      update provider_account p
        set tokens = p.tokens - case when :requestsPerSecond::double precision is null then 0 else 1 end,
        leases = p.leases || jsonb_build_object(:runId || ':' || :number, extract(epoch from clock_timestamp()) * 1000
          + :leaseMs::integer)
      where p.id = :accountId and exists (select from taken)
        and (:concurrency::integer is not null or :requestsPerSecond::double precision is not null)
      returning p.id
    )
    select run_id from taken`,
})

export const GIVE_UP_ATTEMPT = statement<{ runId: string; number: number; token: string }>({
  name: 'give_up_attempt',
  effect: true,
  text: `update attempt set lease_until = clock_timestamp() where run_id = :runId and number = :number
    and token = :token and outcome is null`,
})

/** Ends this executor's lease without an outcome: another executor may take the attempt over at once. */
export async function giveUpAttempt(
  db: Database,
  attempt: { runId: string; number: number; token: string },
): Promise<void> {
  await db.query(GIVE_UP_ATTEMPT, { runId: attempt.runId, number: attempt.number, token: attempt.token })
}

/**
 * Takes over an attempt whose lease has expired; false when it was decided or taken in the meantime. A call that
 * follows keeps the attempt's slot in the account: it does not wait for capacity again, but it counts.
 */
export async function takeOverAttempt(db: Database, attempt: AttemptToBegin): Promise<boolean> {
  const { concurrency, requestsPerSecond } = attempt.limits
  const rows = await db.query(TAKE_OVER_ATTEMPT, {
    runId: attempt.runId,
    number: attempt.number,
    token: attempt.token,
    leaseMs: attempt.leaseMs,
    accountId: attempt.accountId,
    concurrency,
    requestsPerSecond,
  })
  return rows.length === 1
}
