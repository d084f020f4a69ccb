import type { Logger } from 'pino'
import { isDatabaseUnavailable, isStatementTimeout } from '../../db/database-errors.ts'
import { Problem } from '../errors/problem.ts'
import { describeError } from '../errors/logged-error.ts'
import { routeOf, type Step, type StepContext } from './state.ts'

/** Spec 4.12: every error response names the address for feedback. */
export const FEEDBACK_LINK = '</feedback>; rel="agent-feedback"'

/** Answers every error from the steps below with the envelope (Spec 7). */
export const errors = (): Step => async (ctx, next) => {
  try {
    await next()
  } catch (thrown) {
    answer(ctx, problemOf(thrown))
  }
  // A failed run is answered with its own body and an error status: it gets the header as well.
  if (ctx.status >= 400) ctx.set('Link', FEEDBACK_LINK)
}

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
      'This took too long: others write the same, or it asks for very much at once. Retry with the same idempotency key.',
      again,
    )
  return new Problem('internal_error', 'The service failed to answer this request. Quote the request_id in feedback.', {
    cause,
  })
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

function answer(ctx: StepContext, problem: Problem): void {
  logProblem(problem, { log: ctx.state.log, route: routeOf(ctx.state) })
  ctx.remove('ETag')
  ctx.status = problem.httpStatus
  ctx.set(problem.headers)
  ctx.type = 'application/json; charset=utf-8'
  ctx.body = JSON.stringify(problem.body(ctx.state.requestId))
}
