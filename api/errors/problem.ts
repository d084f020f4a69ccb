import { errorStatus, type ErrorCode } from '../../domain/errors/codes.ts'
import type { ErrorBody, ErrorExtras } from '../schemas/error.ts'

export interface ProblemOptions extends ErrorExtras {
  /** Overrides the status of the code: `invalid_request` is also 404 or 409 (decisions, "invalid_request"). */
  readonly httpStatus?: number
  readonly headers?: Readonly<Record<string, string>>
  /** For operators, in the log only. The message is for the caller and must not quote secrets. */
  readonly internal?: string
  readonly cause?: unknown
}

/** An error that is reported to the caller (Spec 7). Every other thrown error is answered as `internal_error`. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly httpStatus: number
  readonly publicMessage: string
  readonly internal: string | undefined
  readonly extras: ErrorExtras
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, options: ProblemOptions = {}) {
    const { httpStatus, headers, internal, cause, ...extras } = options
    super(internal ?? message, cause === undefined ? undefined : { cause })
    this.name = 'Problem'
    this.code = code
    this.httpStatus = httpStatus ?? errorStatus(code)
    this.publicMessage = message
    this.internal = internal
    this.extras = extras
    const retryAfter: Record<string, string> =
      extras.retry_after === undefined ? {} : { 'Retry-After': String(extras.retry_after) }
    this.headers = { ...retryAfter, ...headers }
  }

  /** The envelope (Spec 7). */
  body(requestId: string): ErrorBody {
    return { error: { code: this.code, message: this.publicMessage, request_id: requestId, ...this.extras } }
  }
}
