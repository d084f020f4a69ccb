import {
  type CallToolResult,
  fromJsonSchema,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type Result,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { Problem } from '../../errors/problem.ts'
import type { RouteCaller } from '../../route/pipeline.ts'
import { WAIT_SECONDS_MAX } from '../../schemas/run-request.ts'
import type { Run } from '../../schemas/run.ts'
import { DEFAULT_CHARS } from '../answer/budget.ts'
import { approvalQuestion } from '../approval-question.ts'
import { abilitiesOf, TASKS_EXTENSION } from '../declared.ts'
import { protocolError } from '../protocol-error.ts'
import { metaOf, toolResult } from '../result.ts'
import { isFailedRun } from '../run-body.ts'
import type { RunsOfCaller } from '../runs.ts'
import { UNTRUSTED_OF_RUN } from '../tools/run.ts'
import type { ToolCall } from '../tool-call.ts'
import { taskOf, taskOf2025 } from './task.ts'

export interface TaskParts {
  readonly runs: RunsOfCaller
  readonly caller: RouteCaller & Pick<ToolCall, 'form'>
}

const TaskParams = fromJsonSchema<{ readonly taskId: string }>({
  type: 'object',
  properties: { taskId: { type: 'string' } },
  required: ['taskId'],
})

type TaskMethod = (taskId: string, caller: RouteCaller, context: ServerContext) => Promise<Result>

/**
 * Answers the methods of the extension of tasks. `tasks/update` takes no answer: a person decides on the page of the
 * run, and no message of a client states how.
 */
export function serveTasks(server: Server, { runs, caller }: TaskParts): void {
  const serve = methodsOf(server, caller, requireExtension)
  serve('tasks/get', async (taskId, call, context) => {
    const run = await runs.read(taskId, {}, call)
    const question = abilitiesOf(context).opensUrls ? approvalQuestion(run) : null
    const task = taskOf(run, { asks: question !== null })
    return {
      ...task,
      ...(task.status === 'completed' ? { result: { ...(await resultOf(run, caller)), resultType: 'complete' } } : {}),
      ...(question === null ? {} : { inputRequests: inputRequestsOf(run, question) }),
      _meta: metaOf(call.requestId, false),
    }
  })
  serve('tasks/update', async (taskId, call) => {
    await runs.read(taskId, {}, call)
    return { _meta: metaOf(call.requestId, false) }
  })
  serve('tasks/cancel', async (taskId, call) => {
    // The client only states what it wants: a run that has begun continues, and the task shows it.
    await runs.cancel(taskId, call).catch((thrown: unknown) => {
      if (!(thrown instanceof Problem && thrown.httpStatus === 409)) throw thrown
    })
    return { _meta: metaOf(call.requestId, false) }
  })
}

/** Answers the methods of tasks that revision 2025-11-25 has in its core, except for the list. */
export function serveTasks2025(server: Server, { runs, caller }: TaskParts): void {
  const serve = methodsOf(server, caller, () => undefined)
  serve('tasks/get', async (taskId, call) => ({
    ...taskOf2025(await runs.read(taskId, {}, call)),
    _meta: metaOf(call.requestId, false),
  }))
  serve('tasks/result', async (taskId, call) => {
    const run = await runs.read(taskId, { wait: WAIT_SECONDS_MAX }, call)
    if (!run.done)
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'The run has not ended. Call tasks/get until it has.')
    const { _meta, ...result } = await resultOf(run, caller)
    return { ...result, _meta: { ..._meta, [RELATED_TASK_META_KEY]: { taskId } } }
  })
  serve('tasks/cancel', async (taskId, call) => ({
    ...taskOf2025(await runs.cancel(taskId, call)),
    _meta: metaOf(call.requestId, false),
  }))
}

/** `admit` throws for a client that may not call the methods. */
const methodsOf =
  (server: Server, caller: TaskParts['caller'], admit: (context: ServerContext) => void) =>
  (method: string, answer: TaskMethod): void =>
    server.setRequestHandler(method, { params: TaskParams }, async ({ taskId }, context) => {
      admit(context)
      const signal = AbortSignal.any([caller.signal, context.mcpReq.signal])
      return answer(taskId, { ...caller, signal }, context).catch((thrown: unknown) => {
        throw protocolError(thrown, method, caller)
      })
    })

function requireExtension(context: ServerContext): void {
  if (abilitiesOf(context).tasks) return
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } })
}

/** What the tool `run` would have answered, within the budget that a call has by default. */
const resultOf = (run: Run, { form, requestId }: TaskParts['caller']): Promise<CallToolResult> =>
  toolResult(
    { body: run, failed: isFailedRun(run), replayed: false },
    { chars: DEFAULT_CHARS, form, untrusted: UNTRUSTED_OF_RUN, itemWords: null, requestId },
  )

/** A run that waits again has another approval, and so another key: a key identifies one question. */
const inputRequestsOf = <Question>({ approval }: Run, question: Question): Readonly<Record<string, Question>> =>
  approval === undefined ? {} : { [approval.id]: question }
