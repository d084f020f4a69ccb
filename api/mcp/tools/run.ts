import { always, defineTool } from '../tool.ts'

/** Spec 4.1, 4.2 over MCP. */
export const runTool = defineTool({
  name: 'run',
  title: 'Run a capability or a raw endpoint',
  description:
    'Runs `capability` with `input`, or a raw `provider` and `endpoint` with `input`, `path` and `query`. PAID from the wallet at the price that `inspect` shows; only delivered results are charged. Some capabilities send messages to people. Set `routing.max_cost`, always for raw runs. Pass an `idempotency_key` and repeat the call with it if a response was lost: nothing is run or charged twice. Returns the finished run. With `done: false` the run has not ended: use `get_run`. `record` and `into` write into tables. For many inputs use `batch_run`.',
  budgeted: true,
  untrusted: ['result', 'attempts', 'error'],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  operations: { createRun: {} },
  choose: always('createRun'),
})
