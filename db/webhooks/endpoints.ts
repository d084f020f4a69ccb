import { WEBHOOK_ENDPOINTS_MAX } from '../../domain/webhooks/schedule.ts'
import { type Also, type Database, nothingElse, type Queries, type Statement, type Transaction } from '../database.ts'
import type { StreamOwner } from '../events/write.ts'
import { type NewSecret, sealedColumns } from './secret.ts'
import { stopDeliveriesSql } from './stop-deliveries.ts'
import { lockWorkspace } from '../workspaces/lock.ts'

/** An endpoint as its owner sees it, without its secret (Spec 2.9). */
export interface StoredWebhook {
  readonly id: string
  readonly url: string
  /** Empty: every type. */
  readonly events: readonly string[]
  readonly description: string | null
  readonly enabled: boolean
  readonly disabledReason: string | null
  readonly failingSince: Date | null
  readonly createdAt: Date
}

/** Identifies an endpoint by its owner and id. */
export interface WebhookName extends StreamOwner {
  readonly id: string
}

const COLUMNS = `id, url, events, description, enabled, disabled_reason as "disabledReason", failing_since as "failingSince", created_at as "createdAt"`
const THIS_ONE = 'id = $1 and workspace_id = $2 and environment = $3'

export const CREATE_WEBHOOK: Transaction = { name: 'create_webhook', effect: true }

/**
 * A separate statement: it must see what other transactions committed while the lock before it waited. Both
 * environments count together.
 */
const INSERT_WEBHOOK: Statement = {
  name: 'insert_webhook',
  effect: 'within',
  text: `insert into webhook_endpoint (id, workspace_id, environment, url, events, description)
    select $1, $2, $3, $4, $5, $6 where (select count(*) from webhook_endpoint where workspace_id = $2) < ${WEBHOOK_ENDPOINTS_MAX}
    returning ${COLUMNS}`,
}

const INSERT_SECRET: Statement = {
  name: 'insert_webhook_secret',
  effect: 'within',
  text: `insert into webhook_secret (id, webhook_id, workspace_id, ciphertext, wrapped_key, key_version)
    values ($1, $2, $3, $4, $5, $6)`,
}

const insertSecret = async (tx: Queries, { id, workspaceId }: WebhookName, secret: NewSecret): Promise<void> => {
  await tx.query(INSERT_SECRET, [secret.id, id, workspaceId, ...sealedColumns(secret.sealed)])
}

export interface WebhookToCreate {
  readonly url: string
  readonly events: readonly string[]
  readonly description: string | null
  readonly secret: NewSecret
}

/** null: the workspace has the maximum number of endpoints, over both environments (Spec 8). */
export const createWebhook = (
  db: Database,
  name: WebhookName,
  { url, events, description, secret, also = nothingElse }: WebhookToCreate & { readonly also?: Also<StoredWebhook> },
): Promise<StoredWebhook | null> =>
  db.transaction(CREATE_WEBHOOK, async (tx) => {
    await lockWorkspace(tx, name.workspaceId)
    const [webhook] = await tx.query<StoredWebhook>(INSERT_WEBHOOK, [
      name.id,
      name.workspaceId,
      name.environment,
      url,
      events,
      description,
    ])
    if (webhook === undefined) return null
    await insertSecret(tx, name, secret)
    await also(tx, webhook)
    return webhook
  })

const LIST_WEBHOOKS: Statement = {
  name: 'list_webhooks',
  effect: false,
  text: `select ${COLUMNS} from webhook_endpoint where workspace_id = $1 and environment = $2 order by id`,
}

/** All endpoints of the environment, oldest first. */
export const listWebhooks = (db: Database, { workspaceId, environment }: StreamOwner): Promise<StoredWebhook[]> =>
  db.query<StoredWebhook>(LIST_WEBHOOKS, [workspaceId, environment])

const READ_WEBHOOK: Statement = {
  name: 'read_webhook',
  effect: false,
  text: `select ${COLUMNS} from webhook_endpoint where ${THIS_ONE}`,
}

export async function readWebhook(
  db: Database,
  { id, workspaceId, environment }: WebhookName,
): Promise<StoredWebhook | null> {
  const [webhook] = await db.query<StoredWebhook>(READ_WEBHOOK, [id, workspaceId, environment])
  return webhook ?? null
}

/**
 * Enabling starts afresh: a new generation, no failure clock, no reason. Disabling by hand sets no reason, but an
 * endpoint that is already disabled keeps its reason; deliveries that wait for their next attempt end. A new URL is a
 * new receiver: its failure clock starts with its own first failure.
 */
export const CHANGE_WEBHOOK: Statement = {
  name: 'change_webhook',
  effect: true,
  text: `with changed as (
      update webhook_endpoint w set
        url = coalesce($4, w.url), events = coalesce($5::text[], w.events), description = case when $6::boolean then $7 else w.description end,
        enabled = coalesce($8, w.enabled), generation = w.generation + case when $8 and not w.enabled then 1 else 0 end,
        disabled_reason = case when not coalesce($8, w.enabled) then w.disabled_reason end,
        failing_since = case when coalesce($8, w.enabled) = w.enabled and coalesce($4, w.url) = w.url then w.failing_since end,
        last_failed_at = case when coalesce($8, w.enabled) = w.enabled and coalesce($4, w.url) = w.url then w.last_failed_at end,
        updated_at = clock_timestamp()
      where ${THIS_ONE}
      returning *
    ), stopped as (
      ${stopDeliveriesSql('(select id from changed where not enabled)')}
    )
    select ${COLUMNS} from changed`,
}

/** Omitted members stay as they are. */
export interface WebhookChange {
  readonly url?: string
  readonly events?: readonly string[]
  readonly description?: string | null
  readonly enabled?: boolean
}

/** The changed endpoint, or null when there is none. */
export async function changeWebhook(
  db: Database,
  { id, workspaceId, environment }: WebhookName,
  { url, events, description, enabled }: WebhookChange,
): Promise<StoredWebhook | null> {
  const [webhook] = await db.query<StoredWebhook>(CHANGE_WEBHOOK, [
    id,
    workspaceId,
    environment,
    url ?? null,
    events ?? null,
    description !== undefined,
    description ?? null,
    enabled ?? null,
  ])
  return webhook ?? null
}

export const ROTATE_WEBHOOK_SECRET: Transaction = { name: 'rotate_webhook_secret', effect: true }

/** Two simultaneous rotations wait here for each other. */
const LOCK_WEBHOOK: Statement = {
  name: 'lock_webhook',
  effect: 'within',
  text: `update webhook_endpoint set updated_at = clock_timestamp() where ${THIS_ONE} returning ${COLUMNS}`,
}

const FORGET_EARLIER_SECRETS: Statement = {
  name: 'forget_earlier_webhook_secrets',
  effect: 'within',
  text: 'delete from webhook_secret where webhook_id = $1 and expires_at is not null',
}

const RETIRE_SECRET: Statement = {
  name: 'retire_webhook_secret',
  effect: 'within',
  text: `update webhook_secret set expires_at = clock_timestamp() + $2::integer * interval '1 millisecond' where webhook_id = $1 and expires_at is null`,
}

/**
 * The new secret signs at once. The one before it also signs for `overlapMs`, and earlier ones are deleted. null: there
 * is no such endpoint.
 */
export const rotateSecret = (
  db: Database,
  name: WebhookName,
  {
    secret,
    overlapMs,
    also = nothingElse,
  }: { readonly secret: NewSecret; readonly overlapMs: number; readonly also?: Also<StoredWebhook> },
): Promise<StoredWebhook | null> =>
  db.transaction(ROTATE_WEBHOOK_SECRET, async (tx) => {
    const [webhook] = await tx.query<StoredWebhook>(LOCK_WEBHOOK, [name.id, name.workspaceId, name.environment])
    if (webhook === undefined) return null
    await tx.query(FORGET_EARLIER_SECRETS, [name.id])
    await tx.query(RETIRE_SECRET, [name.id, overlapMs])
    await insertSecret(tx, name, secret)
    await also(tx, webhook)
    return webhook
  })

/**
 * Deleting an endpoint also deletes its deliveries in one transaction: large numbers of them are deleted before, in
 * batches.
 */
const DELETED_AT_ONCE = 5_000

export const DELETE_DELIVERIES: Statement = {
  name: 'delete_webhook_deliveries',
  effect: true,
  text: `delete from webhook_delivery where id in (select id from webhook_delivery where webhook_id = $1 order by id limit ${DELETED_AT_ONCE}) returning id`,
}

export const DELETE_WEBHOOK: Statement = {
  name: 'delete_webhook',
  effect: true,
  text: `delete from webhook_endpoint where ${THIS_ONE} returning ${COLUMNS}`,
}

/**
 * Returns the endpoint as it was, or null when there was none. It is disabled first, so that no new deliveries arrive
 * while the existing ones are deleted. When this is interrupted, the next call continues.
 */
export async function deleteWebhook(db: Database, name: WebhookName): Promise<StoredWebhook | null> {
  const existing = await readWebhook(db, name)
  if (existing === null) return null
  await changeWebhook(db, name, { enabled: false })
  for (;;) {
    const gone = await db.query(DELETE_DELIVERIES, [name.id])
    if (gone.length < DELETED_AT_ONCE) break
  }
  const deleted = await db.query<StoredWebhook>(DELETE_WEBHOOK, [name.id, name.workspaceId, name.environment])
  return deleted.length === 0 ? null : existing
}
