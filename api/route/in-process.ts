import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { exactWithin, findUnsupportedText } from '../body/json.ts'
import { BODY_BYTES, tooLarge } from '../body/limits.ts'
import { problemOf } from '../errors/problem-of.ts'
import { callLimitersOf, type RateLimits } from '../limits/rate-limits.ts'
import type { RequestQueues } from '../limits/request-queues.ts'
import { invalidRequest } from '../validation/check.ts'
import { createPipeline, type UncheckedParts, requireEntitled, type RouteCaller } from './pipeline.ts'
import type { DeclaredReply } from './route-call.ts'
import type { Route } from './route.ts'

/** The parts of a request, read from JSON but not yet checked. */
export interface InProcessRequest {
  readonly params?: JsonObject
  /** Members that are undefined are left out. */
  readonly query?: Readonly<Record<string, Json | undefined>>
  readonly body?: JsonObject
  /** The body of a route that takes a file. */
  readonly bytes?: Buffer
  readonly headers?: JsonObject
}

/** A route as tools and pages call it: in this process, with the same steps as over HTTP. */
export interface BoundRoute {
  readonly route: Route
  /** Throws `forbidden` where the route's access rule refuses the caller. */
  requireAccess(principal: Principal | null): void
  /** One call. Throws the Problem that the caller receives. */
  call(sent: InProcessRequest, caller: RouteCaller): Promise<DeclaredReply>
}

export interface BindOptions {
  readonly rateLimits: RateLimits
  readonly requestQueues: RequestQueues
  readonly validateResponses: boolean
}

/** What calls routes in this process: pages or tools. */
type Through = 'dashboard' | 'mcp'

/** Finds a route by its operationId; throws when no route has that name. */
export type FindRoute = (operationId: string) => BoundRoute

/**
 * Prepares a route for its callers in this process: its quotas and its declaration are read once. `through`: what calls
 * it, for the log.
 */
export const findRouteOf =
  (routes: readonly Route[], through: Through, options: BindOptions): FindRoute =>
  (operationId) => {
    const route = routes.find((known) => known.operationId === operationId)
    if (route === undefined) throw new Error(`no route is called ${operationId}`)
    return bindRoute(route, through, options)
  }

function bindRoute(
  route: Route,
  through: Through,
  { rateLimits, requestQueues, validateResponses }: BindOptions,
): BoundRoute {
  const answer = createPipeline(route, {
    limiters: callLimitersOf(route, rateLimits),
    rateLimits,
    requestQueues,
    validateResponses,
  })
  return {
    route,
    requireAccess: (principal) => requireEntitled(route, principal),
    async call(sent, caller) {
      const startedAt = performance.now()
      const note = (outcome: { readonly status: number; readonly code?: string }): void =>
        caller.log.info(
          {
            operation: route.operationId,
            caller: through,
            ...outcome,
            duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
          },
          'route_called',
        )
      try {
        const reply = await answer({
          // A public route has no principal, even when the request carries a credential.
          caller: route.access === 'public' ? withoutPrincipal(caller) : caller,
          noteHeaders: () => undefined,
          readParts: async () => partsOf(route, sent),
        })
        note({ status: reply.status })
        return reply
      } catch (thrown) {
        const problem = problemOf(thrown)
        note({ status: problem.httpStatus, code: problem.code })
        throw problem
      }
    },
  }
}

const withoutPrincipal = (caller: RouteCaller): RouteCaller =>
  caller.principal === null ? caller : { ...caller, principal: null, environment: caller.principal.environment }

function partsOf(route: Route, { params, query, headers, body, bytes }: InProcessRequest): UncheckedParts {
  const fault = findUnsupportedText({ ...params, ...query, ...headers, ...body })
  if (fault !== null) throw invalidRequest([fault])
  const named = textual(headers)
  return {
    params: textual(params),
    query: plain(query),
    body: bytes === undefined ? bodyOf(route, body) : fileOf(route, bytes),
    requestHeader: (name) => named[name],
  }
}

/** As path and headers carry it. */
const textual = (part: JsonObject = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

/** As a query carries them: numbers of any length are doubles there. */
const plain = (part: InProcessRequest['query'] = {}): JsonObject => JSON.parse(JSON.stringify(part))

/** Within the route's limit, and with long numbers where the route keeps them. */
function bodyOf({ maxBodyBytes = BODY_BYTES.small, exactNumbers }: Route, body: JsonObject | undefined): unknown {
  if (body === undefined) return undefined
  const text = JSON.stringify(body)
  if (Buffer.byteLength(text) > maxBodyBytes) throw tooLarge(maxBodyBytes)
  return exactNumbers === true ? exactWithin(body) : JSON.parse(text)
}

function fileOf({ maxBodyBytes = BODY_BYTES.small }: Route, bytes: Buffer): Buffer | undefined {
  if (bytes.length > maxBodyBytes) throw tooLarge(maxBodyBytes)
  return bytes.length === 0 ? undefined : bytes
}
