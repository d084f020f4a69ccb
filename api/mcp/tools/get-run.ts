import { always, defineTool, READS } from '../tool.ts'

/** Spec 4.4 over MCP. */
export const getRunTool = defineTool({
  name: 'get_run',
  title: 'Read a run',
  description:
    'Reads one run with its result, attempts, charge, or why it failed. `wait` waits for its end, in seconds. Free. Use it for runs that were answered with `done: false`.',
  annotations: READS,
  operations: { getRun: {} },
  choose: always('getRun'),
})
