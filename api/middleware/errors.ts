import type { Problem } from '../errors/problem.ts'
import { logProblem, problemOf } from '../errors/problem-of.ts'
import { SERVICE_LINKS } from '../service-links.ts'
import { routeOf, type MiddlewareStep, type StepContext } from './state.ts'

/** Spec 4.12: every error response names the URL for feedback. */
export const FEEDBACK_LINK = '</feedback>; rel="agent-feedback"'

/** A program without a credential may know nothing but the URL. */
const UNAUTHORIZED_LINK = `${FEEDBACK_LINK}, ${SERVICE_LINKS}`

/** Answers every error from the steps below with the envelope (Spec 7). */
export const errors = (): MiddlewareStep => async (ctx, next) => {
  try {
    await next()
  } catch (thrown) {
    answer(ctx, problemOf(thrown))
  }
  // A failed run is answered with its own body and an error status: it gets the header as well.
  if (ctx.status >= 400) ctx.set('Link', ctx.status === 401 ? UNAUTHORIZED_LINK : FEEDBACK_LINK)
}

function answer(ctx: StepContext, problem: Problem): void {
  logProblem(problem, { log: ctx.state.log, route: routeOf(ctx.state) })
  ctx.remove('ETag')
  ctx.status = problem.httpStatus
  ctx.set(problem.headers)
  ctx.type = 'application/json; charset=utf-8'
  ctx.body = JSON.stringify(problem.body(ctx.state.requestId))
}
