import type { Logger } from 'pino'
import type { Principal } from '../../domain/access/principal.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Challenge } from '../auth/challenge.ts'
import { requireAccess } from '../auth/required-access.ts'
import type { Limiter } from '../limits/limiter.ts'
import { countingKept } from '../limits/kept-bytes.ts'
import { byteLimitersOf, countCall, type RateLimits, RUN_BYTES } from '../limits/rate-limits.ts'
import { callerOf, demandsOf, hasWaited, type RequestQueues, withinQueues } from '../limits/request-queues.ts'
import { type DeclaredReply, routeCall } from './route-call.ts'
import type { UncheckedRequest, Route } from './route.ts'

/** The caller of a route, and the identifiers of the call. */
export interface RouteCaller {
  /** null: not signed in; only public routes answer. */
  readonly principal: Principal | null
  /** Of a caller without a principal, the environment that it wants to see; live by default. */
  readonly environment?: Environment
  /** See api/limits/client-address.ts. */
  readonly clientAddress: string
  /** That of the HTTP request, or of one item of a batch. */
  readonly requestId: string
  /** Carries `request_id` and `workspace_id`. */
  readonly log: Logger
  /** Aborted when the client no longer waits for the answer. */
  readonly signal: AbortSignal
}

/** The parts of a request, read but not yet checked. */
export type UncheckedParts = Pick<UncheckedRequest, 'params' | 'query' | 'body' | 'requestHeader'>

/** One call of a route, as a driver passes it in: `api/middleware/handle.ts` for HTTP, `in-process.ts` for the rest. */
export interface IncomingCall {
  readonly caller: RouteCaller
  /** Receives what is left of the quotas, before a refusal is thrown, and whether the request has waited. */
  noteHeaders(headers: Readonly<Record<string, string>>): void
  /** Reads the parts within the route's limits, once the caller is admitted. Throws a Problem. */
  readParts(): Promise<UncheckedParts>
}

export interface PipelineOptions {
  /** The quotas that a call counts against. */
  readonly limiters: readonly Limiter[]
  /** Of the bytes that a call makes the service keep. */
  readonly rateLimits: Pick<RateLimits, 'bytes' | 'bytesInQuarantine'>
  readonly requestQueues: RequestQueues
  /** In development and tests an answer that its route does not declare is a defect. */
  readonly validateResponses: boolean
  /** Over HTTP: how a connected app learns which scope it lacks. */
  readonly challenge?: Challenge
}

/** Of an answer whose request wanted to wait: `false` where too many others of the caller waited. */
export const WAITED_HEADER = 'Service-Waited'

/** Answers one call. Throws the Problem that the caller receives. */
export type Pipeline = (call: IncomingCall) => Promise<DeclaredReply>

/** The steps of every call of a route, in their order: access, quotas, admission, size, permits, schemas, handler. */
export function createPipeline(route: Route, options: PipelineOptions): Pipeline {
  const { limiters, rateLimits, requestQueues, challenge } = options
  const checkAndHandle = routeCall(route, options)
  return async ({ caller, noteHeaders, readParts }) => {
    const { principal, clientAddress, signal } = caller
    requireEntitled(route, principal, challenge)
    const { headers, refusal } = await countCall(limiters, caller)
    noteHeaders(headers)
    if (refusal !== null) throw refusal
    // A caller without access to a route learns nothing about the faults of its request.
    await route.admit(principal)
    const parts = await readParts()
    return withinQueues(
      requestQueues,
      demandsOf(route, parts.body),
      { ...callerOf(principal, clientAddress), signal },
      async () => {
        const environment = principal?.environment ?? caller.environment ?? 'live'
        const keeping = byteLimitersOf(rateLimits, principal)
        const count = async (bytes: number) => (await countCall(keeping, caller, bytes)).refusal
        // The number of runs is the only bound of those that cost nothing.
        const isCounted = route.countsAsRun === true && principal?.inQuarantine === true
        const overCounted = isCounted ? await count(RUN_BYTES) : null
        if (overCounted !== null) throw overCounted
        const reply = await countingKept(count, () => checkAndHandle({ ...caller, ...parts, environment }))
        const waited = hasWaited()
        if (waited !== null) noteHeaders({ [WAITED_HEADER]: String(waited) })
        return reply
      },
    )
  }
}

/** Throws `forbidden` where the route's access rule refuses the caller. */
export function requireEntitled(
  { access, operationId }: Route,
  principal: Principal | null,
  challenge?: Challenge,
): void {
  if (principal !== null) requireAccess(principal, access, challenge)
  else if (access !== 'public') throw new Error(`${operationId} was called without a principal`)
}
