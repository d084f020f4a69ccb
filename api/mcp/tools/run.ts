import { always, defineTool } from '../tool.ts'

/** The members of a run that may hold text of third parties. */
export const UNTRUSTED_OF_RUN = ['result', 'attempts', 'error'] as const

/** Spec 4.1, 4.2 over MCP. */
export const runTool = defineTool({
  name: 'run',
  title: 'Run a capability or a raw endpoint',
  description:
    'Runs `capability` with `input`, or a raw `provider` and `endpoint` with `input`, `path` and `query`. PAID from the wallet at the price that `inspect` shows; only delivered results are charged. Some capabilities send messages to people. Set `routing.max_cost`, always for raw runs. If a response was lost, repeat the call with its `idempotency_key`: nothing is run or charged twice. Returns the run; with `done: false` it has not ended: use `get_run`. In `awaiting_approval` a person must open `approval.url`; tell them. `record` and `into` write into tables. For many inputs use `batch_run`.',
  budgeted: true,
  untrusted: UNTRUSTED_OF_RUN,
  startsRun: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  operations: { createRun: {} },
  choose: always('createRun'),
})
