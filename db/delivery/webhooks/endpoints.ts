import type { Database, Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import type { StreamOwner } from '../events/write.ts'
import { type NewSecret, sealedColumns } from './secret.ts'
import { stopDeliveriesSql } from './stop-deliveries.ts'

/** An endpoint as its owner sees it, without its secret (Spec 2.9). */
export interface StoredWebhook {
  readonly id: string
  readonly url: string
  /** Empty: every type but those that have to be named. */
  readonly events: readonly string[]
  readonly description: string | null
  readonly enabled: boolean
  readonly disabledReason: string | null
  readonly failingSince: Date | null
  readonly createdAt: Date
}

/** Identifies an endpoint by its owner and id. */
export interface WebhookRef extends StreamOwner {
  readonly id: string
}

const COLUMNS = `id, url, events, description, enabled, disabled_reason as "disabledReason",
  failing_since as "failingSince", created_at as "createdAt"`
const OWNED_BY_ID = 'id = :id and workspace_id = :workspaceId and environment = :environment'
/** That of callbacks is neither changed nor deleted. */
const SHOWN_BY_ID = `${OWNED_BY_ID} and not callbacks`

/**
 * A separate statement: it must see what other transactions committed while the lock before it waited. Both
 * environments count together.
 */
export const INSERT_WEBHOOK = statement<
  {
    id: string
    workspaceId: string
    environment: string
    url: string
    events: readonly string[]
    description: string | null
    max: number
  },
  StoredWebhook
>({
  name: 'insert_webhook',
  effect: 'within',
  text: `insert into webhook_endpoint (id, workspace_id, environment, url, events, description)
    select :id, :workspaceId, :environment, :url, :events, :description
      where (select count(*) from webhook_endpoint where workspace_id = :workspaceId and not callbacks)
        < :max::integer
    returning ${COLUMNS}`,
})

export const INSERT_SECRET = statement<{
  id: string
  webhookId: string
  workspaceId: string
  ciphertext: Buffer
  wrappedKey: Buffer
  keyVersion: number
}>({
  name: 'insert_webhook_secret',
  effect: 'within',
  text: `insert into webhook_secret (id, webhook_id, workspace_id, ciphertext, wrapped_key, key_version)
    values (:id, :webhookId, :workspaceId, :ciphertext, :wrappedKey, :keyVersion)`,
})

export const insertSecret = async (tx: Queries, { id, workspaceId }: WebhookRef, secret: NewSecret): Promise<void> => {
  await tx.query(INSERT_SECRET, { ...sealedColumns(secret.sealed), id: secret.id, webhookId: id, workspaceId })
}

export const LIST_WEBHOOKS = statement<{ workspaceId: string; environment: string }, StoredWebhook>({
  name: 'list_webhooks',
  effect: false,
  text: `select ${COLUMNS} from webhook_endpoint where workspace_id = :workspaceId and environment = :environment
    and not callbacks order by id`,
})

/** All endpoints of the environment, oldest first. */
export const listWebhooks = (db: Queries, { workspaceId, environment }: StreamOwner): Promise<StoredWebhook[]> =>
  db.query(LIST_WEBHOOKS, { workspaceId, environment })

export const READ_WEBHOOK = statement<{ id: string; workspaceId: string; environment: string }, StoredWebhook>({
  name: 'read_webhook',
  effect: false,
  text: `select ${COLUMNS} from webhook_endpoint where ${SHOWN_BY_ID}`,
})

export async function readWebhook(
  db: Queries,
  { id, workspaceId, environment }: WebhookRef,
): Promise<StoredWebhook | null> {
  const [endpoint] = await db.query(READ_WEBHOOK, { id, workspaceId, environment })
  return endpoint ?? null
}

/** The endpoint stays as enabled or disabled as it was, and keeps its URL: its failures continue. */
const IS_SAME_RECEIVER = 'coalesce(:enabled, w.enabled) = w.enabled and coalesce(:url, w.url) = w.url'

/**
 * Enabling starts afresh: `generation` counts up, so earlier deliveries stay stopped, and the reason and
 * `failing_since` are cleared. Disabling by hand sets no reason, but an endpoint that is already disabled keeps its
 * reason. Deliveries that wait for their next attempt then end. A new URL is a new receiver: its time to auto-disable
 * starts with its own first failure.
 */
export const CHANGE_WEBHOOK = statement<
  {
    id: string
    workspaceId: string
    environment: string
    url: string | null
    events: readonly string[] | null
    setsDescription: boolean
    description: string | null
    enabled: boolean | null
  },
  StoredWebhook
>({
  name: 'change_webhook',
  effect: true,
  text: `with changed as (
      update webhook_endpoint w set
        url = coalesce(:url, w.url),
        events = coalesce(:events::text[], w.events),
        description = case when :setsDescription::boolean then :description else w.description end,
        enabled = coalesce(:enabled, w.enabled),
        generation = w.generation + case when :enabled and not w.enabled then 1 else 0 end,
        disabled_reason = case when not coalesce(:enabled, w.enabled) then w.disabled_reason end,
        failing_since = case when ${IS_SAME_RECEIVER} then w.failing_since end,
        last_failed_at = case when ${IS_SAME_RECEIVER} then w.last_failed_at end,
        updated_at = clock_timestamp()
      where ${SHOWN_BY_ID}
      returning *
    ), stopped as (
      ${stopDeliveriesSql('(select id from changed where not enabled)')}
    )
    select ${COLUMNS} from changed`,
})

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
  { id, workspaceId, environment }: WebhookRef,
  { url, events, description, enabled }: WebhookChange,
): Promise<StoredWebhook | null> {
  const [webhook] = await db.query(CHANGE_WEBHOOK, {
    id,
    workspaceId,
    environment,
    url: url ?? null,
    events: events ?? null,
    setsDescription: description !== undefined,
    description: description ?? null,
    enabled: enabled ?? null,
  })
  return webhook ?? null
}

/** Changes the endpoint, and so locks it: of two simultaneous rotations, the second waits here. */
export const TOUCH_WEBHOOK = statement<
  { id: string; workspaceId: string; environment: string; callbacks: boolean },
  StoredWebhook
>({
  name: 'touch_webhook',
  effect: 'within',
  text: `update webhook_endpoint set updated_at = clock_timestamp() where ${OWNED_BY_ID} and callbacks = :callbacks
    returning ${COLUMNS}`,
})

export const FORGET_EARLIER_SECRETS = statement<{ webhookId: string }>({
  name: 'forget_earlier_webhook_secrets',
  effect: 'within',
  text: 'delete from webhook_secret where webhook_id = :webhookId and expires_at is not null',
})

export const RETIRE_SECRET = statement<{ webhookId: string; overlapMs: number }>({
  name: 'retire_webhook_secret',
  effect: 'within',
  text: `update webhook_secret set expires_at = clock_timestamp() + :overlapMs::integer * interval '1 millisecond'
    where webhook_id = :webhookId and expires_at is null`,
})

/**
 * How many deliveries one statement deletes. The foreign key would delete all deliveries of an endpoint in one
 * transaction, which could take minutes, so they are deleted beforehand.
 */
const DELETED_AT_ONCE = 5_000

export const DELETE_DELIVERIES = statement<{ webhookId: string }>({
  name: 'delete_webhook_deliveries',
  effect: true,
  text: `delete from webhook_delivery where id in (select id from webhook_delivery where webhook_id = :webhookId
    order by id limit ${DELETED_AT_ONCE}) returning id`,
})

export const DELETE_WEBHOOK = statement<{ id: string; workspaceId: string; environment: string }, { id: string }>({
  name: 'delete_webhook',
  effect: true,
  text: `delete from webhook_endpoint where ${SHOWN_BY_ID} returning id`,
})

/**
 * Returns the endpoint as it was, or null when there was none. It is disabled first, so that no new deliveries arrive
 * while the existing ones are deleted. When this is interrupted, the next call continues.
 */
export async function deleteWebhook(db: Database, ref: WebhookRef): Promise<StoredWebhook | null> {
  const existing = await readWebhook(db, ref)
  if (existing === null) return null
  await changeWebhook(db, ref, { enabled: false })
  for (;;) {
    const deliveries = await db.query(DELETE_DELIVERIES, { webhookId: ref.id })
    if (deliveries.length < DELETED_AT_ONCE) break
  }
  const deleted = await db.query(DELETE_WEBHOOK, {
    id: ref.id,
    workspaceId: ref.workspaceId,
    environment: ref.environment,
  })
  return deleted.length === 0 ? null : existing
}
