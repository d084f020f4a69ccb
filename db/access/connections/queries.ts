import type { SecretContext, SealedSecret } from '../../../domain/connections/credential.ts'
import type { Database, Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export const CONNECTION_STATUSES = ['active', 'revoked'] as const
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]

/** What may be known of a connection outside the worker, which excludes its credential (Spec 2.6). */
export interface ConnectionState {
  readonly provider: string
  readonly status: ConnectionStatus
  readonly account: string | null
  readonly lastVerifiedAt: Date | null
  readonly createdAt: Date
  /** When a call showed that the provider rejects the key, and what it answered; null: nothing has. */
  readonly rejectedAt: Date | null
  readonly rejectedReason: string | null
}

const STATE_COLUMNS = `provider, status, account, last_verified_at as "lastVerifiedAt", created_at as "createdAt",
      rejected_at as "rejectedAt", rejected_reason as "rejectedReason"`

export const LIST_CONNECTIONS = statement<{ workspaceId: string }, ConnectionState>({
  name: 'list_connections',
  effect: false,
  text: `select ${STATE_COLUMNS} from connection where workspace_id = :workspaceId order by provider`,
})

/** Every connection that the workspace has or had, by provider; without its credential. */
export const listConnections = (db: Queries, workspaceId: string): Promise<ConnectionState[]> =>
  db.query(LIST_CONNECTIONS, { workspaceId })

export const FIND_CONNECTION = statement<{ workspaceId: string; provider: string }, { id: string }>({
  name: 'find_connection',
  effect: false,
  text: 'select id from connection where workspace_id = :workspaceId and provider = :provider',
})

/** The id of the workspace's connection with a provider, revoked or not; it never changes. */
export async function findConnectionId(db: Queries, workspaceId: string, provider: string): Promise<string | null> {
  const [row] = await db.query(FIND_CONNECTION, { workspaceId, provider })
  return row?.id ?? null
}

/**
 * A new connection, a replaced credential or a reactivation, with the provider account that limits its calls. A
 * replaced credential starts afresh there. Writes nothing when the connection exists under another id, because the
 * credential was not sealed for that id.
 */
export const WRITE_CONNECTION = statement<
  {
    connectionId: string
    workspaceId: string
    provider: string
    ciphertext: Buffer
    wrappedKey: Buffer
    keyVersion: number
    account: string | null
    verified: boolean
  },
  ConnectionState
>({
  name: 'write_connection',
  effect: 'within',
  text: `with stored as (
      insert into connection (id, workspace_id, provider, status, ciphertext, wrapped_key, key_version,
        account, last_verified_at)
      values (:connectionId, :workspaceId, :provider, 'active', :ciphertext, :wrappedKey,
        :keyVersion, :account, case when :verified::boolean then clock_timestamp() end)
      on conflict (workspace_id, provider) do update set status = 'active', revoked_at = null,
        ciphertext = excluded.ciphertext,
        wrapped_key = excluded.wrapped_key, key_version = excluded.key_version, account = excluded.account,
        last_verified_at = excluded.last_verified_at, rejected_at = null, rejected_reason = null,
        generation = connection.generation + 1
      where connection.id = excluded.id
      returning *
    ), account as (
      insert into provider_account (id, provider, usable) select 'connection:' || id, provider, true from stored
      on conflict (id) do update set exhausted_until = null
      returning id
    )
    select ${STATE_COLUMNS} from stored`,
})

export interface CredentialToStore {
  readonly owner: SecretContext
  readonly sealed: SealedSecret
  readonly account: string | null
  /** The provider has just accepted the credential. */
  readonly verified: boolean
}

/** null: the connection exists under another id. */
export async function storeConnection(
  tx: Queries,
  { owner, sealed, account, verified }: CredentialToStore,
): Promise<ConnectionState | null> {
  const [row] = await tx.query(WRITE_CONNECTION, {
    connectionId: owner.connectionId,
    workspaceId: owner.workspaceId,
    provider: owner.provider,
    ciphertext: bytesOf(sealed.ciphertext),
    wrappedKey: bytesOf(sealed.wrappedKey),
    keyVersion: sealed.keyVersion,
    account,
    verified,
  })
  return row ?? null
}

/** The credential is erased. */
export const REVOKED = `status = 'revoked', revoked_at = coalesce(revoked_at, clock_timestamp()),
      ciphertext = null, wrapped_key = null, key_version = null, rejected_at = null, rejected_reason = null`

/**
 * The credential is erased, not only marked as revoked. A connection that is already revoked stays as it was. The host
 * of the account stays while messaging accounts are there.
 */
export const REVOKE_CONNECTION = statement<{ workspaceId: string; provider: string }, ConnectionState>({
  name: 'revoke_connection',
  effect: true,
  text: `with unregistered as (
      delete from connection_webhook where connection_id =
        (select id from connection where workspace_id = :workspaceId and provider = :provider)
    )
    update connection set ${REVOKED},
      account = case when exists (select from messaging_account m where m.connection_id = connection.id
        and m.status <> 'removed') then account end
    where workspace_id = :workspaceId and provider = :provider
    returning ${STATE_COLUMNS}`,
})

/** The revoked connection, or null when the workspace has none with this provider. */
export async function revokeConnection(
  db: Database,
  workspaceId: string,
  provider: string,
): Promise<ConnectionState | null> {
  const [row] = await db.query(REVOKE_CONNECTION, { workspaceId, provider })
  return row ?? null
}

/** A connection as routing sees it at this moment. */
export interface RoutableConnection {
  readonly id: string
  readonly provider: string
  /** Its account has no quota left or refuses the key: routing skips it for a while. */
  readonly exhausted: boolean
  /** What its provider answered when it rejected the key; null: it has not. */
  readonly rejectedReason: string | null
}

export const READ_ROUTABLE = statement<{ workspaceId: string }, RoutableConnection>({
  name: 'read_routable_connections',
  effect: false,
  text: `select c.id, c.provider, coalesce(a.exhausted_until > clock_timestamp(), false) as exhausted,
      c.rejected_reason as "rejectedReason"
    from connection c left join provider_account a on a.id = 'connection:' || c.id
    where c.workspace_id = :workspaceId and c.status = 'active'`,
})

/** Read for each run and never cached: routing must not use a revoked connection or bill for a connected provider. */
export const routableConnections = (db: Database, workspaceId: string): Promise<RoutableConnection[]> =>
  db.query(READ_ROUTABLE, { workspaceId })

/** The providers that the workspace has connected: the `connected` of an offer (Spec 2.2). */
export async function connectedProviders(db: Database, workspaceId: string): Promise<ReadonlySet<string>> {
  return new Set((await routableConnections(db, workspaceId)).map(({ provider }) => provider))
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')
