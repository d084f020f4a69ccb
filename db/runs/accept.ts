import type { Json, JsonObject } from '../../domain/providers/manifest.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { RoutingRequest } from '../../domain/routing/plan.ts'
import type { Environment, RunStatus } from '../../domain/runs/states.ts'
import { type Database, isDatabaseUnavailable, type Statement } from '../database.ts'

export interface NewRun {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly apiKeyId: string | null
  readonly requestId: string
  readonly work: Work
  readonly input: JsonObject | readonly Json[]
  readonly routing: RoutingRequest
  readonly includeRaw: boolean
  readonly idempotencyKey: string | null
  /** SHA-256 of the canonical request: tells a replay from another request under the same key. */
  readonly requestHash: Buffer
}

/** What is asked for: a routed capability, or one provider's own endpoint. */
export type Work = { readonly capability: string } | { readonly raw: RawRequest }

export type Accepted =
  | { readonly kind: 'inserted' }
  /** The key was used before, with the same request or with another one. */
  | { readonly kind: 'replayed'; readonly runId: string; readonly sameRequest: boolean; readonly status: RunStatus }

export const INSERT_RUN: Statement = {
  name: 'insert_run',
  effect: true,
  text: `insert into run (id, workspace_id, environment, api_key_id, request_id, kind, capability, endpoint, raw_request,
      input, routing, include_raw, idempotency_key, request_hash)
    values ($1, $2, $3, $4, $5, case when $6::text is null then 'endpoint' else 'capability' end, $6, $7, $8, $9, $10, $11, $12, $13)
    on conflict do nothing
    returning id`,
}

const READ_ACCEPTED: Statement = {
  name: 'read_accepted_run',
  effect: false,
  text: `select id, request_hash, status from run
    where id = $1 or (workspace_id = $2 and environment = $3 and idempotency_key = $4)
    order by (id = $1) desc limit 1`,
}

/**
 * Writes the run's row: the promise that it will not be lost (design: "A run", step 1). A conflict on the
 * idempotency key is a replay. A lost COMMIT answer is settled by asking again under the same id.
 */
export async function acceptRun(db: Database, run: NewRun): Promise<Accepted> {
  try {
    return await insertOrRead(db, run)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    return insertOrRead(db, run)
  }
}

async function insertOrRead(db: Database, run: NewRun): Promise<Accepted> {
  const { capability, raw } = 'raw' in run.work ? { capability: null, raw: run.work.raw } : { capability: run.work.capability, raw: null }
  const inserted = await db.query<{ id: string }>(INSERT_RUN, [
    run.id, run.workspaceId, run.environment, run.apiKeyId, run.requestId, capability, raw?.endpoint ?? null, raw === null ? null : JSON.stringify(raw),
    JSON.stringify(run.input), JSON.stringify(run.routing), run.includeRaw, run.idempotencyKey, run.requestHash,
  ])
  if (inserted.length > 0) return { kind: 'inserted' }
  const [found] = await db.query<{ id: string; request_hash: Buffer; status: RunStatus }>(READ_ACCEPTED, [
    run.id, run.workspaceId, run.environment, run.idempotencyKey,
  ])
  // The other run may have given its key back between the two statements: then this one is inserted now.
  if (found === undefined) return insertOrRead(db, run)
  if (found.id === run.id) return { kind: 'inserted' }
  return { kind: 'replayed', runId: found.id, sameRequest: found.request_hash.equals(run.requestHash), status: found.status }
}
