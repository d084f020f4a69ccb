import mount from 'koa-mount'
import type { Provider } from 'oidc-provider'
import { refusalOfRedirectUri } from '../../domain/access/registration.ts'
import type { SecretCipher } from '../../db/cipher.ts'
import type { Database } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/database-errors.ts'
import { readOauthKeys } from '../../db/access/oauth/keys.ts'
import type { ProviderCaller } from '../../workflows/starters/provider-operations.ts'
import type { PasswordVerifier } from '../auth/verify-password.ts'
import { findUnsupportedText } from '../body/json.ts'
import { describeError } from '../errors/logged-error.ts'
import { type RequestState, routeOf, type StepContext } from '../middleware/state.ts'
import type { ApiSettings } from '../settings.ts'
import { learnClient } from './client-documents.ts'
import { interact } from './interaction.ts'
import { type DocumentReading, type OAuthLimits, secondsToReading } from './limits.ts'
import { errorPage, leavingPage } from './pages.ts'
import { COOKIE_NAMES, type Endpoint } from './paths.ts'
import { peopleOf } from './people.ts'
import { createProvider } from './provider.ts'
import { register } from './register.ts'

export interface OAuthParts {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly proving: PasswordVerifier
  readonly providerCaller: ProviderCaller
  readonly settings: Pick<ApiSettings, 'requestsPerMinute' | 'trustedProxies'>
  /** Known once the server listens; it is the issuer. */
  readonly publicUrl: () => string
}

type Serve = (ctx: StepContext, endpoint: Endpoint, clientAddress: string) => Promise<void>

/** Answers the requests of the authorization server's endpoints. */
export async function serve(parts: OAuthParts, limits: OAuthLimits): Promise<Serve> {
  const { db, providerCaller } = parts
  const people = peopleOf(parts.proving)
  const publicUrl = parts.publicUrl()
  const provider = createProvider({ db, publicUrl, keys: await readOauthKeys(db, parts.cipher) })
  provider.on('server_error', noteServerError)
  const library = mount<RequestState>('/', provider)
  return async (ctx, endpoint, from) => {
    mountAt(ctx, provider)
    switch (endpoint.name) {
      case 'interaction':
        return interact(ctx, { db, provider, people }, { uid: endpoint.id, clientAddress: from })
      case 'register':
        return register(ctx, { db, provider })
      case 'authorize':
        if (refusedAtOnce(ctx)) return
        if (endpoint.id === '') {
          const mayRead = (reading: DocumentReading) => secondsToReading(limits, reading, { ctx, clientAddress: from })
          const error = await learnClient(ctx, { db, provider, providerCaller, mayRead }, ctx.query['client_id'])
          if (error !== null) return errorPage(ctx, error, error.status)
        }
        preferReading(ctx)
    }
    await library(ctx, async () => undefined)
    forgetSession(ctx)
    if (endpoint.name === 'authorize' && endpoint.id === '') stayHere(ctx)
  }
}

/**
 * URLs and cookies are those of PUBLIC_URL, whatever a proxy or a client states; cookies are signed by the library's
 * keys.
 */
function mountAt(ctx: StepContext, provider: Provider): void {
  const { protocol, host } = new URL(provider.issuer)
  Object.defineProperties(ctx.request, { protocol: { value: protocol.slice(0, -1) }, host: { value: host } })
  ctx.cookies = provider.createContext(ctx.req, ctx.res).cookies
  ctx.cookies.secure = protocol === 'https:'
}

/**
 * Requests that the library must not answer. It sends even its refusal of `form_post` by a self-submitting form, and a
 * registration may be older than the rule that refuses its redirect URI.
 */
function refusedAtOnce(ctx: StepContext): boolean {
  const refusal = refusalOfRequest(ctx)
  if (refusal !== null) errorPage(ctx, refusal, 400)
  return refusal !== null
}

function refusalOfRequest({ query }: StepContext): { readonly error: string; readonly description: string } | null {
  if (findUnsupportedText(query) !== null)
    return { error: 'invalid_request', description: 'The request of the app contains invalid characters.' }
  const { redirect_uri: redirectUri, response_mode: responseMode = 'query' } = query
  const refusal = typeof redirectUri === 'string' && redirectUri !== '' ? refusalOfRedirectUri(redirectUri) : null
  if (refusal !== null) return { error: 'invalid_redirect_uri', description: `The app's redirect URI ${refusal}.` }
  return responseMode === 'query'
    ? null
    : { error: 'invalid_request', description: 'The only response mode of this service is query.' }
}

/**
 * Before a person has decided, no browser leaves this site by itself (RFC 9700, 4.11.2): any client may register any
 * address, and connect its own app to its own account. So an error becomes a page with a link that the person may
 * follow. Paths are our own pages.
 */
function stayHere(ctx: StepContext): void {
  const location = ctx.res.getHeader('Location')
  if (typeof location !== 'string' || location.startsWith('/')) return
  ctx.remove('Location')
  leavingPage(ctx, new URL(location))
}

/** A client that names no scope gets the least one (RFC 6749, 3.3). */
function preferReading(ctx: StepContext): void {
  if (ctx.method === 'GET' && (ctx.query['scope'] ?? '') === '') ctx.query = { ...ctx.query, scope: 'read' }
}

/**
 * The library's session ends with the request that made it (see adapter.ts), so the browser does not keep its cookie.
 */
function forgetSession(ctx: StepContext): void {
  const cookies = [ctx.res.getHeader('Set-Cookie') ?? []].flat().map(String)
  ctx.remove('Set-Cookie')
  const kept = cookies.filter((cookie) => !cookie.startsWith(COOKIE_NAMES.session))
  if (kept.length > 0) ctx.set('Set-Cookie', kept)
}

const RETRY_AFTER_SECONDS = 2

/** The client received `server_error`; the log gets the cause. */
function noteServerError(ctx: StepContext, error: unknown): void {
  if (isDatabaseUnavailable(error)) {
    ctx.status = 503
    ctx.set('Retry-After', String(RETRY_AFTER_SECONDS))
  }
  ctx.state.log.error({ route: routeOf(ctx.state), error: describeError(error) }, 'request_failed')
}
