import { QUOTAS } from '../../domain/plans/quotas.ts'
import { type BeforeCommit, type Database, noop, type Transaction } from '../../db/database.ts'
import type { NewSecret } from '../../db/delivery/webhooks/secret.ts'
import {
  FORGET_EARLIER_SECRETS,
  INSERT_WEBHOOK,
  insertSecret,
  RETIRE_SECRET,
  type StoredWebhook,
  TOUCH_WEBHOOK,
  type WebhookRef,
} from '../../db/delivery/webhooks/endpoints.ts'
import { lockForQuota } from '../../db/access/workspaces/lock.ts'

export const CREATE_WEBHOOK: Transaction = { name: 'create_webhook', effect: true }

export interface WebhookToCreate {
  readonly url: string
  readonly events: readonly string[]
  readonly description: string | null
  readonly secret: NewSecret
}

/** null: the workspace has the maximum number of endpoints, over both environments (Spec 8). */
export const createWebhook = (
  db: Database,
  ref: WebhookRef,
  {
    url,
    events,
    description,
    secret,
    beforeCommit = noop,
  }: WebhookToCreate & { readonly beforeCommit?: BeforeCommit<StoredWebhook> },
): Promise<StoredWebhook | null> =>
  db.transaction(CREATE_WEBHOOK, async (tx) => {
    const quotaClass = await lockForQuota(tx, ref.workspaceId)
    const [webhook] = await tx.query(INSERT_WEBHOOK, {
      max: QUOTAS[quotaClass].webhooks,
      id: ref.id,
      workspaceId: ref.workspaceId,
      environment: ref.environment,
      url,
      events,
      description,
    })
    if (webhook === undefined) return null
    await insertSecret(tx, ref, secret)
    await beforeCommit(tx, webhook)
    return webhook
  })

export const ROTATE_WEBHOOK_SECRET: Transaction = { name: 'rotate_webhook_secret', effect: true }

/**
 * The new secret signs at once. The one before it also signs for `overlapMs`, and earlier ones are deleted. null: there
 * is no such endpoint.
 */
export const rotateSecret = (
  db: Database,
  ref: WebhookRef,
  {
    secret,
    overlapMs,
    callbacks = false,
    beforeCommit = noop,
  }: {
    readonly secret: NewSecret
    readonly overlapMs: number
    /** The endpoint is that of callbacks. */
    readonly callbacks?: boolean
    readonly beforeCommit?: BeforeCommit<StoredWebhook>
  },
): Promise<StoredWebhook | null> =>
  db.transaction(ROTATE_WEBHOOK_SECRET, async (tx) => {
    const [webhook] = await tx.query(TOUCH_WEBHOOK, {
      id: ref.id,
      workspaceId: ref.workspaceId,
      environment: ref.environment,
      callbacks,
    })
    if (webhook === undefined) return null
    await tx.query(FORGET_EARLIER_SECRETS, { webhookId: ref.id })
    await tx.query(RETIRE_SECRET, { webhookId: ref.id, overlapMs })
    await insertSecret(tx, ref, secret)
    await beforeCommit(tx, webhook)
    return webhook
  })
