import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server'
import type { JsonObject } from '../../domain/json/json.ts'
import { atOnceOrInSlices } from '../../db/time-slices.ts'
import { OTHER } from '../../telemetry/labels.ts'
import type { Meter } from '../../telemetry/meter.ts'
import { didYouMeanOf } from '../errors/did-you-mean.ts'
import { logProblem, problemOf } from '../errors/problem-of.ts'
import { Problem } from '../errors/problem.ts'
import { SERVICE_VERSION } from '../version.ts'
import { BUDGET_ARGUMENT, DEFAULT_CHARS, takeBudget } from './answer/budget.ts'
import { inWordsOfMcp } from './answer/words.ts'
import { fittingContent } from './answer/content.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { listedInput, listedOutput } from './listed-schemas.ts'
import type { Tool } from './tool.ts'
import type { ToolProgress, ToolCall } from './tool-call.ts'

/** The caller, in one HTTP request; the rest of a call comes with its message. */
export type McpCaller = Omit<ToolCall, 'progress' | 'chars'>

export interface ServerParts {
  readonly tools: readonly Tool[]
  readonly metrics: Meter
  /** Whether the workspace has tables on. */
  readonly areTablesOn: (workspaceId: string) => Promise<boolean>
}

export const SERVER_INFO = { name: 'routed-data', title: 'Routed data and outreach', version: SERVICE_VERSION }

/**
 * An MCP server for one request. It uses the class below the library's `McpServer`, which words refused arguments
 * itself and has the same list of tools for every caller.
 */
export function createServer({ tools, metrics, areTablesOn }: ServerParts, caller: McpCaller): Server {
  const server = new Server(SERVER_INFO, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  server.setRequestHandler('tools/list', async () => {
    const tablesOn = await areTablesOn(caller.principal.workspaceId).catch((thrown: unknown) => {
      throw protocolError(thrown, 'tools/list', caller)
    })
    return { tools: tools.filter(({ ofTables }) => ofTables !== true || tablesOn).map((tool) => listed(tool, caller)) }
  })
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) {
      const names = tools.map(({ name }) => name)
      metrics.add('mcp_tool_calls_total', { tool: OTHER, outcome: 'refused' })
      throw protocolError(
        new Problem(
          'not_found',
          `There is no such tool. The tools are ${names.join(', ')}.`,
          didYouMeanOf(params.name, names),
        ),
        'tools/call',
        caller,
      )
    }
    const args = params.arguments ?? {}
    if (!isReadFromJson(args)) throw new Error('unreachable')
    const signal = AbortSignal.any([caller.signal, context.mcpReq.signal])
    const called = await timed(metrics, tool.name, () =>
      callTool(tool, args, { ...caller, signal, progress: progressOf(context) }),
    )
    return called.result
  })
  return server
}

/** The whole message was read from JSON. */
const isReadFromJson = (_args: Readonly<Record<string, unknown>>): _args is JsonObject => true

function listed(tool: Tool, { structured }: McpCaller): ListedTool {
  const { name, title, description, annotations, budgeted } = tool
  return {
    name,
    title,
    description,
    annotations: { ...annotations },
    inputSchema: { ...listedInput(tool.inputSchema, budgeted ? BUDGET_ARGUMENT : {}), type: 'object' },
    ...(structured ? { outputSchema: { ...listedOutput(tool.outputSchema), type: 'object' } } : {}),
  }
}

interface Called {
  readonly outcome: 'succeeded' | 'failed' | 'refused' | 'error'
  readonly result: CallToolResult
}

async function timed(metrics: Meter, tool: string, call: () => Promise<Called>): Promise<Called> {
  const startedAt = performance.now()
  const called = await call()
  metrics.add('mcp_tool_calls_total', { tool, outcome: called.outcome })
  metrics.observe('mcp_tool_call_duration_seconds', { tool }, (performance.now() - startedAt) / 1000)
  return called
}

/** A refusal is a result too, so that the agent reads it: the envelope, as over HTTP. */
async function callTool(tool: Tool, sent: JsonObject, call: McpCaller & ProgressOf): Promise<Called> {
  const { untrusted = [] } = tool
  const { structured } = call
  let chars = DEFAULT_CHARS
  try {
    const budgeted = tool.budgeted ? takeBudget(sent) : { chars, args: sent }
    chars = budgeted.chars
    const { body, failed, replayed } = await tool.call(budgeted.args, { ...call, chars })
    const said = inWordsOfMcp(body, tool.itemWords ?? null)
    const result = {
      ...(await atOnceOrInSlices(fittingContent(said, { chars, structured, untrusted }))),
      ...(failed ? { isError: true } : {}),
      _meta: { request_id: call.requestId, ...(replayed ? { idempotent_replay: true } : {}) },
    }
    return { outcome: failed ? 'failed' : 'succeeded', result }
  } catch (thrown) {
    const problem = problemOf(thrown)
    logProblem(problem, { log: call.log, route: `tool ${tool.name}` })
    const refusal = inWordsOfMcp(problem.body(call.requestId), null)
    const content = await atOnceOrInSlices(fittingContent(refusal, { chars, structured, untrusted: [] }))
    return {
      outcome: problem.httpStatus >= 500 ? 'error' : 'refused',
      result: { ...content, isError: true, _meta: { request_id: call.requestId } },
    }
  }
}

type ProgressOf = Pick<ToolCall, 'progress'>

/** For errors outside a tool call: there the library would send the message of any thrown error to the caller. */
function protocolError(thrown: unknown, method: string, { log, requestId }: McpCaller): ProtocolError {
  const problem = problemOf(thrown)
  logProblem(problem, { log, route: method })
  const code = problem.httpStatus >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  return new ProtocolError(code, problem.publicMessage, problem.body(requestId))
}

/** Only a client that has sent a token gets progress. For a client that has disconnected, the failure is ignored. */
function progressOf({ mcpReq }: ServerContext): (progress: ToolProgress) => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => undefined
  return ({ done, total, message }) => {
    const params = { progressToken, progress: done, ...(total === undefined ? {} : { total }), message }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
