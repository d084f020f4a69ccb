import { Problem } from '../errors/problem.ts'
import { errorAnswersOf } from './error-answers.ts'
import type { UncheckedRequest, Route } from './route.ts'
import type { RawReply } from './responses.ts'
import { check } from '../validation/check.ts'

/** An answer as it is sent. */
export interface DeclaredReply extends RawReply {
  readonly contentType: string
  /** The entire body; null where it is declared to be sent piece by piece. */
  readonly text: string | null
}

/**
 * Calls a route: checks the request, runs the handler, and returns its answer as it is sent. Throws the handler's
 * errors.
 */
export type RouteCall = (request: UncheckedRequest) => Promise<DeclaredReply>

/**
 * How HTTP and tools call a route. With `validateResponses` (development and tests) an answer or a refusal that the
 * route does not declare is a defect, found here and not by a client.
 */
export function routeCall(route: Route, { validateResponses }: { readonly validateResponses: boolean }): RouteCall {
  const documented = new Set(errorAnswersOf(route).map(({ code, status }) => `${status} ${code}`))
  return async (request) => {
    const reply = await route.handle(request).catch((thrown: unknown) => {
      if (validateResponses && thrown instanceof Problem && !documented.has(`${thrown.httpStatus} ${thrown.code}`)) {
        throw mismatch(route, `throws ${thrown.httpStatus} ${thrown.code}, which it does not declare`, thrown)
      }
      throw thrown
    })
    const declared = route.responses[reply.status]
    const contentType = declared?.contentType ?? 'application/json; charset=utf-8'
    if (declared?.stream === true && isPieces(reply.body)) return { ...reply, contentType, text: null }
    const isJson = JSON_TYPE.test(contentType)
    const text = typeof reply.body === 'string' && !isJson ? reply.body : JSON.stringify(reply.body)
    if (validateResponses) requireDeclared(route, reply, isJson ? JSON.parse(text) : text)
    return { ...reply, contentType, text }
  }
}

/** JSON, also in a format with a name (`application/linkset+json`). */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:;|$)/

export const isPieces = (body: unknown): body is AsyncIterable<string | Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** Checks the body as sent, not as returned: serialisation drops `undefined` members. */
function requireDeclared(route: Route, answer: RawReply, sent: unknown): void {
  const declared = route.responses[answer.status]
  if (declared === undefined) throw mismatch(route, `answers ${answer.status}, which it does not declare`)
  const checked = check(declared.schema, sent)
  if (checked.ok) return
  const faults = checked.faults.map(({ path, message }) => `${path === '' ? '(body)' : path} ${message}`)
  throw mismatch(route, `answers ${answer.status} against its schema: ${faults.join('; ')}`)
}

const mismatch = (route: Route, what: string, cause?: unknown): Problem =>
  new Problem('internal_error', 'The service produced a response that does not match its documentation.', {
    internal: `${route.operationId} ${what}`,
    ...(cause === undefined ? {} : { cause }),
  })
