import type { FoundSubject } from '../../domain/history/subject-collector.ts'
import type { Send } from '../../domain/outbound/recipients.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { RoutingRequest } from '../../domain/routing/plan.ts'
import type { Metadata } from '../../domain/runs/metadata.ts'
import type { Environment, RunStatus } from '../../domain/runs/states.ts'
import type { EnrichmentSubject } from '../../domain/tables/enrichment.ts'
import type { ImportLink, RecordLink } from '../../domain/tables/links.ts'
import type { Database, Queries } from '../database.ts'
import { splitSubjects, storeBlocks } from './history/blocks.ts'
import { statement } from '../statement.ts'
import { insertRunsSql } from './insert-sql.ts'

export interface NewRun {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly apiKeyId: string | null
  readonly connectedAppId: string | null
  readonly requestId: string
  readonly work: RequestedWork
  readonly input: JsonObject | readonly Json[]
  readonly routing: RoutingRequest
  readonly includeRaw: boolean
  /** Where its end is reported. */
  readonly callbackUrl?: string | undefined
  /** What the run's end needs; stored with the run. */
  readonly context: RunContext
  readonly metadata: Metadata | null
  readonly idempotencyKey: string | null
  /** SHA-256 of the canonical request: separates a replay from a conflict on the idempotency key. */
  readonly requestHash: Buffer
}

/** What guards, history and tables need when the run settles, so that settlement does not derive it again. */
export interface RunContext {
  readonly subjects: readonly FoundSubject[]
  readonly send: Send | null
  readonly enrichment: readonly EnrichmentSubject[] | null
  readonly record: RecordLink | null
  readonly landing: ImportLink | null
}

/** The requested work: a routed capability, or one provider's own endpoint. */
export type RequestedWork = { readonly capability: string } | { readonly raw: RawRequest }

/** The work of a run or a watch as its row has it: one of the two is null. */
export interface StoredWork {
  readonly capability: string | null
  readonly rawRequest: RawRequest | null
}

export const workOf = ({ capability, rawRequest }: StoredWork): RequestedWork =>
  rawRequest === null ? { capability: capability ?? '' } : { raw: rawRequest }

export const storedWorkOf = (work: RequestedWork): StoredWork =>
  'raw' in work ? { capability: null, rawRequest: work.raw } : { capability: work.capability, rawRequest: null }

/** Another run has the idempotency key. `sameRequest`: this is a replay; otherwise it is a conflict. */
export interface KeyAlreadyUsed {
  readonly kind: 'replayed'
  readonly runId: string
  readonly sameRequest: boolean
  readonly status: RunStatus
}

const INSERTED_SQL = insertRunsSql(
  {
    id: ':id',
    workspaceId: ':workspaceId',
    environment: ':environment',
    apiKeyId: ':apiKeyId',
    connectedAppId: ':connectedAppId',
    requestId: ':requestId',
    kind: `case when :capability::text is null then 'endpoint' else 'capability' end`,
    capability: ':capability',
    endpoint: ':endpoint',
    rawRequest: ':rawRequest',
    input: ':input',
    routing: ':routing',
    includeRaw: ':includeRaw',
    idempotencyKey: ':idempotencyKey',
    requestHash: ':requestHash',
    subjects: ':subjects',
    send: ':send',
    enrichment: ':enrichment',
    record: ':record',
    landing: ':landing',
    metadata: ':metadata',
    callbackUrl: ':callbackUrl',
    jobId: 'null',
    sweepAt: 'default',
  },
  (list) => `values (${list}) on conflict do nothing`,
)

export const INSERT_RUN = statement<
  {
    id: string
    workspaceId: string
    environment: Environment
    apiKeyId: string | null
    connectedAppId: string | null
    requestId: string
    capability: string | null
    endpoint: string | null
    rawRequest: string | null
    input: string
    routing: string
    includeRaw: boolean
    idempotencyKey: string | null
    requestHash: Buffer
    subjects: string
    send: string | null
    enrichment: string | null
    record: string | null
    landing: string | null
    metadata: string | null
    callbackUrl: string | null
  },
  { id: string }
>({
  name: 'insert_run',
  effect: true,
  text: `with ${INSERTED_SQL}
    select id from inserted`,
})

export const READ_ACCEPTED = statement<
  { runId: string; workspaceId: string; environment: Environment; idempotencyKey: string | null },
  AcceptedRow
>({
  name: 'read_accepted_run',
  effect: false,
  text: `select id, request_hash, status from run
    where id = :runId
      or (workspace_id = :workspaceId and environment = :environment and idempotency_key = :idempotencyKey)
    order by (id = :runId) desc limit 1`,
})

/** The same in the caller's transaction. */
export async function insertRun(queries: Queries, run: NewRun): Promise<boolean> {
  const { rows, list } = splitSubjects(run.context.subjects)
  const { capability, raw } =
    'raw' in run.work ? { capability: null, raw: run.work.raw } : { capability: run.work.capability, raw: null }
  const inserted = await queries.query(INSERT_RUN, {
    id: run.id,
    workspaceId: run.workspaceId,
    environment: run.environment,
    apiKeyId: run.apiKeyId,
    connectedAppId: run.connectedAppId,
    requestId: run.requestId,
    capability,
    endpoint: raw?.endpoint ?? null,
    rawRequest: raw === null ? null : JSON.stringify(raw),
    input: JSON.stringify(run.input),
    routing: JSON.stringify(run.routing),
    includeRaw: run.includeRaw,
    idempotencyKey: run.idempotencyKey,
    requestHash: run.requestHash,
    subjects: JSON.stringify(rows),
    send: orNull(run.context.send),
    enrichment: orNull(run.context.enrichment),
    record: orNull(run.context.record),
    landing: orNull(run.context.landing),
    metadata: orNull(run.metadata),
    callbackUrl: run.callbackUrl ?? null,
  })
  if (inserted.length === 0) return false
  if (list !== null) await storeBlocks(queries, { runId: run.id, place: 'input', list })
  return true
}

interface AcceptedRow {
  readonly id: string
  readonly request_hash: Buffer
  readonly status: RunStatus
}

export const keyAlreadyUsed = (found: AcceptedRow, { requestHash }: Pick<NewRun, 'requestHash'>): KeyAlreadyUsed => ({
  kind: 'replayed',
  runId: found.id,
  sameRequest: found.request_hash.equals(requestHash),
  status: found.status,
})

/**
 * The run that already has this key, or null: read first where a new acceptance would need data that may no longer
 * exist.
 */
export async function findRunOfKey(
  db: Database,
  request: Pick<NewRun, 'workspaceId' | 'environment' | 'requestHash'> & { readonly idempotencyKey: string },
): Promise<KeyAlreadyUsed | null> {
  const [found] = await db.query(READ_ACCEPTED, {
    runId: '',
    workspaceId: request.workspaceId,
    environment: request.environment,
    idempotencyKey: request.idempotencyKey,
  })
  return found === undefined ? null : keyAlreadyUsed(found, request)
}

const orNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
