import { type Changer, type Payer, payerId, refusalOfOthers } from '../../../domain/access/payer.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { RawRequest } from '../../../domain/raw/request.ts'
import type { RoutingRequest } from '../../../domain/routing/plan.ts'
import type { Metadata } from '../../../domain/runs/metadata.ts'
import type { ImportLink } from '../../../domain/tables/links.ts'
import type { PauseReason, WatchStatus } from '../../../domain/watches/states.ts'
import type { Database, Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'
import { REFRESH_AS_JSON, type StoredRefresh } from './refreshes.ts'

/** Identifies a watch by its owner and id. */
export interface WatchRef extends StreamOwner {
  readonly id: string
}

/** A watch with the columns of its row. */
export interface StoredWatch extends WatchRef, Payer {
  readonly capability: string | null
  readonly rawRequest: RawRequest | null
  readonly input: JsonObject | Json[]
  readonly routing: RoutingRequest
  readonly every: string
  readonly everyMs: bigint
  readonly landing: ImportLink | null
  readonly webhook: boolean
  readonly metadata: Metadata | null
  readonly status: WatchStatus
  readonly pausedReason: PauseReason | null
  readonly createdAt: Date
}

/** With its last finished refresh; null before the first. */
export interface ListedWatch extends StoredWatch {
  readonly last: StoredRefresh | null
}

/** The columns of a StoredWatch, of a watch called `w`. */
export const WATCH_COLUMNS = `w.id, w.workspace_id as "workspaceId", w.environment, w.api_key_id as "apiKeyId",
  w.connected_app_id as "connectedAppId", w.capability, w.raw_request as "rawRequest", w.input,
  w.routing, w.every, w.every_ms as "everyMs", w.landing, w.webhook, w.metadata, w.status,
    w.paused_reason as "pausedReason", w.created_at as "createdAt"`

/**
 * A separate statement: it must see what other transactions committed while the lock before it waited. Both
 * environments count together.
 */
export const INSERT_WATCH = statement<
  {
    id: string
    workspaceId: string
    environment: string
    apiKeyId: string | null
    connectedAppId: string | null
    capability: string | null
    rawRequest: string | null
    input: string
    routing: string
    every: string
    everyMs: number
    landing: string | null
    webhook: boolean
    metadata: string | null
    max: number
  },
  StoredWatch
>({
  name: 'insert_watch',
  effect: 'within',
  text: `insert into watch as w (id, workspace_id, environment, api_key_id, connected_app_id, capability, raw_request,
    input, routing, every, every_ms, landing, webhook, metadata)
    select :id, :workspaceId, :environment, :apiKeyId, :connectedAppId, :capability, :rawRequest::jsonb,
      :input::jsonb, :routing::jsonb, :every, :everyMs::bigint, :landing::jsonb, :webhook::boolean,
      :metadata::jsonb
    where (select count(*) from watch where workspace_id = :workspaceId) < :max::integer
    returning ${WATCH_COLUMNS}`,
})

/** Each watch with its last finished refresh. */
const LISTED = `select ${WATCH_COLUMNS}, r.last from watch w
  left join lateral (
    select ${REFRESH_AS_JSON} as last
    from watch_refresh r where r.watch_id = w.id and r.state = 'done' order by r.finished_at desc, r.id desc limit 1
  ) r on true`

export const READ_WATCH = statement<{ id: string; workspaceId: string; environment: string }, ListedWatch>({
  name: 'read_watch',
  effect: false,
  text: `${LISTED} where w.id = :id and w.workspace_id = :workspaceId and w.environment = :environment`,
})

/** null for a deleted watch and for another workspace's. */
export async function readWatch(
  queries: Queries,
  { id, workspaceId, environment }: WatchRef,
): Promise<ListedWatch | null> {
  const [watch] = await queries.query(READ_WATCH, { id, workspaceId, environment })
  return watch ?? null
}

export const LIST_WATCHES = statement<
  { workspaceId: string; environment: string; before: string | null; limit: number },
  ListedWatch
>({
  name: 'list_watches',
  effect: false,
  text: `${LISTED} where w.workspace_id = :workspaceId and w.environment = :environment
    and (:before::text is null or w.id < :before) order by w.id desc limit :limit`,
})

/** Newest first, starting after `before`. */
export const listWatches = (
  db: Database,
  { workspaceId, environment }: StreamOwner,
  { before, limit }: { before: string | null; limit: number },
): Promise<ListedWatch[]> => db.query(LIST_WATCHES, { workspaceId, environment, before, limit })

/** Deletes a watch with its records and refreshes; a refresh under way then finds no watch and stores nothing. */
export const DELETE_WATCH = statement<{ id: string; workspaceId: string; environment: string }>({
  name: 'delete_watch',
  effect: true,
  text: 'delete from watch where id = :id and workspace_id = :workspaceId and environment = :environment returning id',
})

export type DeletedWatch =
  /** The watch as it was. */
  | { readonly kind: 'deleted'; readonly watch: ListedWatch }
  /** Another has made it, and the caller is limited. */
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'missing' }

export async function deleteWatch(db: Database, ref: WatchRef, caller: Changer): Promise<DeletedWatch> {
  const watch = await readWatch(db, ref)
  if (watch === null) return { kind: 'missing' }
  const message = refusalOfOthers('watch', payerId(watch), caller)
  if (message !== null) return { kind: 'forbidden', message }
  const gone = await db.query(DELETE_WATCH, {
    id: ref.id,
    workspaceId: ref.workspaceId,
    environment: ref.environment,
  })
  return gone.length === 0 ? { kind: 'missing' } : { kind: 'deleted', watch }
}

export const LIST_ACTIVE_WATCHES = statement<{ after: string; limit: number }, StoredWatch>({
  name: 'list_active_watches',
  effect: false,
  text: `select ${WATCH_COLUMNS} from watch w where w.status = 'active' and w.id > :after order by w.id limit :limit`,
})

/** A page of the active watches, which have a Schedule, of all workspaces, starting after `after`. */
export const listActiveWatches = (
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<StoredWatch[]> => db.query(LIST_ACTIVE_WATCHES, { after, limit })

/** Whether the watch is still refreshed on schedule. */
export const IS_ACTIVE = statement<{ id: string }>({
  name: 'is_watch_active',
  effect: false,
  text: `select id from watch where id = :id and status = 'active'`,
})

export const isWatchActive = async (db: Database, id: string): Promise<boolean> =>
  (await db.query(IS_ACTIVE, { id })).length === 1
