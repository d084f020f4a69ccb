import { configFileOf, readConfigFile, writeConfigFile } from '../config-file.ts'
import type { Machine } from '../machine.ts'
import { authorizationServerOf, tokensFor } from './authorization-server.ts'
import { type StoredApp, storedAppOf, withApp } from './stored-app.ts'

/** So early a token is replaced that a request of one minute ends within its time. */
const EARLY_MS = 60_000

/**
 * The access token of the stored sign-in at this URL; one that has ended is replaced, and stored. null: no sign-in is
 * stored. Throws a ResultRefusal when the server gives no new one: the person disconnected svc, or did not use it for
 * long.
 */
export async function currentToken(machine: Machine, baseUrl: string): Promise<string | null> {
  const app = storedAppOf(await readConfigFile(machine), baseUrl)
  if (app === null || isCurrent(app, machine.now())) return app?.token ?? null
  // A refresh token works once: a second use would count as a theft, and end the sign-in.
  return machine.exclusively(configFileOf(machine), async () => {
    const stored = await readConfigFile(machine)
    const latest = storedAppOf(stored, baseUrl)
    if (latest === null || isCurrent(latest, machine.now())) return latest?.token ?? null
    const server = await authorizationServerOf(machine, baseUrl)
    const tokens = await tokensFor(machine, server, {
      grant_type: 'refresh_token',
      refresh_token: latest.refreshToken ?? '',
      client_id: latest.clientId,
    })
    await writeConfigFile(machine, withApp(stored, { baseUrl, clientId: latest.clientId, tokens }))
    return tokens.accessToken
  })
}

const isCurrent = ({ endsAtMs, refreshToken }: StoredApp, nowMs: number): boolean =>
  refreshToken === null || endsAtMs - nowMs > EARLY_MS

/** `fetch` with the token that is current when each request is made: an endless stream outlives its first token. */
export const fetchWithCurrentToken =
  (machine: Machine, baseUrl: string): typeof fetch =>
  async (input, init) => {
    // Without a new token the service refuses the old one, and its refusal states what to do.
    const token = await currentToken(machine, baseUrl).catch(() => null)
    const headers = new Headers(init?.headers)
    if (token !== null) headers.set('Authorization', `Bearer ${token}`)
    return machine.fetch(input, { ...init, headers })
  }
