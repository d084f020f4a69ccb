import type { Mutant } from '../mutant.ts'

const TASKS = ['test/api/mcp/tasks.test.ts']
const APPROVALS = ['test/api/mcp/approvals.test.ts']

/** Tasks and approvals over MCP: who gets which form of an open run. */
export const MCP: readonly Mutant[] = [
  {
    name: 'a call that is repeated after a question starts a second run',
    file: 'api/mcp/call.ts',
    find: "return tool.startsRun === true && typeof runId === 'string'",
    replace: "return tool.startsRun !== true && typeof runId === 'string'",
    killedBy: APPROVALS,
  },
  {
    name: 'a person is led to the page again by each repetition',
    file: 'api/mcp/call.ts',
    find: 'if (question === null || context.mcpReq.requestState() !== undefined) return null',
    replace: 'if (question === null) return null',
    killedBy: APPROVALS,
  },
  {
    name: 'a client that opens no URLs gets a question',
    file: 'api/mcp/tasks/handlers.ts',
    find: 'abilitiesOf(context).opensUrls ? approvalQuestion(run) : null',
    replace: 'approvalQuestion(run)',
    killedBy: APPROVALS,
  },
  {
    name: 'a caller gets a task that it may not read',
    file: 'api/mcp/call.ts',
    find: 'if (run.done || !runs.mayRead(caller.principal)) return null',
    replace: 'if (run.done || !runs.mayRead) return null',
    killedBy: TASKS,
  },
  {
    name: 'a client without the extension calls its methods',
    file: 'api/mcp/tasks/handlers.ts',
    find: 'if (abilitiesOf(context).tasks) return',
    replace: 'if (abilitiesOf(context) !== null) return',
    killedBy: TASKS,
  },
  {
    name: 'a failed run is a success as a task',
    file: 'api/mcp/run-body.ts',
    find: "done && status !== 'succeeded' && status !== 'no_match'",
    replace: "done && status === 'blocked'",
    killedBy: TASKS,
  },
  {
    name: 'cancelling the task of an ended run is an error',
    file: 'api/mcp/tasks/handlers.ts',
    find: 'thrown.httpStatus === 409',
    replace: 'thrown.httpStatus === 410',
    killedBy: TASKS,
  },
]
