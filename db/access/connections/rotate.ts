import type { SealedSecret } from '../../../domain/connections/credential.ts'
import type { Database } from '../../database.ts'
import { type Statement, statement } from '../../statement.ts'
import { OAUTH_KEY_PROVIDER } from '../oauth/keys.ts'
import { OWN_WEBHOOK_SEAL } from '../../../domain/connections/own-webhook.ts'
import { WEBHOOK_SECRET_PROVIDER } from '../../delivery/webhooks/secret.ts'
import type { SecretCipher } from '../../cipher.ts'

interface Row {
  readonly id: string
  readonly workspaceId: string
  readonly provider: string
  readonly ciphertext: Buffer
  readonly wrappedKey: Buffer
  readonly keyVersion: number
  readonly generation: number
}

/** A credential, a webhook secret or an OAuth key whose data key could not be rewrapped; it stays exactly as it is. */
export interface LeftBehind {
  /** The id of the connection, the secret or the key. */
  readonly id: string
  readonly keyVersion: number
  readonly reason: 'unknownKey' | 'damaged'
}

export interface RotationReport {
  /** The key version that now wraps everything else. */
  readonly keyVersion: number
  readonly rewrapped: number
  /** Replaced or revoked during the rotation: the newer write counts. */
  readonly overtaken: number
  readonly leftBehind: readonly LeftBehind[]
}

type OlderThan = { keyVersion: number; after: string; limit: number }
type Rewrapped = {
  keyVersion: number
  ids: readonly string[]
  generations: readonly number[]
  earlierVersions: readonly number[]
  wrappedKeys: readonly Buffer[]
}

export const READ_OLDER = statement<OlderThan, Row>({
  name: 'read_older_credentials',
  effect: false,
  neverNull: { 'an active connection has a sealed key (check)': ['ciphertext', 'wrappedKey'] },
  text: `select id, workspace_id as "workspaceId", provider, ciphertext, wrapped_key as "wrappedKey",
    key_version as "keyVersion", generation
    from connection where status = 'active' and key_version <> :keyVersion and id > :after order by id limit :limit`,
})

/** Changes only the credential that was read: a new generation has a different data key. */
export const REWRAP_CREDENTIALS = statement<Rewrapped>({
  name: 'rewrap_credentials',
  effect: true,
  text: `update connection c set wrapped_key = n.wrapped_key, key_version = :keyVersion
    from unnest(:ids::text[], :generations::integer[], :earlierVersions::integer[], :wrappedKeys::bytea[]) as n (id,
      generation, key_version, wrapped_key)
    where c.id = n.id and c.status = 'active' and c.generation = n.generation and c.key_version = n.key_version
    returning c.id`,
})

/** The secrets that sign an endpoint's deliveries. A secret never changes, so its id alone identifies it. */
export const READ_OLDER_SECRETS = statement<OlderThan, Row>({
  name: 'read_older_webhook_secrets',
  effect: false,
  text: `select id, workspace_id as "workspaceId", '${WEBHOOK_SECRET_PROVIDER}' as provider, ciphertext,
    wrapped_key as "wrappedKey", key_version as "keyVersion", 1 as generation
    from webhook_secret where key_version <> :keyVersion and id > :after order by id limit :limit`,
})

export const REWRAP_SECRETS = statement<Rewrapped>({
  name: 'rewrap_webhook_secrets',
  effect: true,
  text: `update webhook_secret s set wrapped_key = n.wrapped_key, key_version = :keyVersion
    from unnest(:ids::text[], :generations::integer[], :earlierVersions::integer[], :wrappedKeys::bytea[]) as n (id,
      generation, key_version, wrapped_key)
    where s.id = n.id and s.key_version = n.key_version
    returning s.id`,
})

/** The keys with which the OAuth server signs. Like a webhook secret, such a key never changes. */
export const READ_OLDER_OAUTH_KEYS = statement<OlderThan, Row>({
  name: 'read_older_oauth_keys',
  effect: false,
  text: `select id, '' as "workspaceId", '${OAUTH_KEY_PROVIDER}' as provider, ciphertext, wrapped_key as "wrappedKey",
    key_version as "keyVersion", 1 as generation
    from oauth_key where key_version <> :keyVersion and id > :after order by id limit :limit`,
})

export const REWRAP_OAUTH_KEYS = statement<Rewrapped>({
  name: 'rewrap_oauth_keys',
  effect: true,
  text: `update oauth_key s set wrapped_key = n.wrapped_key, key_version = :keyVersion
    from unnest(:ids::text[], :generations::integer[], :earlierVersions::integer[], :wrappedKeys::bytea[]) as n (id,
      generation, key_version, wrapped_key)
    where s.id = n.id and s.key_version = n.key_version
    returning s.id`,
})

/** The webhooks in workspaces' own accounts. */
export const READ_OLDER_OWN_WEBHOOKS = statement<OlderThan, Row>({
  name: 'read_older_own_webhooks',
  effect: false,
  text: `select connection_id as id, workspace_id as "workspaceId", '${OWN_WEBHOOK_SEAL}' as provider, ciphertext,
    wrapped_key as "wrappedKey", key_version as "keyVersion", generation
    from connection_webhook where key_version <> :keyVersion and connection_id > :after order by connection_id
    limit :limit`,
})

export const REWRAP_OWN_WEBHOOKS = statement<Rewrapped>({
  name: 'rewrap_own_webhooks',
  effect: true,
  text: `update connection_webhook w set wrapped_key = n.wrapped_key, key_version = :keyVersion
    from unnest(:ids::text[], :generations::integer[], :earlierVersions::integer[], :wrappedKeys::bytea[]) as n (id,
      generation, key_version, wrapped_key)
    where w.connection_id = n.id and w.generation = n.generation and w.key_version = n.key_version
    returning w.connection_id as id`,
})

/**
 * For each kind of sealed value: the statement that reads those wrapped by an older key, and the one that writes them.
 */
const SEALED: readonly Pick<Rotation, 'read' | 'write'>[] = [
  { read: READ_OLDER, write: REWRAP_CREDENTIALS },
  { read: READ_OLDER_SECRETS, write: REWRAP_SECRETS },
  { read: READ_OLDER_OAUTH_KEYS, write: REWRAP_OAUTH_KEYS },
  { read: READ_OLDER_OWN_WEBHOOKS, write: REWRAP_OWN_WEBHOOKS },
]

const BATCH = 200
/** A process that still encrypts with an older key may add rows behind the first round. */
const ROUNDS_MAX = 5

/**
 * Rewraps every data key with the newest key version: those of credentials, of webhook secrets (also those in
 * workspaces' own accounts) and of OAuth keys. It works in batches and during traffic, and does not decrypt what the
 * data keys encrypt. When it is stopped, the next call continues: rows that are already rewrapped are not read again.
 */
export async function rotateCredentials({
  db,
  cipher,
  batch = BATCH,
}: {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly batch?: number
}): Promise<RotationReport> {
  let rewrapped = 0
  let overtaken = 0
  let leftBehind: readonly LeftBehind[] = []
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const done: Round[] = []
    for (const sealed of SEALED) done.push(await rotateOnce({ db, cipher, batch, ...sealed }))
    const changed = done.reduce((sum, one) => sum + one.rewrapped + one.overtaken, 0)
    rewrapped += done.reduce((sum, one) => sum + one.rewrapped, 0)
    overtaken += done.reduce((sum, one) => sum + one.overtaken, 0)
    leftBehind = done.flatMap((one) => one.leftBehind)
    if (changed === 0) break
  }
  return { keyVersion: cipher.newestVersion, rewrapped, overtaken, leftBehind }
}

type Round = Omit<RotationReport, 'keyVersion'>

interface Rotation {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly batch: number
  readonly read: Statement<OlderThan, Row>
  readonly write: Statement<Rewrapped>
}

async function rotateOnce({ db, cipher, batch, read, write }: Rotation): Promise<Round> {
  const leftBehind: LeftBehind[] = []
  let rewrapped = 0
  let overtaken = 0
  let after = ''
  for (;;) {
    const rows = await db.query(read, { keyVersion: cipher.newestVersion, after, limit: batch })
    const last = rows.at(-1)
    if (last === undefined) return { rewrapped, overtaken, leftBehind }
    after = last.id
    const changes = rows.flatMap((row) => {
      const done = cipher.rewrap(
        { workspaceId: row.workspaceId, provider: row.provider, connectionId: row.id },
        sealedOf(row),
      )
      if (done.kind === 'rewrapped') return [{ row, wrappedKey: Buffer.from(done.sealed.wrappedKey, 'base64') }]
      leftBehind.push({ id: row.id, keyVersion: row.keyVersion, reason: done.kind })
      return []
    })
    const written = await db.query(write, {
      keyVersion: cipher.newestVersion,
      ids: changes.map(({ row }) => row.id),
      generations: changes.map(({ row }) => row.generation),
      earlierVersions: changes.map(({ row }) => row.keyVersion),
      wrappedKeys: changes.map(({ wrappedKey }) => wrappedKey),
    })
    rewrapped += written.length
    overtaken += changes.length - written.length
  }
}

const sealedOf = (row: Row): SealedSecret => ({
  keyVersion: row.keyVersion,
  wrappedKey: row.wrappedKey.toString('base64'),
  ciphertext: row.ciphertext.toString('base64'),
})
