import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { logProblem, problemOf } from '../errors/problem-of.ts'
import type { RouteCaller } from '../route/pipeline.ts'

/** For errors outside a tool call: there the library would send the message of any thrown error to the caller. */
export function protocolError(
  thrown: unknown,
  method: string,
  { log, requestId }: Pick<RouteCaller, 'log' | 'requestId'>,
): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown
  const problem = problemOf(thrown)
  logProblem(problem, { log, route: method })
  const code = problem.httpStatus >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  return new ProtocolError(code, problem.publicMessage, problem.body(requestId))
}
