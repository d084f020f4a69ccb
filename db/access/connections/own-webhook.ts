import { OWN_WEBHOOK_SEAL } from '../../../domain/connections/own-webhook.ts'
import type { SealedSecret } from '../../../domain/connections/credential.ts'
import type { SecretCipher, Opened } from '../../cipher.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

export type Named = { readonly workspaceId: string; readonly connectionId: string }

type SealedRow = { readonly ciphertext: Buffer; readonly wrappedKey: Buffer; readonly keyVersion: number }

/** A connection that was revoked in the meantime stays without a webhook. */
export const WRITE = statement<Named & { url: string } & SealedRow>({
  name: 'write_own_webhook',
  effect: 'within',
  text: `insert into connection_webhook as w (connection_id, workspace_id, url, ciphertext, wrapped_key, key_version)
    select c.id, c.workspace_id, :url, :ciphertext, :wrappedKey, :keyVersion from connection c
      where c.id = :connectionId and c.workspace_id = :workspaceId and c.status = 'active' for update
    on conflict (connection_id) do update set url = excluded.url, ciphertext = excluded.ciphertext,
      wrapped_key = excluded.wrapped_key, key_version = excluded.key_version, generation = w.generation + 1`,
})

export const FORGET = statement<Named>({
  name: 'forget_own_webhook',
  effect: 'within',
  text: 'delete from connection_webhook where connection_id = :connectionId and workspace_id = :workspaceId',
})

export const FIND_URLS = statement<{ workspaceId: string }, { connectionId: string; provider: string; url: string }>({
  name: 'find_own_webhook_urls',
  effect: false,
  text: `select w.connection_id as "connectionId", c.provider, w.url
    from connection_webhook w join connection c on c.id = w.connection_id where w.workspace_id = :workspaceId`,
})

/** Where the accounts of a workspace's own connections report to. */
export const ownWebhookUrls = (
  db: Database,
  workspaceId: string,
): Promise<readonly { readonly connectionId: string; readonly provider: string; readonly url: string }[]> =>
  db.query(FIND_URLS, { workspaceId })

export const READ = statement<{ connectionId: string; provider: string }, SealedRow & { workspaceId: string }>({
  name: 'read_own_webhook',
  effect: false,
  text: `select w.ciphertext, w.wrapped_key as "wrappedKey", w.key_version as "keyVersion",
      w.workspace_id as "workspaceId"
    from connection_webhook w join connection c on c.id = w.connection_id
    where w.connection_id = :connectionId and c.provider = :provider and c.status = 'active'`,
})

/** The webhook of a connection with this provider, as it was sealed; null: it has none. */
export async function openOwnWebhook(
  { db, cipher }: { readonly db: Database; readonly cipher: SecretCipher },
  { connectionId, provider }: { readonly connectionId: string; readonly provider: string },
): Promise<Opened | null> {
  const [row] = await db.query(READ, { connectionId, provider })
  if (row === undefined) return null
  return cipher.open({ workspaceId: row.workspaceId, provider: OWN_WEBHOOK_SEAL, connectionId }, sealedOf(row))
}

/** What an account reports to, with the key that can remove it; `webhook` null: nothing is known. */
export interface KeyedWebhook {
  readonly connectionId: string
  readonly account: string | null
  readonly key: SealedSecret
  readonly webhook: SealedSecret | null
}

export const READ_KEYED = statement<
  { workspaceId: string; provider: string },
  { [Name in keyof SealedRow]: SealedRow[Name] | null } & {
    connectionId: string
    account: string | null
    keyCiphertext: Buffer
    keyWrapped: Buffer
    keyKeyVersion: number
  }
>({
  name: 'read_keyed_own_webhook',
  effect: false,
  neverNull: { 'an active connection has a sealed key (check)': ['keyCiphertext', 'keyWrapped', 'keyKeyVersion'] },
  text: `select w.ciphertext, w.wrapped_key as "wrappedKey", w.key_version as "keyVersion", c.id as "connectionId",
      c.account, c.ciphertext as "keyCiphertext", c.wrapped_key as "keyWrapped", c.key_version as "keyKeyVersion"
    from connection c left join connection_webhook w on c.id = w.connection_id
    where c.workspace_id = :workspaceId and c.provider = :provider and c.status = 'active'`,
})

/** A connection's webhooks with the key that can remove them: to be read before that key is removed or replaced. */
export async function webhookToRemove(
  db: Database,
  { workspaceId, provider }: { readonly workspaceId: string; readonly provider: string },
): Promise<KeyedWebhook | null> {
  const [row] = await db.query(READ_KEYED, { workspaceId, provider })
  if (row === undefined) return null
  const { connectionId, account, ciphertext, wrappedKey, keyVersion } = row
  const key = { ciphertext: row.keyCiphertext, wrappedKey: row.keyWrapped, keyVersion: row.keyKeyVersion }
  const isKnown = ciphertext !== null && wrappedKey !== null && keyVersion !== null
  const webhook = isKnown ? sealedOf({ ciphertext, wrappedKey, keyVersion }) : null
  return { connectionId, account, key: sealedOf(key), webhook }
}

const sealedOf = ({ ciphertext, wrappedKey, keyVersion }: SealedRow): SealedSecret => ({
  keyVersion,
  wrappedKey: wrappedKey.toString('base64'),
  ciphertext: ciphertext.toString('base64'),
})
