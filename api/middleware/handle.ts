import { Problem } from '../problem.ts'
import { unkeepable } from '../json.ts'
import { errorAnswersOf } from '../route-errors.ts'
import type { RawReply, Route } from '../route.ts'
import { check, invalidRequest } from '../validation.ts'
import { addressOf, type RateLimits } from './rate-limit.ts'
import { sendPieces } from './send-pieces.ts'
import type { Step, StepContext } from './state.ts'

export interface HandleOptions {
  readonly rateLimits: Pick<RateLimits, 'clientAddress'>
  /** In development and tests an answer that its route does not declare is a defect, found here and not by a client. */
  readonly validateResponses: boolean
}

/** The last step of every route: calls it and writes its answer. */
export const handle = (route: Route, options: HandleOptions): Step => {
  const documented = new Set(errorAnswersOf(route).map(({ code, status }) => `${status} ${code}`))
  return async (ctx) => {
    const answer = await call(route, ctx, options).catch((thrown: unknown) => {
      if (options.validateResponses && thrown instanceof Problem && !documented.has(`${thrown.httpStatus} ${thrown.code}`)) {
        throw mismatch(route, `throws ${thrown.httpStatus} ${thrown.code}, which it does not declare`, thrown)
      }
      throw thrown
    })
    const declared = route.responses[answer.status]
    const contentType = declared?.contentType ?? 'application/json; charset=utf-8'
    if (declared?.stream === true && isPieces(answer.body)) {
      await sendPieces(ctx, { ...answer, contentType, pieces: answer.body })
      return
    }
    const text = typeof answer.body === 'string' && !contentType.startsWith('application/json') ? answer.body : JSON.stringify(answer.body)
    if (options.validateResponses) requireDeclared(route, answer, contentType.startsWith('application/json') ? JSON.parse(text) : text)
    ctx.status = answer.status
    if (answer.headers !== undefined) ctx.set({ ...answer.headers })
    ctx.type = contentType
    ctx.body = text
  }
}

const isPieces = (body: unknown): body is AsyncIterable<string> => typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** Checks what is sent, not what was returned: `undefined` members vanish on the way. */
function requireDeclared(route: Route, answer: RawReply, sent: unknown): void {
  const declared = route.responses[answer.status]
  if (declared === undefined) throw mismatch(route, `answers ${answer.status}, which it does not declare`)
  const checked = check(declared.schema, sent)
  if (checked.ok) return
  const faults = checked.faults.map(({ path, message }) => `${path === '' ? '(body)' : path} ${message}`)
  throw mismatch(route, `answers ${answer.status} against its schema: ${faults.join('; ')}`)
}

const mismatch = (route: Route, what: string, cause?: unknown): Problem =>
  new Problem('internal_error', 'The service was about to answer what it does not document.', {
    internal: `${route.operationId} ${what}`, ...(cause === undefined ? {} : { cause }),
  })

async function call(route: Route, ctx: StepContext, { rateLimits }: HandleOptions): Promise<RawReply> {
  const params: Record<string, string> = ctx.params
  const query = { ...ctx.query }
  const fault = unkeepable({ ...params, ...query })
  if (fault !== null) throw invalidRequest([fault])
  return route.handle({
    params,
    query,
    body: ctx.state.body,
    principal: ctx.state.principal,
    requestId: ctx.state.requestId,
    log: ctx.state.log,
    signal: clientGone(ctx),
    clientAddress: addressOf(ctx, rateLimits),
    requestHeader: (name) => headerOf(ctx, name),
  })
}

/** Koa answers '' for an absent header; an absent one and an empty one are not the same to a schema. */
function headerOf(ctx: StepContext, name: string): string | undefined {
  const value = ctx.req.headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Aborts when the connection closes before the answer is out, so that waiting handlers stop waiting. */
function clientGone(ctx: StepContext): AbortSignal {
  const controller = new AbortController()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort()
  })
  return controller.signal
}
