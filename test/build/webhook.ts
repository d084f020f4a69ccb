import type { SecretCipher } from '../../db/cipher.ts'
import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { writeEvents } from '../../db/delivery/events/write.ts'
import { newId } from '../../db/ids.ts'
import { createWebhook } from '../../usecases/webhooks/endpoints.ts'
import { makeSecret } from '../../db/delivery/webhooks/secret.ts'
import type { NewEvent } from '../../domain/events/types.ts'
import type { DeliveryAttempt, DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Owner } from '../db/build.ts'

/** An endpoint of a workspace, stored as a request would; `secret` as its owner sees it. */
export interface TestWebhook {
  readonly id: string
  readonly secret: string
}

/** An endpoint, by the transaction of the route that makes one; `events` are those that it subscribes to, none: all. */
export async function buildWebhook(
  { db, cipher }: { readonly db: Database; readonly cipher: SecretCipher },
  { workspaceId, environment }: Owner,
  url: string,
  events: readonly string[] = [],
): Promise<TestWebhook> {
  const id = newId('wh')
  const secret = makeSecret(cipher, workspaceId)
  const made = await createWebhook(db, { id, workspaceId, environment }, { url, events, description: null, secret })
  if (made === null) throw new Error('the workspace has too many endpoints')
  return { id, secret: secret.text }
}

/** An event with data like a workspace's. */
export const buildEvent = (text = 'Hello'): NewEvent => ({
  type: 'linkedin.message_received',
  data: {
    account: 'Robin Sample',
    account_id: 'acct_1',
    chat_id: 'chat-1',
    message_id: 'message-1',
    text,
    sender_id: 'sender-1',
    sender_name: 'Sam Example',
    sender_profile_url: 'https://www.linkedin.com/in/sam-example',
    sent_at: '2026-11-22T00:00:00.000Z',
    class: 'reply',
    evidence: null,
    returns_at: null,
    successor: null,
  },
})

const WRITE = { name: 'write_test_events', effect: true } as const

/** Commits events as their cause would; no workflow is started. */
export const commitEvents = (
  db: Database,
  owner: Owner,
  events: readonly NewEvent[],
): Promise<{ eventIds: readonly string[]; deliveries: readonly DeliveryToStart[] }> =>
  db.transaction(WRITE, (tx) => writeEvents(tx, owner, events))

export interface StoredDelivery {
  readonly status: string
  readonly attempts: readonly DeliveryAttempt[]
  readonly attempts_made: number
  readonly attempts_max: number
  readonly next_attempt_at: Date | null
  readonly sweep_at: Date | null
  readonly event_id: string
}

export async function storedDelivery(db: Database, id: string): Promise<StoredDelivery> {
  const [row] = await db.query(
    statement<{ id: string }, StoredDelivery>({
      name: 'test_delivery',
      effect: false,
      text: 'select * from webhook_delivery where id = :id',
    }),
    { id },
  )
  if (row === undefined) throw new Error(`there is no delivery ${id}`)
  return row
}

export interface StoredWebhook {
  readonly enabled: boolean
  readonly disabled_reason: string | null
  readonly failing_since: Date | null
  readonly last_failed_at: Date | null
  readonly generation: number
}

export async function storedWebhook(db: Database, id: string): Promise<StoredWebhook> {
  const [row] = await db.query(
    statement<{ id: string }, StoredWebhook>({
      name: 'test_webhook',
      effect: false,
      text: 'select * from webhook_endpoint where id = :id',
    }),
    { id },
  )
  if (row === undefined) throw new Error(`there is no webhook ${id}`)
  return row
}
