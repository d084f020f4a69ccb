import { createMcpHandler, type McpRequestContext } from '@modelcontextprotocol/server'
import type { Logger } from 'pino'
import type { JsonObject } from '../../domain/json/json.ts'
import { describeError } from '../errors/logged-error.ts'
import type { McpCaller } from './call.ts'
import { createServer, type ServerParts } from './server.ts'

/** Answers one message of a caller. */
export type McpHandler = (
  request: Request,
  of: { readonly message: JsonObject; readonly caller: McpCaller },
) => Promise<Response>

export function createHandler(parts: ServerParts, log: Logger): McpHandler {
  const callers = new WeakMap<Request, McpCaller>()
  const handler = createMcpHandler(
    ({ requestInfo, era }: McpRequestContext) => {
      const caller = requestInfo === undefined ? undefined : callers.get(requestInfo)
      if (caller === undefined) throw new Error('an MCP request has lost its caller')
      return createServer(parts, caller, era)
    },
    {
      // The server sends no notifications between requests: clients find changes by listing again.
      maxSubscriptions: 0,
      onerror: (error) => log.warn({ error: withoutMessage(error) }, 'mcp_request_failed'),
    },
  )
  return async (request, { message, caller }) => {
    callers.set(request, caller)
    return handler.fetch(request, { parsedBody: message })
  }
}

/** The library's messages quote what clients send. */
const withoutMessage = (error: Error): object => ({ ...describeError(error), message: undefined })
