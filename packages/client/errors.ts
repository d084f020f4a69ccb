import type { ErrorDetail } from './operations.ts'

/** One field at fault. `path` is a JSON pointer into the body, or `/<name>` of a query parameter or header. */
export interface Fault {
  readonly path: string
  readonly message: string
}

/** The codes that existed when this client was made, and those to come. */
export type ErrorCode = ErrorDetail['code'] | 'unexpected_answer' | (string & {})

/** An answer of the service that is no success, read from its envelope `{error: {code, message, request_id, …}}`. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError'
  /** The HTTP status. */
  readonly status: number
  /**
   * Stable: one of those listed at `GET /v1/errors`; `unexpected_answer` when the answer does not come from the
   * service.
   */
  readonly code: ErrorCode
  /** Quote it in feedback and to support; null when the answer names none. */
  readonly requestId: string | null
  /** JSON pointer to the first field at fault; null when no field is. */
  readonly param: string | null
  /** Every field at fault. */
  readonly details: readonly Fault[]
  /** Seconds to wait before the request may be repeated; null when the answer names none. */
  readonly retryAfter: number | null
  /** The entire answer: a parsed JSON body, otherwise its text. */
  readonly body: unknown

  constructor(answer: { readonly status: number; readonly headers: Headers; readonly body: unknown }) {
    const error = memberOf(answer.body, 'error')
    super(textOf(memberOf(error, 'message')) ?? `The response was ${answer.status} without an error of the service.`)
    this.status = answer.status
    this.code = textOf(memberOf(error, 'code')) ?? 'unexpected_answer'
    this.requestId = textOf(memberOf(error, 'request_id')) ?? answer.headers.get('request-id')
    this.param = textOf(memberOf(error, 'param')) ?? null
    this.details = faultsOf(memberOf(error, 'details'))
    this.retryAfter = retryAfterOf(answer.headers)
    this.body = answer.body
  }
}

/** Events after the cursor are no longer kept (they are for 30 days): the follower has missed some. */
export class CursorExpiredError extends ServiceError {
  override readonly name = 'CursorExpiredError'
  /** The id of the oldest event that is still kept; null when none is. To begin with it, continue without `after`. */
  readonly oldest: string | null

  constructor(answer: { readonly status: number; readonly headers: Headers; readonly body: unknown }) {
    super(answer)
    this.oldest = textOf(memberOf(memberOf(answer.body, 'error'), 'oldest')) ?? null
  }
}

/** No answer came: the service was not reached, the connection broke, or the time ran out. `cause` has the reason. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** The time of a try ran out before the answer arrived. */
  readonly timedOut: boolean
  /** The service was not reached, so nothing was done; also false where the platform does not report this. */
  readonly neverSent: boolean
  /** The request, as `POST /v1/run`. */
  readonly request: string
  /**
   * The key that every try carried, also where the client made it: repeat the same request with it. null: it carried
   * none.
   */
  readonly idempotencyKey: string | null

  constructor(
    request: string,
    {
      timedOut,
      cause,
      idempotencyKey = null,
    }: { readonly timedOut: boolean; readonly cause: unknown; readonly idempotencyKey?: string | null },
  ) {
    const neverSent = UNREACHED.has(String(memberOf(memberOf(cause, 'cause'), 'code')))
    const unknown = neverSent || request.startsWith('GET ') ? '' : ' Its outcome is unknown.'
    super(`${request} was not answered: ${timedOut ? 'it timed out' : reasonOf(cause)}.${unknown}`, { cause })
    this.timedOut = timedOut
    this.neverSent = neverSent
    this.request = request
    this.idempotencyKey = idempotencyKey
  }
}

/** How Node's `fetch` reports that no connection was made; browsers do not report it. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** A webhook's signature is missing, wrong or too old: do not trust the request. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}

/** One member of a value of unknown shape. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined

/** Full seconds of the header; null when it is missing or a date. */
export function retryAfterOf(headers: Headers): number | null {
  const header = headers.get('retry-after')
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function faultsOf(details: unknown): Fault[] {
  return (Array.isArray(details) ? details : []).map((fault: unknown) => ({
    path: textOf(memberOf(fault, 'path')) ?? '',
    message: textOf(memberOf(fault, 'message')) ?? '',
  }))
}

/** `fetch` reports "fetch failed"; only its cause has the reason. */
function reasonOf(cause: unknown): string {
  const inner = memberOf(cause, 'cause')
  for (const reason of [memberOf(inner, 'message'), memberOf(inner, 'code'), memberOf(cause, 'message')]) {
    if (typeof reason === 'string' && reason !== '') return reason
  }
  return 'the connection failed'
}
