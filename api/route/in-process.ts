import type { Logger } from 'pino'
import type { JsonObject } from '../../domain/json/json.ts'
import { exactWithin, findUnsupportedText } from '../body/json.ts'
import { BODY_BYTES, tooLarge } from '../body/limits.ts'
import { problemOf } from '../errors/problem-of.ts'
import { callLimitersOf, countCall, type RateLimits } from '../limits/rate-limits.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { requireAccess } from '../auth/required-access.ts'
import { type DeclaredReply, routeCall } from './route-call.ts'
import type { Route } from './route.ts'
import { callerOf, demandsOf, type RequestShares, withinShares } from '../limits/shares.ts'
import { invalidRequest } from '../validation/check.ts'

/** The caller of a route in this process, and the identifiers of the call. */
export interface BoundCaller {
  /** null: not signed in; only public routes answer. */
  readonly principal: Principal | null
  /** See api/limits/client-address.ts. */
  readonly clientAddress: string
  /** That of the HTTP request, or of one item of a batch. */
  readonly requestId: string
  /** Carries `request_id` and `workspace_id`. */
  readonly log: Logger
  /** Aborted when the client no longer waits for the answer. */
  readonly signal: AbortSignal
}

/** The parts of a request, read from JSON but not yet checked. */
export interface Sent {
  readonly params?: JsonObject
  readonly query?: JsonObject
  readonly body?: JsonObject
  readonly headers?: JsonObject
}

/** A route as tools and pages call it: in this process, with the same rules as over HTTP. */
export interface BoundRoute {
  readonly route: Route
  /** Throws `forbidden` where the route's access rule refuses the caller. */
  requireAccess(principal: Principal | null): void
  /**
   * One call, by the frame's rules in their order: access, quotas, admission, size, schemas, handler. Throws the
   * Problem that the caller receives.
   */
  call(sent: Sent, call: BoundCaller): Promise<DeclaredReply>
}

export interface BindOptions {
  readonly rateLimits: RateLimits
  readonly shares: RequestShares
  readonly validateResponses: boolean
}

/** What calls routes inside of this process. */
type Caller = 'mcp' | 'dashboard'

/** Finds a route by its operationId; throws when no route has that name. */
export type FindRoute = (operationId: string) => BoundRoute

/**
 * Prepares a route for its callers in this process: its quotas and its declaration are read once. `caller`:
 * the name of the caller in the log.
 */
export const findRouteOf =
  (routes: readonly Route[], caller: Caller, options: BindOptions): FindRoute =>
  (operationId) => {
    const route = routes.find((known) => known.operationId === operationId)
    if (route === undefined) throw new Error(`no route is called ${operationId}`)
    return bindRoute(route, caller, options)
  }

function bindRoute(route: Route, caller: Caller, { rateLimits, shares, validateResponses }: BindOptions): BoundRoute {
  const limiters = callLimitersOf(route, rateLimits)
  const declared = routeCall(route, { validateResponses })
  async function pass(sent: Sent, call: BoundCaller): Promise<DeclaredReply> {
    requireEntitled(call.principal, route)
    // A public route has no principal, even when the request carries a credential.
    const { clientAddress, log, requestId, signal } = call
    const principal = route.access === 'public' ? null : call.principal
    const { refusal } = await countCall(limiters, { principal, clientAddress, log })
    if (refusal !== null) throw refusal
    await route.admit(principal)
    const fault = findUnsupportedText({ ...sent.params, ...sent.query, ...sent.headers, ...sent.body })
    if (fault !== null) throw invalidRequest([fault])
    const headers = textual(sent.headers)
    return withinShares(shares, demandsOf(route, sent.body), { ...callerOf(principal, clientAddress), signal }, () =>
      declared({
        params: textual(sent.params),
        query: plain(sent.query),
        ...bodyOf(route, sent.body),
        principal,
        requestId,
        log,
        signal,
        clientAddress,
        requestHeader: (name) => headers[name],
      }),
    )
  }
  return {
    route,
    requireAccess: (principal) => requireEntitled(principal, route),
    async call(sent, call) {
      const startedAt = performance.now()
      const note = (outcome: { readonly status: number; readonly code?: string }): void =>
        call.log.info(
          {
            operation: route.operationId,
            caller,
            ...outcome,
            duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
          },
          'route_called',
        )
      try {
        const reply = await pass(sent, call)
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

function requireEntitled(principal: Principal | null, { access, operationId }: Route): void {
  if (principal !== null) requireAccess(principal, access)
  else if (access !== 'public') throw new Error(`${operationId} was called for nobody`)
}

/** As path and headers carry it. */
const textual = (part: JsonObject = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

/** As a query carries them: numbers of any length are doubles there. */
const plain = (part: JsonObject = {}): JsonObject => JSON.parse(JSON.stringify(part))

/** Within the route's limit, and with long numbers where the route keeps them. */
function bodyOf(
  { maxBodyBytes = BODY_BYTES.small, exactNumbers }: Route,
  body: JsonObject | undefined,
): { readonly body: unknown } {
  if (body === undefined) return { body: undefined }
  const text = JSON.stringify(body)
  if (Buffer.byteLength(text) > maxBodyBytes) throw tooLarge(maxBodyBytes)
  return { body: exactNumbers === true ? exactWithin(body) : JSON.parse(text) }
}
