import { Server, type ServerOptions, type Tool as ListedTool } from '@modelcontextprotocol/server'
import type { JsonObject } from '../../domain/json/json.ts'
import { OTHER } from '../../telemetry/labels.ts'
import { didYouMeanOf } from '../errors/did-you-mean.ts'
import { Problem } from '../errors/problem.ts'
import { BUDGET_ARGUMENT } from './answer/budget.ts'
import { answerCall, type CallParts, createTask2025, type McpCaller } from './call.ts'
import { TASKS_EXTENSION } from './declared.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { listedInput, listedOutput } from './listed-schemas.ts'
import { protocolError } from './protocol-error.ts'
import { SERVER_INFO } from './server-info.ts'
import { serveTasks, serveTasks2025 } from './tasks/handlers.ts'
import type { Tool } from './tool.ts'

export interface ServerParts extends CallParts {
  readonly tools: readonly Tool[]
  /** Whether the workspace has tables on. */
  readonly areTablesOn: (workspaceId: string) => Promise<boolean>
}

/** `modern`: revision 2026-07-28, where each message has its revision; `legacy`: the revisions with `initialize`. */
export type Era = 'legacy' | 'modern'

const CAPABILITIES: Readonly<Record<Era, NonNullable<ServerOptions['capabilities']>>> = {
  modern: { tools: {}, extensions: { [TASKS_EXTENSION]: {} } },
  legacy: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
}

/**
 * How long a client keeps an answer (revision 2026-07-28). The list of tools depends on the workspace, which may turn
 * tables on; what the server is changes with a deployment.
 */
const CACHE_HINTS: NonNullable<ServerOptions['cacheHints']> = {
  'tools/list': { ttlMs: 60_000, cacheScope: 'private' },
  'server/discover': { ttlMs: 3_600_000, cacheScope: 'public' },
}

/**
 * An MCP server for one request. It uses the class below the library's `McpServer`, which words refused arguments
 * itself and has the same list of tools for every caller.
 */
export function createServer(parts: ServerParts, caller: McpCaller, era: Era): Server {
  const { tools, areTablesOn } = parts
  const capabilities = CAPABILITIES[era]
  const server = new Server(SERVER_INFO, { capabilities, instructions: INSTRUCTIONS, cacheHints: CACHE_HINTS })
  server.setRequestHandler('tools/list', async () => {
    const tablesOn = await areTablesOn(caller.principal.workspaceId).catch((thrown: unknown) => {
      throw protocolError(thrown, 'tools/list', caller)
    })
    return {
      tools: tools.filter(({ ofTables }) => ofTables !== true || tablesOn).map((tool) => listed(tool, caller, era)),
    }
  })
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) throw unknownTool(params.name, parts, caller)
    const args = params.arguments ?? {}
    if (!isReadFromJson(args)) throw new Error('unreachable')
    const call = { ...parts, tool, args, caller, context }
    return era === 'legacy' && params.task !== undefined ? createTask2025(call) : answerCall(call)
  })
  if (era === 'modern') serveTasks(server, { ...parts, caller })
  else serveTasks2025(server, { ...parts, caller })
  return server
}

function unknownTool(name: string, { tools, metrics }: ServerParts, caller: McpCaller): Error {
  const names = tools.map((tool) => tool.name)
  metrics.add('mcp_tool_calls_total', { tool: OTHER, outcome: 'refused' })
  return protocolError(
    new Problem('not_found', `There is no such tool. The tools are ${names.join(', ')}.`, didYouMeanOf(name, names)),
    'tools/call',
    caller,
  )
}

/** The entire message was read from JSON. */
const isReadFromJson = (_args: Readonly<Record<string, unknown>>): _args is JsonObject => true

/** `execution` is of revision 2025-11-25: the newest one leaves it to the server when a call becomes a task. */
function listed(tool: Tool, { form }: McpCaller, era: Era): ListedTool {
  const { name, title, description, annotations, budgeted, startsRun } = tool
  return {
    name,
    title,
    description,
    annotations: { ...annotations },
    inputSchema: { ...listedInput(tool.inputSchema, budgeted ? BUDGET_ARGUMENT : {}), type: 'object' },
    ...(form === 'text' ? {} : { outputSchema: { ...listedOutput(tool.outputSchema), type: 'object' } }),
    ...(era === 'legacy' && startsRun === true ? { execution: { taskSupport: 'optional' } } : {}),
  }
}
