import { shownEnvironment } from '../auth/shown-environment.ts'
import type { Challenge } from '../auth/challenge.ts'
import { findUnsupportedText } from '../body/json.ts'
import { requestLimitersOf, type RateLimits } from '../limits/rate-limits.ts'
import type { RequestQueues } from '../limits/request-queues.ts'
import { createPipeline, type UncheckedParts, type RouteCaller } from '../route/pipeline.ts'
import { type DeclaredReply, isPieces } from '../route/route-call.ts'
import type { Route } from '../route/route.ts'
import { invalidRequest } from '../validation/check.ts'
import { bodyReader, type BodyOptions } from './body.ts'
import { clientGone } from './client-gone.ts'
import { bearerToken } from './authenticate.ts'
import { clientAddressOf } from './rate-limit.ts'
import { sendPieces } from './send-pieces.ts'
import { leaveAuthenticationQueue } from './authentication-queue.ts'
import type { MiddlewareStep, StepContext } from './state.ts'

export interface HandleOptions extends BodyOptions {
  readonly challenge: Challenge
  readonly rateLimits: RateLimits
  readonly requestQueues: RequestQueues
  readonly validateResponses: boolean
}

/** The last step of every route: a request over HTTP passes the route's own steps, and the answer is written. */
export const handle = (route: Route, options: HandleOptions): MiddlewareStep => {
  const answer = createPipeline(route, { ...options, limiters: requestLimitersOf(route, options.rateLimits) })
  const readBody = bodyReader(route, options)
  return async (ctx) => {
    const reply = await answer({
      caller: callerOf(ctx, options),
      noteHeaders: (headers) => ctx.set({ ...headers }),
      async readParts() {
        leaveAuthenticationQueue(ctx)
        return partsOf(ctx, await readBody(ctx))
      },
    })
    await write(ctx, reply)
  }
}

const callerOf = (ctx: StepContext, { rateLimits }: HandleOptions): RouteCaller => ({
  principal: ctx.state.principal,
  environment: shownEnvironment({
    token: bearerToken(ctx.get('Authorization')),
    requested: ctx.get('Service-Environment'),
  }),
  requestId: ctx.state.requestId,
  log: ctx.state.log,
  signal: clientGone(ctx),
  clientAddress: clientAddressOf(ctx, rateLimits),
})

function partsOf(ctx: StepContext, body: unknown): UncheckedParts {
  const params: Record<string, string> = ctx.params
  const query = { ...ctx.query }
  const fault = findUnsupportedText({ ...params, ...query })
  if (fault !== null) throw invalidRequest([fault])
  return { params, query, body, requestHeader: (name) => headerOf(ctx, name) }
}

/** Koa returns '' for an absent header; a schema distinguishes an absent header from an empty one. */
function headerOf(ctx: StepContext, name: string): string | undefined {
  const value = ctx.req.headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}

async function write(ctx: StepContext, { status, headers, contentType, text, body }: DeclaredReply): Promise<void> {
  if (text === null && isPieces(body)) {
    await sendPieces(ctx, { status, ...(headers === undefined ? {} : { headers }), contentType, pieces: body })
    return
  }
  ctx.status = status
  if (headers !== undefined) ctx.set({ ...headers })
  ctx.type = contentType
  ctx.body = text
}
