import { CALLBACKS_URL } from '../../domain/webhooks/callbacks.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { type CallbackEndpoint, INSERT_CALLBACKS, READ_CALLBACKS } from '../../db/delivery/webhooks/callbacks.ts'
import type { StreamOwner } from '../../db/delivery/events/write.ts'
import type { NewSecret } from '../../db/delivery/webhooks/secret.ts'
import { newId } from '../../db/ids.ts'
import { insertSecret } from '../../db/delivery/webhooks/endpoints.ts'

export const CREATE_CALLBACK_ENDPOINT: Transaction = { name: 'create_callback_endpoint', effect: true }

export type FoundCallbacks =
  | { readonly kind: 'found'; readonly endpoint: CallbackEndpoint }
  /** The workspace is in quarantine: nothing leaves it. */
  | { readonly kind: 'quarantined' }

/** The endpoint, which the first need makes with the secret of `makeSecret`. */
export async function callbackEndpoint(
  db: Database,
  owner: StreamOwner,
  makeSecret: () => NewSecret,
): Promise<FoundCallbacks> {
  const { workspaceId, environment } = owner
  for (;;) {
    const [row] = await db.query(READ_CALLBACKS, { workspaceId, environment })
    if (row === undefined || row.quarantined) return { kind: 'quarantined' }
    const { endpoint } = row
    if (endpoint !== null)
      return { kind: 'found', endpoint: { ...endpoint, secretCreatedAt: new Date(endpoint.secretCreatedAt) } }
    await create(db, owner, makeSecret())
  }
}

const create = (db: Database, { workspaceId, environment }: StreamOwner, secret: NewSecret): Promise<void> =>
  db.transaction(CREATE_CALLBACK_ENDPOINT, async (tx) => {
    const id = newId('wh')
    const made = await tx.query(INSERT_CALLBACKS, { id, workspaceId, environment, url: CALLBACKS_URL })
    if (made.length > 0) await insertSecret(tx, { id, workspaceId, environment }, secret)
  })
