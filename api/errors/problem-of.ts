import type { Logger } from 'pino'
import { isDatabaseUnavailable, isStatementTimeout } from '../../db/database-errors.ts'
import { describeError } from './logged-error.ts'
import { Problem } from './problem.ts'

/** The Problem that the caller receives for a thrown error. */
export const problemOf = (thrown: unknown): Problem => (thrown instanceof Problem ? thrown : unexpected(thrown))

/** Long enough for a database failover or a new connection. */
const RETRY_AFTER_SECONDS = 2

/** The caller learns nothing about the internal error: messages and stacks quote data. */
function unexpected(cause: unknown): Problem {
  const again = { cause, retry_after: RETRY_AFTER_SECONDS }
  if (isDatabaseUnavailable(cause))
    return new Problem('unavailable', 'The database cannot be reached now. Retry with the same idempotency key.', again)
  if (isStatementTimeout(cause))
    return new Problem(
      'unavailable',
      'The request took too long: other requests write the same data, or it is very large. Retry with the same idempotency key.',
      again,
    )
  return new Problem(
    'internal_error',
    'The request failed because of a defect in the service. Quote the request_id in feedback.',
    {
      cause,
    },
  )
}

/** Logs every defect, and every Problem with an `internal` text for operators; a caller's mistakes are not logged. */
export function logProblem(problem: Problem, { log, route }: { readonly log: Logger; readonly route: string }): void {
  if (problem.httpStatus < 500 && problem.internal === undefined) return
  const level = problem.code === 'internal_error' ? 'error' : 'warn'
  log[level](
    { code: problem.code, route, internal: problem.internal, error: describeError(problem.cause ?? problem) },
    'request_failed',
  )
}
