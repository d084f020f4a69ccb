import type { SealedCredential } from '../../domain/connections/credential.ts'
import type { Database, Statement } from '../database.ts'
import { OAUTH_KEY_PROVIDER } from '../oauth/keys.ts'
import { WEBHOOK_SECRET_PROVIDER } from '../webhooks/secret.ts'
import type { CredentialCipher } from './cipher.ts'

interface Row {
  readonly id: string
  readonly workspaceId: string
  readonly provider: string
  readonly ciphertext: Buffer
  readonly wrappedKey: Buffer
  readonly keyVersion: number
  readonly generation: number
}

/** A credential, a webhook's secret or an OAuth key whose data key could not be wrapped anew; it is left exactly as it is. */
export interface LeftBehind {
  /** Of the connection, of the secret or of the key. */
  readonly id: string
  readonly keyVersion: number
  readonly reason: 'unknownKey' | 'damaged'
}

export interface RotationReport {
  /** The version that wraps everything else now. */
  readonly keyVersion: number
  readonly rewrapped: number
  /** Replaced or revoked while they were being wrapped anew: whoever did that has written what counts. */
  readonly overtaken: number
  readonly leftBehind: readonly LeftBehind[]
}

const READ_OLDER: Statement = {
  name: 'read_older_credentials',
  effect: false,
  text: `select id, workspace_id as "workspaceId", provider, ciphertext, wrapped_key as "wrappedKey", key_version as "keyVersion", generation
    from connection where status = 'active' and key_version <> $1 and id > $2 order by id limit $3`,
}

/** Only the credential that was read is changed: a generation later the data key is another one. */
export const REWRAP_CREDENTIALS: Statement = {
  name: 'rewrap_credentials',
  effect: true,
  text: `update connection c set wrapped_key = n.wrapped_key, key_version = $1
    from unnest($2::text[], $3::integer[], $4::integer[], $5::bytea[]) as n (id, generation, key_version, wrapped_key)
    where c.id = n.id and c.status = 'active' and c.generation = n.generation and c.key_version = n.key_version
    returning c.id`,
}

/** What an endpoint's deliveries are signed with; a secret never changes, so its id alone names it. */
const READ_OLDER_SECRETS: Statement = {
  name: 'read_older_webhook_secrets',
  effect: false,
  text: `select id, workspace_id as "workspaceId", '${WEBHOOK_SECRET_PROVIDER}' as provider, ciphertext, wrapped_key as "wrappedKey", key_version as "keyVersion", 1 as generation
    from webhook_secret where key_version <> $1 and id > $2 order by id limit $3`,
}

export const REWRAP_SECRETS: Statement = {
  name: 'rewrap_webhook_secrets',
  effect: true,
  text: `update webhook_secret s set wrapped_key = n.wrapped_key, key_version = $1
    from unnest($2::text[], $3::integer[], $4::integer[], $5::bytea[]) as n (id, generation, key_version, wrapped_key)
    where s.id = n.id and s.key_version = n.key_version
    returning s.id`,
}

/** What the OAuth server signs with; like a webhook's secret it never changes. */
const READ_OLDER_OAUTH_KEYS: Statement = {
  name: 'read_older_oauth_keys',
  effect: false,
  text: `select id, '' as "workspaceId", '${OAUTH_KEY_PROVIDER}' as provider, ciphertext, wrapped_key as "wrappedKey", key_version as "keyVersion", 1 as generation
    from oauth_key where key_version <> $1 and id > $2 order by id limit $3`,
}

export const REWRAP_OAUTH_KEYS: Statement = {
  name: 'rewrap_oauth_keys',
  effect: true,
  text: `update oauth_key s set wrapped_key = n.wrapped_key, key_version = $1
    from unnest($2::text[], $3::integer[], $4::integer[], $5::bytea[]) as n (id, generation, key_version, wrapped_key)
    where s.id = n.id and s.key_version = n.key_version
    returning s.id`,
}

/** Everything that is sealed: how what an older key has wrapped is read, and written again. */
const SEALED: readonly { readonly read: Statement; readonly write: Statement }[] = [
  { read: READ_OLDER, write: REWRAP_CREDENTIALS },
  { read: READ_OLDER_SECRETS, write: REWRAP_SECRETS },
  { read: READ_OLDER_OAUTH_KEYS, write: REWRAP_OAUTH_KEYS },
]

const BATCH = 200
/** A process that still encrypts with an older key may write behind the first round's back. */
const ROUNDS_MAX = 5

/**
 * Wraps every data key by the newest version, in batches and beside traffic, those of credentials, of webhooks' secrets and of the OAuth keys; what
 * they encrypt is not decrypted. Stopped at any point, the next call goes on: what is wrapped already is not read again.
 */
export async function rotateCredentials({ db, cipher, batch = BATCH }: {
  readonly db: Database
  readonly cipher: CredentialCipher
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
  readonly cipher: CredentialCipher
  readonly batch: number
  readonly read: Statement
  readonly write: Statement
}

async function rotateOnce({ db, cipher, batch, read, write }: Rotation): Promise<Round> {
  const leftBehind: LeftBehind[] = []
  let rewrapped = 0
  let overtaken = 0
  let after = ''
  for (;;) {
    const rows = await db.query<Row>(read, [cipher.newestVersion, after, batch])
    const last = rows.at(-1)
    if (last === undefined) return { rewrapped, overtaken, leftBehind }
    after = last.id
    const changes = rows.flatMap((row) => {
      const done = cipher.rewrap({ workspaceId: row.workspaceId, provider: row.provider, connectionId: row.id }, sealedOf(row))
      if (done.kind === 'rewrapped') return [{ row, wrappedKey: Buffer.from(done.sealed.wrappedKey, 'base64') }]
      leftBehind.push({ id: row.id, keyVersion: row.keyVersion, reason: done.kind })
      return []
    })
    const written = await db.query(write, [
      cipher.newestVersion, changes.map(({ row }) => row.id), changes.map(({ row }) => row.generation),
      changes.map(({ row }) => row.keyVersion), changes.map(({ wrappedKey }) => wrappedKey),
    ])
    rewrapped += written.length
    overtaken += changes.length - written.length
  }
}

const sealedOf = (row: Row): SealedCredential =>
  ({ keyVersion: row.keyVersion, wrappedKey: row.wrappedKey.toString('base64'), ciphertext: row.ciphertext.toString('base64') })
