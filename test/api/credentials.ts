import { OAUTH_SCOPES, type OAuthScope } from '../../domain/access/scopes.ts'
import { ROLES, type Role } from '../../domain/access/roles.ts'
import { buildConnectedApp } from '../build/connected-app.ts'
import { buildSession } from '../build/session.ts'
import type { TestWorkspace } from '../build/workspace.ts'
import { httpClient } from '../support/http.ts'
import type { SharedService } from '../support/service.ts'

/** The principal of a request, as the rules of access see it. */
export type Who =
  | { readonly kind: 'anonymous' | 'key' }
  | { readonly kind: 'session'; readonly role: Role }
  | { readonly kind: 'app'; readonly scopes: readonly OAuthScope[] }

/** A way to authenticate. A session's headers are made for each request, because signing out uses the session up. */
export interface Credential {
  readonly name: string
  readonly who: Who
  headers(): Promise<Readonly<Record<string, string>>>
}

const bearer = (token: string): Readonly<Record<string, string>> => ({ Authorization: `Bearer ${token}` })

/** Credentials that no request can use up are made once. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => (made ??= make())
}

/** Every kind of credential that a request may have, valid and invalid. */
export function credentialsOf(service: SharedService, workspace: TestWorkspace): Credential[] {
  const { db, url } = service
  const anonymous = (name: string, headers: Credential['headers']): Credential => ({
    name,
    who: { kind: 'anonymous' },
    headers: once(headers),
  })
  const session = async (role: Role = 'owner'): Promise<string> => (await buildSession(db, workspace.id, role)).token
  const good = workspace.keys.test
  return [
    anonymous('no credential', async () => ({})),
    anonymous('garbage', async () => bearer('garbage')),
    anonymous('an unknown key', async () => bearer('svc_live_0123456789012345678901234567890123')),
    anonymous('a key without its scheme', async () => ({ Authorization: good })),
    anonymous('a key in another scheme', async () => ({
      Authorization: `Basic ${Buffer.from(`${good}:`).toString('base64')}`,
    })),
    anonymous('a scheme without a key', async () => ({ Authorization: 'Bearer' })),
    anonymous('two keys', async () => ({ Authorization: `Bearer ${good} ${good}` })),
    anonymous('a key with something behind it', async () => bearer(`${good}x`)),
    anonymous('a token of endless length', async () => bearer('x'.repeat(5_000))),
    anonymous('a revoked key', async () => {
      const owner = httpClient(url, await session())
      const made = await owner.post('/v1/api-keys', { name: 'revoked', environment: 'live' })
      await owner.delete(`/v1/api-keys/${String(made.at('id'))}`)
      return bearer(String(made.at('api_key')))
    }),
    anonymous('an expired session', async () => {
      const { token, userId } = await buildSession(db, workspace.id)
      await db.pool.query(
        `update session set created_at = created_at - interval '13 hours', expires_at = expires_at - interval '13 hours' where user_id = $1`,
        [userId],
      )
      return bearer(token)
    }),
    anonymous('a signed-out session', async () => {
      const token = await session()
      await httpClient(url, token).post('/v1/auth/signout')
      return bearer(token)
    }),
    anonymous('a disconnected app', async () => {
      const { appId, token } = await buildConnectedApp(service, workspace.id, OAUTH_SCOPES)
      await httpClient(url, await session()).delete(`/v1/connected-apps/${appId}`)
      return bearer(token)
    }),
    ...[...OAUTH_SCOPES.map((scope) => [scope]), [...OAUTH_SCOPES]].map((scopes): Credential => ({
      name: `a connected app that may ${scopes.join(', ')}`,
      who: { kind: 'app', scopes },
      headers: once(async () => bearer((await buildConnectedApp(service, workspace.id, scopes)).token)),
    })),
    { name: 'a test key', who: { kind: 'key' }, headers: async () => bearer(workspace.keys.test) },
    { name: 'a live key', who: { kind: 'key' }, headers: async () => bearer(workspace.keys.live) },
    ...ROLES.map((role): Credential => ({
      name: `a session of a person who is ${role}`,
      who: { kind: 'session', role },
      headers: async () => bearer(await session(role)),
    })),
    {
      name: 'a session in the sandbox',
      who: { kind: 'session', role: 'owner' },
      headers: async () => ({ ...bearer(await session()), 'Service-Environment': 'test' }),
    },
  ]
}
