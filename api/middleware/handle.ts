import { findUnsupportedText } from '../body/json.ts'
import { type DeclaredReply, isPieces, routeCall } from '../route/route-call.ts'
import type { RawRequest, Route } from '../route/route.ts'
import { callerOf, demandsOf, type RequestShares, withinShares } from '../limits/shares.ts'
import { invalidRequest } from '../validation/check.ts'
import { clientGone } from './client-gone.ts'
import { type RateLimits } from '../limits/rate-limits.ts'
import { addressOf } from './rate-limit.ts'
import { sendPieces } from './send-pieces.ts'
import type { Step, StepContext } from './state.ts'

export interface HandleOptions {
  readonly rateLimits: Pick<RateLimits, 'clientAddress'>
  readonly shares: RequestShares
  /** In development and tests an answer that its route does not declare is a defect. */
  readonly validateResponses: boolean
}

/** The last step of every route: calls it and writes its answer. */
export const handle = (route: Route, options: HandleOptions): Step => {
  const call = routeCall(route, options)
  const inTurn = (request: RawRequest): Promise<DeclaredReply> =>
    withinShares(
      options.shares,
      demandsOf(route, request.body),
      { ...callerOf(request.principal, request.clientAddress), signal: request.signal },
      () => call(request),
    )
  return async (ctx) => {
    const { status, headers, contentType, text, body } = await inTurn(requestOf(ctx, options))
    if (text === null && isPieces(body)) {
      await sendPieces(ctx, { status, ...(headers === undefined ? {} : { headers }), contentType, pieces: body })
      return
    }
    ctx.status = status
    if (headers !== undefined) ctx.set({ ...headers })
    ctx.type = contentType
    ctx.body = text
  }
}

function requestOf(ctx: StepContext, { rateLimits }: HandleOptions): RawRequest {
  const params: Record<string, string> = ctx.params
  const query = { ...ctx.query }
  const fault = findUnsupportedText({ ...params, ...query })
  if (fault !== null) throw invalidRequest([fault])
  return {
    params,
    query,
    body: ctx.state.body,
    principal: ctx.state.principal,
    requestId: ctx.state.requestId,
    log: ctx.state.log,
    signal: clientGone(ctx),
    clientAddress: addressOf(ctx, rateLimits),
    requestHeader: (name) => headerOf(ctx, name),
  }
}

/** Koa returns '' for an absent header; a schema distinguishes an absent header from an empty one. */
function headerOf(ctx: StepContext, name: string): string | undefined {
  const value = ctx.req.headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}
