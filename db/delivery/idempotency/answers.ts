import type { JsonObject } from '../../../domain/json/json.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Database, Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** A key's scope (decisions, "idempotency"). */
export interface AnswerKey {
  readonly workspaceId: string
  readonly environment: Environment
  readonly key: string
}

export interface AnswerClaim extends AnswerKey {
  readonly token: string
  readonly requestMac: Buffer
  readonly macVersion: number
  readonly leaseMs: number
}

/** How long an answer is kept (decisions, "stored answer"). */
export const ANSWERS_KEPT = `interval '24 hours'`
const LEASE = `clock_timestamp() + make_interval(secs => :leaseMs::integer / 1000.0)`
const THIS_KEY = 'workspace_id = :workspaceId and environment = :environment and key = :key'

export const CLAIM_ANSWER = statement<{
  workspaceId: string
  environment: Environment
  key: string
  token: string
  leaseMs: number
  requestMac: Buffer
  macVersion: number
}>({
  name: 'claim_answer',
  effect: true,
  text: `insert into idempotent_answer as held (workspace_id, environment, key, token, lease_until, request_mac,
    mac_version)
    values (:workspaceId, :environment, :key, :token, ${LEASE}, :requestMac, :macVersion)
    on conflict (workspace_id, environment, key) do update set token = excluded.token,
      lease_until = excluded.lease_until,
      request_mac = excluded.request_mac, mac_version = excluded.mac_version, answer = null,
        created_at = clock_timestamp()
    where held.created_at < clock_timestamp() - ${ANSWERS_KEPT}
    returning key`,
})

/** true: the key is this request's now. false: it was used before. */
export async function claimAnswer(db: Database, claim: AnswerClaim): Promise<boolean> {
  const rows = await db.query(CLAIM_ANSWER, {
    workspaceId: claim.workspaceId,
    environment: claim.environment,
    key: claim.key,
    token: claim.token,
    leaseMs: claim.leaseMs,
    requestMac: claim.requestMac,
    macVersion: claim.macVersion,
  })
  return rows.length === 1
}

export interface HeldAnswer {
  readonly token: string
  readonly requestMac: Buffer
  readonly macVersion: number
  readonly answer: JsonObject | null
  /** The process that worked on it has died. */
  readonly leasePassed: boolean
}

export const READ_ANSWER = statement<{ workspaceId: string; environment: Environment; key: string }, HeldAnswer>({
  name: 'read_answer',
  effect: false,
  text: `select token, request_mac as "requestMac", mac_version as "macVersion", answer,
    lease_until < clock_timestamp() as "leasePassed"
    from idempotent_answer where ${THIS_KEY}`,
})

export async function readAnswer(
  db: Database,
  { workspaceId, environment, key }: AnswerKey,
): Promise<HeldAnswer | null> {
  const [row] = await db.query(READ_ANSWER, { workspaceId, environment, key })
  return row ?? null
}

export const TAKE_OVER_ANSWER = statement<{
  workspaceId: string
  environment: Environment
  key: string
  token: string
  leaseMs: number
  earlierToken: string
}>({
  name: 'take_over_answer',
  effect: true,
  text: `update idempotent_answer set token = :token, lease_until = ${LEASE}
    where ${THIS_KEY} and token = :earlierToken and answer is null and lease_until < clock_timestamp()
    returning key`,
})

/** Takes over the work of a request that has died; false when another request was first. */
export async function takeOverAnswer(db: Database, claim: AnswerClaim, from: string): Promise<boolean> {
  const rows = await db.query(TAKE_OVER_ANSWER, {
    workspaceId: claim.workspaceId,
    environment: claim.environment,
    key: claim.key,
    token: claim.token,
    leaseMs: claim.leaseMs,
    earlierToken: from,
  })
  return rows.length === 1
}

export const STORE_ANSWER = statement<{
  workspaceId: string
  environment: Environment
  key: string
  token: string
  answer: string
}>({
  name: 'store_answer',
  effect: true,
  text: `update idempotent_answer set answer = :answer
    where ${THIS_KEY} and token = :token and answer is null returning key`,
})

/**
 * `answer` is JSON as text: long numbers keep their digits. false: another request has taken the work over. Inside a
 * transaction, the answer is stored exactly when its effect is.
 */
export async function storeAnswer(db: Queries, claim: AnswerClaim, answer: string): Promise<boolean> {
  const rows = await db.query(STORE_ANSWER, {
    workspaceId: claim.workspaceId,
    environment: claim.environment,
    key: claim.key,
    token: claim.token,
    answer,
  })
  return rows.length === 1
}

export const GIVE_KEY_BACK = statement<{ workspaceId: string; environment: Environment; key: string; token: string }>({
  name: 'give_answer_key_back',
  effect: true,
  text: `delete from idempotent_answer where ${THIS_KEY} and token = :token and answer is null`,
})

/** A refused request does not keep its key. */
export async function releaseIdempotencyKey(db: Database, claim: AnswerClaim): Promise<void> {
  await db.query(GIVE_KEY_BACK, {
    workspaceId: claim.workspaceId,
    environment: claim.environment,
    key: claim.key,
    token: claim.token,
  })
}

const PURGED_AT_ONCE = 100

export const PURGE_ANSWERS = statement({
  name: 'purge_answers',
  effect: true,
  text: `delete from idempotent_answer where (workspace_id, environment, key) in (
      select workspace_id, environment, key from idempotent_answer
      where created_at < now() - ${ANSWERS_KEPT} order by created_at limit ${PURGED_AT_ONCE} for update skip locked)`,
})

/** Deletes some expired answers: each new key deletes more than it adds. */
export async function purgeAnswers(db: Database): Promise<void> {
  await db.query(PURGE_ANSWERS, {})
}
