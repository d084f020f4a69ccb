import { FORGET, type Named, WRITE } from '../../db/access/connections/own-webhook.ts'
import { type BeforeCommit, type Database, noop, type Transaction } from '../../db/database.ts'
import { sealedColumns } from '../../db/delivery/webhooks/secret.ts'
import type { SealedSecret } from '../../domain/connections/credential.ts'

export const RECORD_OWN_WEBHOOK: Transaction = { name: 'record_own_webhook', effect: true }

/** Stores the webhook that the account has now; null: it has none. */
export const recordOwnWebhook = (
  db: Database,
  { url, sealed, ...named }: Named & { readonly url: string; readonly sealed: SealedSecret | null },
  beforeCommit: BeforeCommit<void> = noop,
): Promise<void> =>
  db.transaction(RECORD_OWN_WEBHOOK, async (tx) => {
    if (sealed === null) await tx.query(FORGET, named)
    else await tx.query(WRITE, { ...named, url, ...sealedColumns(sealed) })
    await beforeCommit(tx, undefined)
  })
