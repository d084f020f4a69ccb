import {
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { isJsonObject, type JsonObject } from '../../domain/json/json.ts'
import type { Meter } from '../../telemetry/meter.ts'
import { logProblem, problemOf } from '../errors/problem-of.ts'
import { WAIT_SECONDS_DEFAULT } from '../schemas/run-request.ts'
import type { Run } from '../schemas/run.ts'
import { DEFAULT_CHARS, takeBudget } from './answer/budget.ts'
import { approvalQuestion } from './approval-question.ts'
import { abilitiesOf } from './declared.ts'
import { whileWaiting } from './progress.ts'
import { protocolError } from './protocol-error.ts'
import { metaOf, toolResult } from './result.ts'
import { isFailedRun, isRun } from './run-body.ts'
import type { RunsOfCaller } from './runs.ts'
import { taskHandleOf, taskOf2025 } from './tasks/task.ts'
import type { Tool, ToolAnswer } from './tool.ts'
import type { ToolCall, ToolProgress } from './tool-call.ts'

/** The caller, in one HTTP request; the rest of a call comes with its message. */
export type McpCaller = Omit<ToolCall, 'progress' | 'chars'>

export interface CallParts {
  readonly runs: RunsOfCaller
  readonly metrics: Meter
}

/** A call of a tool, as its message has it. */
export interface IncomingToolCall extends CallParts {
  readonly tool: Tool
  readonly args: JsonObject
  readonly caller: McpCaller
  readonly context: ServerContext
}

interface Called {
  readonly outcome: 'succeeded' | 'failed' | 'refused' | 'error'
  readonly result: CallToolResult | InputRequiredResult
}

/** Calls a tool for a client of any revision. */
export async function answerCall(incoming: IncomingToolCall): Promise<Called['result']> {
  const { metrics, tool } = incoming
  const startedAt = performance.now()
  const called = await callTool(incoming)
  metrics.add('mcp_tool_calls_total', { tool: tool.name, outcome: called.outcome })
  metrics.observe('mcp_tool_call_duration_seconds', { tool: tool.name }, (performance.now() - startedAt) / 1000)
  return called.result
}

/** A refusal is a result too, so that the agent reads it: the envelope, as over HTTP. */
async function callTool(incoming: IncomingToolCall): Promise<Called> {
  const { tool, args: sent, caller } = incoming
  const { form, requestId, log } = caller
  let chars = DEFAULT_CHARS
  try {
    const budgeted = tool.budgeted ? takeBudget(sent) : { chars, args: sent }
    chars = budgeted.chars
    const answer = await answerOf(incoming, budgeted.args, chars)
    const { failed, replayed } = answer
    const instead = tool.startsRun === true && isRun(answer.body) ? insteadOf(answer.body, incoming) : null
    if (instead !== null) return { outcome: 'succeeded', result: { ...instead, _meta: metaOf(requestId, replayed) } }
    const options = { chars, form, untrusted: tool.untrusted ?? [], itemWords: tool.itemWords ?? null, requestId }
    return { outcome: failed ? 'failed' : 'succeeded', result: await toolResult(answer, options) }
  } catch (thrown) {
    const problem = problemOf(thrown)
    logProblem(problem, { log, route: `tool ${tool.name}` })
    const refusal = { body: problem.body(requestId), failed: true, replayed: false }
    const options = { chars, form, untrusted: [], itemWords: null, requestId }
    return { outcome: problem.httpStatus >= 500 ? 'error' : 'refused', result: await toolResult(refusal, options) }
  }
}

function answerOf(incoming: IncomingToolCall, args: JsonObject, chars: number): Promise<ToolAnswer> {
  const { tool, caller, context } = incoming
  const call = { ...caller, chars, signal: signalOf(incoming), progress: progressOf(context) }
  const runId: unknown = context.mcpReq.requestState()
  return tool.startsRun === true && typeof runId === 'string'
    ? whileWaiting(call, () => readAgain(incoming, args, runId))
    : tool.call(args, call)
}

/**
 * The run after the client has taken the question of its approval to a person, in the view that the call requests. The
 * state of the round is the run's id: with another one the caller reads another run, as `get_run` lets it. What the
 * client states of the question decides nothing but the wait: only the page does, with a person who has signed in.
 */
async function readAgain(incoming: IncomingToolCall, args: JsonObject, runId: string): Promise<ToolAnswer> {
  const { runs, caller, context } = incoming
  const { wait_seconds: wait = WAIT_SECONDS_DEFAULT, response } = args
  const hasOpened = Object.values(context.mcpReq.inputResponses ?? {}).some(isAccepted)
  const query = { ...viewOf(response), ...(hasOpened ? { wait } : {}) }
  const body = await runs.read(runId, query, { ...caller, signal: signalOf(incoming) })
  return { body, text: JSON.stringify(body), failed: isFailedRun(body), replayed: false }
}

const isAccepted = (response: unknown): boolean =>
  typeof response === 'object' && response !== null && 'action' in response && response.action === 'accept'

/** `response` of a request for a run, as parameters of a read. */
function viewOf(response: JsonObject[string] | undefined): JsonObject {
  if (!isJsonObject(response)) return {}
  return Object.fromEntries(
    Object.entries(response).filter(([name]) => name === 'fields' || name === 'max_items' || name === 'summary'),
  )
}

/**
 * What a client that can do more gets in place of a run that has not ended: a task, or the question of an approval.
 * null: it gets the run.
 */
function insteadOf(run: Run, { runs, caller, context }: IncomingToolCall): CallToolResult | InputRequiredResult | null {
  if (run.done || !runs.mayRead(caller.principal)) return null
  const { tasks, opensUrls } = abilitiesOf(context)
  const question = opensUrls ? approvalQuestion(run) : null
  if (tasks) return { content: [], ...taskHandleOf(run, { asks: question !== null }) }
  // A person who has been led to the page once is not led there again by the same call.
  if (question === null || context.mcpReq.requestState() !== undefined) return null
  return inputRequired({ inputRequests: { approval: question }, requestState: run.run_id })
}

/** A call that is a task from the start (revision 2025-11-25): the run is accepted, and its task is the answer. */
export async function createTask2025(incoming: IncomingToolCall): Promise<CallToolResult> {
  const { tool, args: sent, caller, context, metrics } = incoming
  const { requestId } = caller
  if (tool.startsRun !== true || !incoming.runs.mayRead(caller.principal))
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${tool.name} cannot be called as a task.`)
  try {
    const { chars, args } = takeBudget(sent)
    const call = { ...caller, chars, signal: signalOf(incoming), progress: progressOf(context) }
    const { body, replayed } = await tool.call({ ...args, wait_seconds: 0 }, call)
    if (!isRun(body)) throw new Error('a tool that starts a run answers with it')
    metrics.add('mcp_tool_calls_total', { tool: tool.name, outcome: 'succeeded' })
    // The library requires content of every answer to a call.
    return { content: [], task: taskOf2025(body), _meta: metaOf(requestId, replayed) }
  } catch (thrown) {
    metrics.add('mcp_tool_calls_total', { tool: tool.name, outcome: 'refused' })
    throw protocolError(thrown, 'tools/call', caller)
  }
}

const signalOf = ({ caller, context }: IncomingToolCall): AbortSignal =>
  AbortSignal.any([caller.signal, context.mcpReq.signal])

/** Only a client that has sent a token gets progress. For a client that has disconnected, the failure is ignored. */
function progressOf({ mcpReq }: ServerContext): (progress: ToolProgress) => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => undefined
  return ({ done, total, message }) => {
    const params = { progressToken, progress: done, ...(total === undefined ? {} : { total }), message }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
