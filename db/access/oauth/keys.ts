import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { SecretContext } from '../../../domain/connections/credential.ts'
import type { SecretCipher } from '../../cipher.ts'
import type { Database } from '../../database.ts'
import { type NoValues, statement } from '../../statement.ts'
import { sealedColumns } from '../../delivery/webhooks/secret.ts'

/** The provider name under which these keys are sealed (see SecretContext); they belong to no workspace. */
export const OAUTH_KEY_PROVIDER = 'oauth'
const KEY_ID = 'current'
const COOKIE_KEY_BYTES = 32
const owner: SecretContext = { workspaceId: '', provider: OAUTH_KEY_PROVIDER, connectionId: KEY_ID }

/** The keys with which the authorization server signs. */
export interface OauthKeys {
  /** Private keys as JSON Web Keys. */
  readonly jwks: { readonly keys: readonly object[] }
  /** The first one signs cookies, all of them verify. */
  readonly cookieKeys: readonly string[]
}

interface Row {
  readonly ciphertext: Buffer
  readonly wrappedKey: Buffer
  readonly keyVersion: number
}

export const READ_KEYS = statement<NoValues, Row>({
  name: 'read_oauth_keys',
  effect: false,
  text: `select ciphertext, wrapped_key as "wrappedKey", key_version as "keyVersion" from oauth_key
    where id = '${KEY_ID}'`,
})

/** Replicas that start at the same time make one each; the first one counts. */
export const MAKE_KEYS = statement<{ ciphertext: Buffer; wrappedKey: Buffer; keyVersion: number }>({
  name: 'make_oauth_keys',
  effect: true,
  text: `insert into oauth_key (id, ciphertext, wrapped_key, key_version)
    values ('${KEY_ID}', :ciphertext, :wrappedKey, :keyVersion) on conflict (id) do nothing`,
})

/** The keys with which every replica signs; creates them when there are none. Throws when they cannot be opened. */
export async function readOauthKeys(db: Database, cipher: SecretCipher): Promise<OauthKeys> {
  const [row] = await db.query(READ_KEYS, {})
  if (row !== undefined) return opened(cipher, row)
  await db.query(MAKE_KEYS, sealedColumns(cipher.seal(owner, JSON.stringify(newKeys()))))
  const [made] = await db.query(READ_KEYS, {})
  if (made === undefined) throw new Error('the OAuth keys are gone')
  return opened(cipher, made)
}

function opened(cipher: SecretCipher, { ciphertext, wrappedKey, keyVersion }: Row): OauthKeys {
  const keys = cipher.open(owner, {
    keyVersion,
    wrappedKey: wrappedKey.toString('base64'),
    ciphertext: ciphertext.toString('base64'),
  })
  if (keys.kind !== 'opened')
    throw new Error(`the OAuth keys, wrapped by version ${keyVersion}, do not open: ${keys.kind}`)
  return JSON.parse(keys.credential)
}

function newKeys(): OauthKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    cookieKeys: [randomBytes(COOKIE_KEY_BYTES).toString('base64url')],
  }
}
