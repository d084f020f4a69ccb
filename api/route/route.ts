import type { Method } from '../../domain/catalog/endpoint.ts'
import type { Logger } from 'pino'
import type { Static, TObject, TSchema, TUndefined } from 'typebox'
import { type Access, refusalOfAccess } from '../../domain/access/access.ts'
import type { ErrorCode } from '../../domain/errors/codes.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { KeyPrincipal, Principal, SessionPrincipal } from '../../domain/access/principal.ts'
import type { ErrorAnswer, Example, RawReply, ResponseDeclaration, Responses } from './responses.ts'
import type { Quota } from '../limits/quota.ts'
import type { Queries } from '../../db/database.ts'
import { answerOnce, type Idempotent, withIdempotencyKey } from './idempotent.ts'
import { type RequestedPage, type Paged, pagedQueryOf, pageOf } from './paged.ts'
import { openPlaceOf } from '../validation/open-objects.ts'
import type { RequestPart } from '../validation/messages.ts'
import { type BodyType, parseRequest } from './parse-request.ts'

/**
 * Reads the bytes of a body as they came, at most `maxBodyBytes`. To be called once. Throws a Problem for a larger or a
 * broken one.
 */
export type ReadBody = () => Promise<Buffer>

/** The facts of a route besides its schemas and its handler. */
export interface RouteMetadata {
  readonly operationId: string
  readonly method: Method
  /** In OpenAPI's style: `/v1/runs/{run_id}`. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  /** The part of the specification that it implements. */
  readonly spec: string
  /**
   * `application/json` by default; another text type reaches the handler as one string, whose schema is `body`. `raw`:
   * the handler gets a `ReadBody`, because it verifies the request by its exact bytes, and checks the headers before it
   * reads any.
   */
  readonly bodyType?: BodyType
  /** Of a text type: the handler gets the bytes, because it reads their encoding itself, and workbooks as well. */
  readonly bodyBytes?: true
  /** Of a route with `bodyBytes`: the bytes may be JSON too. */
  readonly bodyJson?: true
  /**
   * Numbers of a JSON body that a double cannot hold keep their digits, where they are data that the caller reads
   * again.
   */
  readonly exactNumbers?: true
  /** One of `BODY_BYTES` (api/body/limits.ts), `small` by default. */
  readonly maxBodyBytes?: number
  /** Members and items of a JSON body, at any depth; 20,000 by default. */
  readonly maxBodyValues?: number
  readonly errors: readonly ErrorAnswer[]
  readonly bodyExamples?: Readonly<Record<string, Example>>
  /** Also counted against RATE_LIMIT_RUNS_PER_MINUTE. */
  readonly countsAsRun?: boolean
  /**
   * May write many rows at once: the number of such concurrent requests of a workspace is limited
   * (api/limits/request-queues.ts).
   */
  readonly writesMany?: true
  /** Counted for each client address or credential, in place of the quotas of other requests. */
  readonly quotas?: readonly Quota[]
  /** A missing body counts as one without members. */
  readonly bodyOptional?: true
  /** The error code for a body that does not match its schema; `invalid_request` by default. */
  readonly bodyRefusal?: ErrorCode
  /** false for probes, which must answer whatever the limiter's storage does. */
  readonly rateLimited?: boolean
  /** Public, equal for every caller, revalidated with If-None-Match (decisions, "every response"). */
  readonly etag?: boolean
  /** false keeps a page or a script out of the OpenAPI document. */
  readonly documented?: boolean
}

/** One of a route's declared responses; `declaredBy` keeps a handler from answering anything else. */
export interface RouteAnswer<R extends Responses> extends RawReply {
  readonly declaredBy: R
}

/**
 * Part of the handler's input: the status must be declared and the body must fit that status. (A free function
 * or a plain object would widen `status` to number and every word in the body to string.)
 */
export type Reply<R extends Responses> = <const S extends keyof R & number>(
  status: S,
  body: BodyOf<R[S]>,
  headers?: Readonly<Record<string, string>>,
) => RouteAnswer<R>

/** The body that a handler returns for a declared response. */
type BodyOf<D extends ResponseDeclaration> = D extends { readonly stream: true }
  ? AsyncIterable<string | Uint8Array>
  : Static<D['schema']>

const replyWith =
  <R extends Responses>(declaredBy: R): Reply<R> =>
  (status, body, headers = {}) => ({ status, body, headers, declaredBy })

/** The principal of a handler's caller. */
export type PrincipalOf<A extends Access> = A extends 'public'
  ? null
  : A extends 'session' | 'self'
    ? SessionPrincipal
    : A extends 'owner' | 'approve'
      ? KeyPrincipal | SessionPrincipal
      : Principal

/** The input of every handler besides its parsed request. */
export interface RequestContext {
  readonly requestId: string
  /** Carries `request_id` and `workspace_id`. */
  readonly log: Logger
  /** Aborted when the client disconnects before it is answered. */
  readonly signal: AbortSignal
  /** The client address that limits count against: see api/limits/client-address.ts. */
  readonly clientAddress: string
  /** That of the principal; on a public route the one that the caller sees (api/auth/shown-environment.ts). */
  readonly environment: Environment
  requestHeader(name: string): string | undefined
}

export interface RouteInput<
  R extends Responses,
  A extends Access,
  P extends TSchema,
  Q extends TSchema,
  H extends TSchema,
  B extends TSchema,
> extends RequestContext {
  readonly params: Static<P>
  readonly query: Static<Q>
  readonly headers: Static<H>
  readonly body: Static<B>
  readonly principal: PrincipalOf<A>
  readonly reply: Reply<R>
  /** Of a route that is `idempotent`; null: the caller sent none, or the route takes none. */
  readonly idempotencyKey: string | null
}

/** The input of a handler. */
export interface HandlerInput<
  R extends Responses,
  A extends Access,
  P extends TSchema,
  Q extends TSchema,
  H extends TSchema,
  B extends TSchema,
> extends RouteInput<R, A, P, Q, H, B> {
  /** Of a route that is `paged`. */
  readonly page: RequestedPage
  /** Of a route that is `idempotent`: stores its answer in the transaction of its effect. */
  readonly saveResponse: SaveAnswer<R>
}

/** Stores the body of the answer that is replayed: of the first declared status of 202, 200 and 201. */
export type SaveAnswer<R extends Responses> = (tx: Queries, body: StoredBodyOf<R>) => Promise<void>

type StoredBodyOf<R extends Responses> = R extends { readonly 202: infer D extends ResponseDeclaration }
  ? BodyOf<D>
  : R extends { readonly 200: infer D extends ResponseDeclaration }
    ? BodyOf<D>
    : R extends { readonly 201: infer D extends ResponseDeclaration }
      ? BodyOf<D>
      : never

export interface RouteDefinition<
  R extends Responses,
  A extends Access,
  P extends TObject,
  Q extends TObject,
  H extends TObject,
  B extends TSchema,
> extends RouteMetadata {
  /** Who may call it; other callers are refused before anything of the request is read. */
  readonly access: A
  /** Throws a Problem for callers that may not use the route at all, before anything of the request is read. */
  readonly allow?: (principal: PrincipalOf<A>) => Promise<void>
  /** Takes an `Idempotency-Key`: its answer (202, 200 or 201) is stored, and replayed for 24 hours. */
  readonly idempotent?: Idempotent<RouteInput<R, A, P, Q, H, B>>
  /** A list: takes `limit` and `cursor` in addition to its own query. */
  readonly paged?: Paged<RouteInput<R, A, P, Q, H, B>>
  readonly params?: P
  readonly query?: Q
  readonly headers?: H
  readonly body?: B
  readonly responses: R
  readonly handler: (input: HandlerInput<R, A, P, Q, H, B>) => Promise<RouteAnswer<R>>
}

/** A request as the frame passes it on: read, but not yet checked. */
export interface UncheckedRequest extends RequestContext {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly principal: Principal | null
}

/** A route as the frame and the OpenAPI document see it: without its static types, with its schemas as data. */
export interface Route extends RouteMetadata {
  readonly access: Access
  readonly params?: TObject
  readonly query?: TObject
  readonly headers?: TObject
  readonly body?: TSchema
  readonly responses: Responses
  /** Throws a Problem for callers that may not use the route at all. */
  admit(principal: Principal | null): Promise<void>
  /** Checks the request against the schemas, then calls the handler. Throws a Problem. */
  handle(request: UncheckedRequest): Promise<RawReply>
}

/**
 * One declaration per route: it validates requests and responses, becomes the OpenAPI document, and types the
 * handler, whose input arrives parsed and scoped to a workspace.
 */
export function defineRoute<
  const R extends Responses,
  const A extends Access,
  P extends TObject = TObject<{}>,
  Q extends TObject = TObject<{}>,
  H extends TObject = TObject<{}>,
  B extends TSchema = TUndefined,
>(definition: RouteDefinition<R, A, P, Q, H, B>): Route {
  const { handler, allow, idempotent, paged, ...own } = definition
  const pagedQuery = paged === undefined ? undefined : pagedQueryOf(definition.query, paged)
  const all = pagedQuery === undefined ? own : { ...own, query: pagedQuery.all }
  const declared = idempotent === undefined ? all : withIdempotencyKey(all)
  requireClosed(declared)
  const toParse = pagedQuery === undefined ? definition : { ...definition, pagedQuery }
  return {
    ...declared,
    async admit(principal) {
      if (allow !== undefined && isEntitled(definition.access, principal)) await allow(principal)
    },
    async handle(request) {
      const { paging, ...parts } = parseRequest(toParse, request)
      const { principal, requestId, log, signal, clientAddress, environment } = request
      if (!isEntitled(definition.access, principal))
        throw new Error(`${definition.operationId}: access and principal disagree`)
      const input: RouteInput<R, A, P, Q, H, B> = {
        ...parts,
        principal,
        requestId,
        log,
        signal,
        clientAddress,
        environment,
        reply: replyWith(definition.responses),
        requestHeader: (name) => request.requestHeader(name),
      }
      const page = paged === undefined ? NO_PAGE : pageOf(paged, { input, paging })
      return idempotent === undefined
        ? handler({ ...input, page, saveResponse: savesNothing })
        : answerOnce(idempotent, declared, input, (saveResponse) => handler({ ...input, page, saveResponse }))
    },
  }
}

const noPage = (): never => {
  throw new Error('a route that is not paged has no pages')
}
const NO_PAGE: RequestedPage = { limit: 0, readLimit: 0, after: noPage, cursorAt: noPage, of: noPage }

const savesNothing = (): never => {
  throw new Error('a route that is not idempotent stores no answer')
}

/** The pipeline has checked this. */
const isEntitled = <A extends Access>(access: A, principal: Principal | null): principal is PrincipalOf<A> =>
  principal === null ? access === 'public' : access !== 'public' && refusalOfAccess(access, principal) === null

/** Fails at the start, not at the first request: an open schema is a developer's mistake. */
function requireClosed(route: Omit<Route, 'handle' | 'admit'>): void {
  for (const { part, schema } of schemasOf(route)) {
    const open = openPlaceOf(schema)
    if (open !== null)
      throw new Error(`${route.operationId}: the schema of ${part} is open at ${open}: state additionalProperties`)
  }
}

/** The schemas of a route, each with the part of a request whose values it checks; a response is checked as a body. */
export function schemasOf(route: Pick<Route, 'params' | 'query' | 'headers' | 'body' | 'responses'>) {
  const parts: readonly (readonly [string, RequestPart, TSchema | undefined])[] = [
    ['params', 'path', route.params],
    ['query', 'query', route.query],
    ['headers', 'header', route.headers],
    ['body', 'body', route.body],
    ...Object.entries(route.responses).map(([status, { schema }]) => [`responses ${status}`, 'body', schema] as const),
  ]
  return parts.flatMap(([part, place, schema]) => (schema === undefined ? [] : [{ part, place, schema }]))
}

/** Whether requests of the route have a body, by its method. */
export const takesBody = (route: Pick<Route, 'method'>): boolean => ['POST', 'PUT', 'PATCH'].includes(route.method)
