import { createHash } from 'node:crypto'
import { findingSubjectsOfRequest } from '../../domain/history/request.ts'
import { isJsonList } from '../../domain/json/json.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { pausedEvent } from '../../domain/watches/events.ts'
import { runKeyOf } from '../../domain/watches/states.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { newId } from '../ids.ts'
import { atOnceOrInSlices } from '../time-slices.ts'
import { insertRun, type NewRun } from '../runs/accept.ts'
import { type StreamOwner, writeEvents } from '../events/write.ts'
import { SWEEP_REFRESH_AFTER_SECONDS } from './sweep.ts'
import { type StoredWatch, WATCH_COLUMNS } from './watches.ts'

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

/** Why a watch's request is refused now, or null. */
export type RefusalOf = (watch: StoredWatch) => string | null

export const BEGIN_REFRESH: Transaction = { name: 'begin_refresh', effect: true }

/** Serialises work on a watch: beginning, recording and deletion wait here for each other. */
const LOCK_WATCH = statement<{ id: string }, StoredWatch>({
  name: 'lock_watch',
  effect: false,
  text: `select ${WATCH_COLUMNS} from watch w where w.id = :id for no key update`,
})

export async function lockWatch(tx: Queries, id: string): Promise<StoredWatch | null> {
  const [watch] = await tx.query(LOCK_WATCH, { id })
  return watch ?? null
}

const FIND_REFRESHES = statement<
  { watchId: string; refreshId: string | null; scheduledFor: Date | null },
  FoundRefresh
>({
  name: 'find_watch_refreshes',
  effect: false,
  text: `select id, run_id as "runId", workflow_id as "workflowId", state,
    (id = :refreshId or scheduled_for = :scheduledFor) is true as requested from watch_refresh
    where watch_id = :watchId and (state = 'started' or id = :refreshId or scheduled_for = :scheduledFor)
      order by requested desc`,
})

interface FoundRefresh {
  readonly id: string
  readonly runId: string
  readonly workflowId: string
  readonly state: 'started' | 'done'
  readonly requested: boolean
}

const INSERT_REFRESH = statement<{
  id: string
  watchId: string
  scheduledFor: Date | null
  workflowId: string
  runId: string
}>({
  name: 'insert_watch_refresh',
  effect: 'within',
  text: `insert into watch_refresh (id, watch_id, scheduled_for, workflow_id, run_id, sweep_at)
    values (:id, :watchId, :scheduledFor, :workflowId, :runId,
      clock_timestamp() + interval '${SWEEP_REFRESH_AFTER_SECONDS} seconds')`,
})

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
    const [found] = await tx.query(FIND_REFRESHES, { watchId: watch.id, refreshId, scheduledFor })
    if (found?.requested === true) return begun(watch, found)
    if ('refreshId' in request) return { kind: 'gone' }
    if (watch.status !== 'active') return { kind: 'paused' }
    if (found !== undefined) return { kind: 'overlapping' }
    const message = refusalOf(watch)
    if (message !== null) return refuse(tx, watch, message)
    return insertRefresh(tx, watch, {
      id: newId('refresh'),
      workflowId: request.workflowId,
      scheduledFor: request.scheduledFor,
    })
  })

const PAUSE_REFUSED = statement<{ id: string }>({
  name: 'pause_refused_watch',
  effect: 'within',
  text: `update watch set status = 'paused', paused_reason = 'request_refused', updated_at = clock_timestamp()
    where id = :id`,
})

async function refuse(tx: Queries, watch: StoredWatch, message: string): Promise<RefreshBegun> {
  await tx.query(PAUSE_REFUSED, { id: watch.id })
  const event = pausedEvent({ watch_id: watch.id, run_id: null, reason: 'request_refused', message })
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

/**
 * A manual refresh, also of a paused watch. When a refresh is already under way, that one is returned to both callers.
 * `saveResponse` stores the request's answer in the same transaction, and may refuse it by a throw. null: there is no
 * such watch.
 */
export const requestRefresh = (
  db: Database,
  { id, workspaceId, environment }: StreamOwner & { readonly id: string },
  saveResponse: (tx: Queries, refresh: BegunRefresh, watch: StoredWatch) => Promise<void>,
): Promise<BegunRefresh | null> =>
  db.transaction(REQUEST_REFRESH, async (tx) => {
    const watch = await lockWatch(tx, id)
    if (watch === null || watch.workspaceId !== workspaceId || watch.environment !== environment) return null
    const [underWay] = await tx.query(FIND_REFRESHES, { watchId: id, refreshId: null, scheduledFor: null })
    const refreshId = newId('refresh')
    const refresh =
      underWay === undefined
        ? await insertRefresh(tx, watch, { id: refreshId, workflowId: runKeyOf(id, refreshId), scheduledFor: null })
        : begun(watch, underWay)
    await saveResponse(tx, refresh, watch)
    return refresh
  })

async function insertRefresh(
  tx: Queries,
  watch: StoredWatch,
  refresh: { id: string; workflowId: string; scheduledFor: Date | null },
): Promise<BegunRefresh> {
  const run = await runOf(watch, runKeyOf(watch.id, refresh.scheduledFor?.toISOString() ?? refresh.id))
  // A client's own run may already have this key: the refresh refers to its run by id in any case.
  if (!(await insertRun(tx, run))) await insertRun(tx, { ...run, idempotencyKey: null })
  await tx.query(INSERT_REFRESH, {
    id: refresh.id,
    watchId: watch.id,
    scheduledFor: refresh.scheduledFor,
    workflowId: refresh.workflowId,
    runId: run.id,
  })
  return begun(watch, { ...refresh, runId: run.id })
}

/**
 * An ordinary run of the watch's creator: prices, limits and guards treat it like any other. The refresh stores its new
 * records in the table.
 */
async function runOf(watch: StoredWatch, key: string): Promise<NewRun> {
  const { input, rawRequest } = watch
  return {
    id: newId('run'),
    workspaceId: watch.workspaceId,
    environment: watch.environment,
    apiKeyId: watch.apiKeyId,
    connectedAppId: watch.connectedAppId,
    requestId: newId('req'),
    work: rawRequest === null ? { capability: watch.capability ?? '' } : { raw: rawRequest },
    input,
    routing: watch.routing,
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
