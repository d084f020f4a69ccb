import Koa from 'koa'
import { Router } from '@koa/router'
import type { Logger } from 'pino'
import { MCP_PATH } from './mcp/mount.ts'
import type { Meter } from '../telemetry/meter.ts'
import { accessLog } from './middleware/access-log.ts'
import { authenticate, requireToken, type Authenticate } from './middleware/authenticate.ts'
import type { Challenge } from './auth/challenge.ts'
import { cache, safeDefaults } from './middleware/cache.ts'
import { errors } from './middleware/errors.ts'
import { createFailedCredentials } from './middleware/failed-credentials.ts'
import type { KnownCallers } from './auth/known-callers.ts'
import { handle } from './middleware/handle.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import { paceRefusals, REFUSAL_PACE } from './middleware/refusal-pace.ts'
import type { ThrottleLimits } from '../domain/shares/throttle.ts'
import { requestId } from './middleware/request-id.ts'
import { authenticationQueue } from './middleware/authentication-queue.ts'
import { traceRequests, type TraceOptions } from './middleware/trace.ts'
import type { RequestState, MiddlewareStep } from './middleware/state.ts'
import { unmatched } from './middleware/unmatched.ts'
import { OAUTH_PATHS } from './oauth/paths.ts'
import type { Route } from './route/route.ts'
import type { RequestQueues } from './limits/request-queues.ts'

export interface AppOptions {
  /** Every route that the app serves. */
  readonly routes: readonly Route[]
  readonly log: Logger
  readonly authenticate: Authenticate
  readonly challenge: Challenge
  /** The authorization server next to the routes: it answers its own paths and passes on all others. */
  readonly oauth?: MiddlewareStep
  /** The MCP endpoint next to the routes, for any credential: each tool refuses as its route does. */
  readonly mcp?: { readonly challenge: Challenge; readonly answer: MiddlewareStep }
  /** The pages for people, next to the routes. */
  readonly dashboard?: MiddlewareStep
  readonly rateLimits: RateLimits
  /** How fast a caller is refused that never pauses; `REFUSAL_PACE` by default. */
  readonly refusalPace?: ThrottleLimits
  readonly requestQueues: RequestQueues
  readonly knownCallers: KnownCallers
  /** How long a body may take to arrive; ten seconds by default. */
  readonly bodyMsMax?: number
  readonly metrics: Meter
  /** Requests are traced where a trace collector is configured. */
  readonly trace?: TraceOptions
  /** True in development and tests. */
  readonly validateResponses: boolean
}

/** The entire Koa stack: the middleware that every request passes, then the middleware of the matched route. */
export function createApp(options: AppOptions): Koa<RequestState> {
  const { log, metrics, routes } = options
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  const credentials = { ...options, failed: createFailedCredentials(options.rateLimits.requests) }
  for (const route of literalFirst(routes)) {
    const isPublic = route.access === 'public'
    router.register(
      routerPath(route.path),
      [route.method],
      [
        matched(route),
        cache(route),
        ...(isPublic ? [] : [requireToken(credentials)]),
        authenticationQueue(route, options),
        ...(isPublic ? [] : [authenticate(credentials)]),
        // The steps that tools and pages pass too (api/route/pipeline.ts): access, quotas, admission, size, schemas.
        handle(route, options),
      ],
    )
  }
  if (options.mcp !== undefined) {
    const { challenge, answer } = options.mcp
    const endpoint = { path: MCP_PATH, access: 'read' } as const
    const ofMcp = { ...credentials, challenge }
    router.register(
      MCP_PATH,
      ['POST'],
      [
        matched(endpoint),
        cache(endpoint),
        requireToken(ofMcp),
        authenticationQueue({}, options),
        authenticate(ofMcp),
        rateLimit({}, options.rateLimits),
        answer,
      ],
    )
  }

  const app = new Koa<RequestState>()
  app.use(requestId(log))
  app.use(paceRefusals(metrics, options.rateLimits, options.refusalPace ?? REFUSAL_PACE))
  if (options.trace !== undefined) app.use(traceRequests(options.trace))
  app.use(safeDefaults())
  app.use(accessLog(metrics, [...routes.map(({ path }) => path), MCP_PATH, ...OAUTH_PATHS]))
  app.use(errors())
  if (options.oauth !== undefined) app.use(options.oauth)
  if (options.dashboard !== undefined) app.use(options.dashboard)
  app.use(router.routes())
  app.use(unmatched(router, [...new Set(routes.map(({ path }) => path))]))
  // Only broken connections reach Koa itself: the request is over, and there is no client to answer.
  app.on('error', (error: NodeJS.ErrnoException) => log.warn({ code: error.code }, 'client_connection_failed'))
  return app
}

const matched =
  (route: Pick<Route, 'path'>): MiddlewareStep =>
  async (ctx, next) => {
    ctx.state.route = route
    await next()
  }

/** `/v1/runs/{run_id}` (OpenAPI) -> `/v1/runs/:run_id` (router). */
const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** The first match answers, so `/rows/query` must precede `/rows/{key}`, regardless of the order of declaration. */
const literalFirst = (routes: readonly Route[]): Route[] =>
  routes.toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1))

const sortKey = (route: Route): string => route.path.replaceAll('{', '\u{10ffff}')
