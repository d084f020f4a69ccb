import type { Middleware } from 'koa'
import mount from 'koa-mount'
import { Provider } from 'oidc-provider'
import { refusalOfRedirectUri } from '../../domain/access/registration.ts'
import type { SecretCipher } from '../../db/cipher.ts'
import type { Database } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/database-errors.ts'
import { readOauthKeys } from '../../db/oauth/keys.ts'
import { clientAddress } from '../limits/client-address.ts'
import { findUnsupportedText } from '../body/json.ts'
import { describeError } from '../errors/logged-error.ts'
import { clientAddressOf } from '../middleware/rate-limit.ts'
import { type RequestState, routeOf, type MiddlewareStep, type StepContext } from '../middleware/state.ts'
import { Problem } from '../errors/problem.ts'
import type { PasswordVerifier } from '../auth/verify-password.ts'
import type { ProviderCaller } from '../../workflows/starters/provider-operations.ts'
import type { ApiSettings } from '../settings.ts'
import { learnClient } from './client-documents.ts'
import { answerError } from './errors.ts'
import { interact } from './interaction.ts'
import { createOAuthLimits, type DocumentReading, type OAuthLimits, secondsToReading, secondsToWait } from './limits.ts'
import { errorPage, leavingPage } from './pages.ts'
import { COOKIE_NAMES, type Endpoint, endpointOf, MOUNT_PATH } from './paths.ts'
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

/** The authorization server (Spec 5.6), below `/oauth`. It passes unknown paths on to the rest of the stack. */
export function createOAuth(parts: OAuthParts): Middleware<RequestState> {
  const { db, settings } = parts
  const limits = createOAuthLimits({ pool: db.pool, ...settings })
  const from = { clientAddress: clientAddress(settings.trustedProxies) }
  const served = lazily(() => serve(parts, limits))
  const answer: MiddlewareStep = async (ctx, next) => {
    const endpoint = endpointOf(ctx.path)
    if (endpoint === null) return next()
    if (!endpoint.methods.includes(ctx.method)) {
      const allow = endpoint.methods.join(', ')
      throw new Problem('method_not_allowed', `This path answers ${allow}.`, { headers: { Allow: allow } })
    }
    ctx.state.route = { path: `${MOUNT_PATH}${endpoint.path}` }
    const wait = await secondsToWait(limits, endpoint.name, { ctx, clientAddress: clientAddressOf(ctx, from) })
    if (wait !== null) {
      ctx.set('Retry-After', String(wait))
      return answerError(ctx, {
        status: 429,
        error: 'temporarily_unavailable',
        description: `too many requests; wait ${wait} s`,
      })
    }
    await (
      await served()
    )(ctx, endpoint, clientAddressOf(ctx, from))
  }
  return mount<RequestState>(MOUNT_PATH, answer)
}

type Serve = (ctx: StepContext, endpoint: Endpoint, clientAddress: string) => Promise<void>

/** The issuer and the keys are available only once the service is up, so the first request loads them. */
async function serve(parts: OAuthParts, limits: OAuthLimits): Promise<Serve> {
  const { db, providerCaller } = parts
  const people = peopleOf(parts.proving)
  const publicUrl = parts.publicUrl()
  const provider = createProvider({ db, publicUrl, keys: await readOauthKeys(db, parts.cipher) })
  provider.on('server_error', noteServerError)
  const library = mount<RequestState>('/', provider)
  return async (ctx, endpoint, from) => {
    standAt(ctx, provider)
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
 * URLs and cookies are those of PUBLIC_URL, whatever a proxy or a client says; cookies are signed by the library's
 * keys.
 */
function standAt(ctx: StepContext, provider: Provider): void {
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

/** Made on first use, and made again after a failure. */
function lazily<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
