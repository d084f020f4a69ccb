import { randomUUID } from 'node:crypto'
import type { OAuthScope } from '../../domain/access/scopes.ts'
import type { Database } from '../../db/database.ts'
import { httpClient } from '../support/http.ts'
import { connectApp, registerApp } from '../support/oauth.ts'
import { buildPerson } from './person.ts'
import { buildSession } from './session.ts'

export interface TestApp {
  readonly appId: string
  /** An access token with the app's scopes. */
  readonly token: string
}

/** An app that a person of the workspace connects by OAuth, and an access token of it. */
export async function buildConnectedApp(
  { db, url }: { readonly db: Database; readonly url: string },
  workspaceId: string,
  scopes: readonly OAuthScope[],
): Promise<TestApp> {
  const name = `App ${randomUUID()}`
  const [person, session, app] = await Promise.all([
    buildPerson(db, workspaceId),
    buildSession(db, workspaceId),
    registerApp(url, { client_name: name }),
  ])
  const { access_token: token } = await connectApp(app, person, { scope: scopes.join(' ') })
  const listed = await httpClient(url, session.token).get('/v1/connected-apps')
  const connected = [listed.at('items')].flat().find((one) => Object(one).name === name)
  if (connected === undefined) throw new Error(`the app is not listed: ${listed.text}`)
  return { appId: String(Object(connected).id), token }
}
