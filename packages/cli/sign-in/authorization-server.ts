import { ConnectionError } from 'routed-data-client/errors'
import { EXIT } from '../exit-codes.ts'
import { ResultRefusal } from '../failures.ts'
import type { Machine } from '../machine.ts'
import { at, stringAt } from '../output/value.ts'
import { USER_AGENT } from '../version.ts'

/** The tokens of a sign-in in the browser. */
export interface AppTokens {
  readonly accessToken: string
  /** null: the server issues none, and the sign-in ends with the token. */
  readonly refreshToken: string | null
  /** Milliseconds since 1970. */
  readonly endsAtMs: number
  readonly scope: string
}

/** The service's authorization server, as its metadata describes it (RFC 8414). */
export interface AuthorizationServer {
  readonly issuer: string
  readonly authorize: string
  readonly token: string
  readonly register: string
  readonly revoke: string
}

/** A refresh or a revocation must not hold up a command for longer. */
const DEADLINE_MS = 10_000

/**
 * The authorization server of the service at this URL. Throws a ResultRefusal for a service that has another URL for
 * itself, or that would send the tokens elsewhere.
 */
export async function authorizationServerOf(machine: Machine, baseUrl: string): Promise<AuthorizationServer> {
  const { status, body } = await exchange(machine, `${baseUrl}/.well-known/oauth-authorization-server`)
  const endpoint = (name: string): string => stringAt(body, `${name}_endpoint`) ?? ''
  const server = {
    issuer: stringAt(body, 'issuer') ?? '',
    authorize: endpoint('authorization'),
    token: endpoint('token'),
    register: endpoint('registration'),
    revoke: endpoint('revocation'),
  }
  if (status !== 200 || server.issuer === '')
    throw new ResultRefusal(
      `${baseUrl} has no sign-in for the command line. Store a key instead: svc login --key -`,
      EXIT.failed,
    )
  if (server.issuer !== baseUrl)
    throw new ResultRefusal(
      `The service calls itself ${server.issuer}. Sign in there: svc login --base-url ${server.issuer}`,
      EXIT.usage,
    )
  if (Object.values(server).some((url) => !url.startsWith(`${baseUrl}/`) && url !== baseUrl))
    throw new ResultRefusal(`${baseUrl} names another service for the sign-in. Nothing was sent there.`, EXIT.failed)
  return server
}

/** Registers this program for one redirect URI (RFC 7591); returns the id that it gets. */
export async function registerAt(
  machine: Machine,
  { register }: AuthorizationServer,
  redirectUri: string,
): Promise<string> {
  const { body } = await exchange(machine, register, {
    json: {
      client_name: 'svc',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    },
  })
  const id = stringAt(body, 'client_id')
  if (id === null) throw refused('The registration', body)
  return id
}

/** Tokens for a code or a refresh token. Throws a ResultRefusal when the server gives none. */
export async function tokensFor(
  machine: Machine,
  { token }: Pick<AuthorizationServer, 'token'>,
  grant: Readonly<Record<string, string>>,
): Promise<AppTokens> {
  const startedAt = machine.now()
  const { body } = await exchange(machine, token, { form: grant })
  const accessToken = stringAt(body, 'access_token')
  const seconds = at(body, 'expires_in')
  if (accessToken === null || typeof seconds !== 'number') throw refused('The sign-in', body)
  return {
    accessToken,
    refreshToken: stringAt(body, 'refresh_token'),
    endsAtMs: startedAt + seconds * 1_000,
    scope: stringAt(body, 'scope') ?? '',
  }
}

/** Ends a grant with all its tokens (RFC 7009); false when the server did not confirm it. */
export async function revoke(
  machine: Machine,
  server: Pick<AuthorizationServer, 'revoke'>,
  { token, clientId }: { readonly token: string; readonly clientId: string },
): Promise<boolean> {
  try {
    const { status } = await exchange(machine, server.revoke, { form: { token, client_id: clientId } })
    return status === 200
  } catch (error) {
    if (error instanceof ConnectionError) return false
    throw error
  }
}

/** The server's own words are of the form `invalid_grant: grant request is invalid`. */
const refused = (what: string, body: unknown): ResultRefusal =>
  new ResultRefusal(
    `${what} was refused${[stringAt(body, 'error'), stringAt(body, 'error_description')].flatMap((text) => (text === null ? [] : [`: ${text}`])).join('')}. Sign in again: svc login`,
    EXIT.denied,
  )

interface Posted {
  readonly json?: object
  readonly form?: Readonly<Record<string, string>>
}

/** One request, without a redirect. Throws a ConnectionError when no answer comes. */
async function exchange(
  machine: Machine,
  url: string,
  { json, form }: Posted = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const isPost = json !== undefined || form !== undefined
  try {
    const response = await machine.fetch(url, {
      method: isPost ? 'POST' : 'GET',
      headers: {
        'User-Agent': USER_AGENT,
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      redirect: 'manual',
      signal: AbortSignal.any([machine.interrupted, AbortSignal.timeout(DEADLINE_MS)]),
    })
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, body: isJson ? await response.json() : null }
  } catch (error) {
    const request = `${isPost ? 'POST' : 'GET'} ${new URL(url).pathname}`
    throw new ConnectionError(request, {
      timedOut: error instanceof Error && error.name === 'TimeoutError',
      cause: error,
    })
  }
}
