import { createHash } from 'node:crypto'
import { type KeyLimits, routingWithin } from '../../domain/access/key-limits.ts'
import { type Changer, mayChange, type Payer, payerId } from '../../domain/access/payer.ts'
import { findingSubjectsOfRequest } from '../../domain/history/request.ts'
import { isJsonList } from '../../domain/json/json.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { pausedEvent } from '../../domain/watches/events.ts'
import { type PauseReason, runKeyOf } from '../../domain/watches/states.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { readPayer } from '../../db/access/payer.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { type StreamOwner, writeEvents } from '../../db/delivery/events/write.ts'
import { newId } from '../../db/ids.ts'
import { insertRun, type NewRun, workOf } from '../../db/runs/accept.ts'
import { atOnceOrInSlices } from '../../db/time-slices.ts'
import {
  FIND_REFRESHES,
  type FoundRefresh,
  INSERT_REFRESH,
  lockWatch,
  PAUSE_REFUSED,
} from '../../db/tables/watches/begin.ts'
import type { StoredWatch } from '../../db/tables/watches/watches.ts'

/** A refresh with its run, as its workflow executes it. */
export interface BegunRefresh {
  readonly kind: 'begun'
  readonly refreshId: string
  readonly runId: string
  readonly workflowId: string
  readonly workspaceId: string
  readonly environment: Environment
  /** The capability, or a provider's endpoint: the name by which its run is found in the Temporal Web UI. */
  readonly name: string
}

export type RefreshBegun =
  | BegunRefresh
  /** Its request is refused now: the watch was paused, and these deliveries are to be started after the commit. */
  | { readonly kind: 'refused'; readonly deliveries: readonly DeliveryToStart[] }
  /** The watch or the refresh no longer exists. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'paused' }
  /** Another refresh of the watch is under way: the schedule skips this one. */
  | { readonly kind: 'overlapping' }

/** Identifies a refresh: one that a firing of the Schedule creates by its first execution, or an existing one. */
export type RefreshToBegin =
  | { readonly watchId: string; readonly scheduledFor: Date; readonly workflowId: string }
  | { readonly watchId: string; readonly refreshId: string }

/** Why a watch's request is refused now, also by the limits of its payer; null: it is accepted. */
export type RefusalOf = (watch: StoredWatch, limits: KeyLimits | null) => string | null

export const BEGIN_REFRESH: Transaction = { name: 'begin_refresh', effect: true }

/**
 * Begins a refresh: its row and its ordinary run, in one transaction (decisions, "watch"). A repeated call returns the
 * same run.
 */
export const beginRefresh = (db: Database, request: RefreshToBegin, refusalOf: RefusalOf): Promise<RefreshBegun> =>
  db.transaction(BEGIN_REFRESH, async (tx) => {
    const watch = await lockWatch(tx, request.watchId)
    if (watch === null) return { kind: 'gone' }
    const { refreshId, scheduledFor } =
      'refreshId' in request ? { ...request, scheduledFor: null } : { ...request, refreshId: null }
    const [found] = await tx.query(FIND_REFRESHES, { watchId: watch.id, refreshId, scheduledFor, othersToo: false })
    if (found?.requested === true) return begun(watch, found)
    if ('refreshId' in request) return { kind: 'gone' }
    if (watch.status !== 'active') return { kind: 'paused' }
    if (found !== undefined) return { kind: 'overlapping' }
    const { isRevoked, limits } = await readPayer(tx, watch)
    if (isRevoked) return refuse(tx, watch, { reason: 'payer_revoked', message: PAYER_REVOKED })
    const message = refusalOf(watch, limits)
    if (message !== null) return refuse(tx, watch, { reason: 'request_refused', message })
    return insertRefresh(tx, watch, {
      id: newId('refresh'),
      workflowId: request.workflowId,
      scheduledFor: request.scheduledFor,
      cause: { payer: watch, limits },
      changesWatch: true,
    })
  })

const PAYER_REVOKED = 'The API key or connected app that pays for the watch was revoked or has expired.'

async function refuse(
  tx: Queries,
  watch: StoredWatch,
  { reason, message }: { readonly reason: PauseReason; readonly message: string },
): Promise<RefreshBegun> {
  await tx.query(PAUSE_REFUSED, { id: watch.id, reason })
  const event = pausedEvent({ watch_id: watch.id, run_id: null, reason, message })
  const { deliveries } = await writeEvents(tx, watch, [event])
  return { kind: 'refused', deliveries }
}

const begun = (
  watch: StoredWatch,
  { id, runId, workflowId }: Pick<FoundRefresh, 'id' | 'runId' | 'workflowId'>,
): BegunRefresh => ({
  kind: 'begun',
  refreshId: id,
  runId,
  workflowId,
  workspaceId: watch.workspaceId,
  environment: watch.environment,
  name: watch.capability ?? watch.rawRequest?.endpoint ?? '',
})

export const REQUEST_REFRESH: Transaction = { name: 'request_refresh', effect: true }

/** Who pays for the run of a refresh, under which limits; null: none. */
interface RefreshCause {
  readonly payer: Payer
  readonly limits: KeyLimits | null
}

export interface RequestedRefresh extends RefreshCause {
  readonly caller: Changer
  /** Stores the request's answer in the same transaction, and may refuse it by a throw. */
  readonly saveResponse: (tx: Queries, refresh: BegunRefresh, watch: StoredWatch) => Promise<void>
}

/**
 * A manual refresh, also of a paused watch, which its requester pays for (decisions, "who causes a run pays"). When a
 * refresh is already under way, that one is returned to both callers. null: there is no such watch.
 */
export const requestRefresh = (
  db: Database,
  { id, workspaceId, environment }: StreamOwner & { readonly id: string },
  { caller, saveResponse, ...cause }: RequestedRefresh,
): Promise<BegunRefresh | null> =>
  db.transaction(REQUEST_REFRESH, async (tx) => {
    const watch = await lockWatch(tx, id)
    if (watch === null || watch.workspaceId !== workspaceId || watch.environment !== environment) return null
    const changesWatch = mayChange(payerId(watch), caller)
    const [underWay] = await tx.query(FIND_REFRESHES, {
      watchId: id,
      refreshId: null,
      scheduledFor: null,
      othersToo: !changesWatch,
    })
    const refreshId = newId('refresh')
    const workflowId = runKeyOf(id, refreshId)
    const refresh =
      underWay === undefined
        ? await insertRefresh(tx, watch, { id: refreshId, workflowId, scheduledFor: null, cause, changesWatch })
        : begun(watch, underWay)
    await saveResponse(tx, refresh, watch)
    return refresh
  })

interface RefreshToInsert {
  readonly id: string
  readonly workflowId: string
  readonly scheduledFor: Date | null
  readonly cause: RefreshCause
  readonly changesWatch: boolean
}

async function insertRefresh(tx: Queries, watch: StoredWatch, refresh: RefreshToInsert): Promise<BegunRefresh> {
  const run = await runOf(watch, runKeyOf(watch.id, refresh.scheduledFor?.toISOString() ?? refresh.id), refresh.cause)
  // A client's own run may already have this key: the refresh refers to its run by id in any case.
  if (!(await insertRun(tx, run))) await insertRun(tx, { ...run, idempotencyKey: null })
  await tx.query(INSERT_REFRESH, {
    id: refresh.id,
    watchId: watch.id,
    scheduledFor: refresh.scheduledFor,
    workflowId: refresh.workflowId,
    runId: run.id,
    changesWatch: refresh.changesWatch,
  })
  return begun(watch, { ...refresh, runId: run.id })
}

/** An ordinary run of its payer. The refresh stores its new records in the table. */
async function runOf(watch: StoredWatch, key: string, { payer, limits }: RefreshCause): Promise<NewRun> {
  const { input, rawRequest } = watch
  return {
    id: newId('run'),
    workspaceId: watch.workspaceId,
    environment: watch.environment,
    apiKeyId: payer.apiKeyId,
    connectedAppId: payer.connectedAppId,
    requestId: newId('req'),
    work: workOf(watch),
    input,
    routing: routingWithin(watch.routing, limits),
    includeRaw: false,
    context: {
      subjects: await atOnceOrInSlices(findingSubjectsOfRequest(isJsonList(input) ? [...input] : input, rawRequest)),
      send: null,
      enrichment: null,
      record: null,
      landing: null,
    },
    metadata: watch.metadata,
    idempotencyKey: key,
    requestHash: createHash('sha256').update(key).digest(),
  }
}
