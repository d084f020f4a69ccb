import { randomBytes } from 'node:crypto'
import type { OAuthScope } from '../../../../domain/access/scopes.ts'
import { CLIENT_ID_BYTES, clientId } from '../../../../domain/access/registration.ts'
import { APP_TOKEN_KIND } from '../../../../domain/keys/app-token.ts'
import { encodeToken, TOKEN_RANDOM_BYTES } from '../../../../domain/keys/token.ts'
import { connectApp } from '../../../../usecases/access/connect-app.ts'
import type { Database } from '../../../../db/database.ts'
import { newId } from '../../../../db/ids.ts'
import { storeArtifact } from '../../../../db/access/oauth/artifacts.ts'
import { registerClient } from '../../../../db/access/oauth/clients.ts'
import { buildSession } from '../../../build/session.ts'

export interface TestApp {
  readonly appId: string
  readonly clientId: string
  /** An access token with the app's scopes. */
  readonly token: string
}

const REDIRECT_URI = 'https://app.example.com/callback'
const SECONDS = 3_600

/**
 * An app that a person of the workspace has connected, and an access token of it, as the flow leaves them. `url`: the
 * address of the service, which is the token's audience.
 */
export async function buildConnectedApp(
  { db, url }: { readonly db: Database; readonly url: string },
  workspaceId: string,
  scopes: readonly OAuthScope[],
): Promise<TestApp> {
  const { userId } = await buildSession(db, workspaceId)
  const appId = newId('app')
  const id = clientId(randomBytes(CLIENT_ID_BYTES).toString('base64url'))
  await registerClient(db, {
    id,
    name: 'An app of a test',
    metadata: {
      client_id: id,
      client_id_issued_at: Math.floor(Date.now() / 1000),
      client_name: 'An app of a test',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      response_modes: ['query'],
    },
  })
  if (
    !(await connectApp(db, {
      id: appId,
      workspaceId,
      userId,
      clientId: id,
      name: 'An app of a test',
      scopes,
      resources: [url],
      budget: null,
    }))
  )
    throw new Error('the workspace has too many apps')
  const token = encodeToken(APP_TOKEN_KIND, randomBytes(TOKEN_RANDOM_BYTES))
  const now = Math.floor(Date.now() / 1000)
  await storeArtifact(
    db,
    { kind: 'AccessToken', id: token },
    {
      appId,
      secondsToLive: SECONDS,
      payload: {
        iat: now,
        exp: now + SECONDS,
        kind: 'AccessToken',
        aud: url,
        scope: scopes.join(' '),
        clientId: id,
        accountId: userId,
        grantId: appId,
        gty: 'authorization_code',
      },
    },
  )
  return { appId, clientId: id, token }
}
