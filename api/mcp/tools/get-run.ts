import { always, defineTool, READS } from '../tool.ts'

/** Spec 4.4 over MCP. */
export const getRunTool = defineTool({
  name: 'get_run',
  title: 'Read a run',
  description:
    'Reads one run with its attempts, its charge, and its result or error. `wait` is the number of seconds to wait for its end. Free. Use it for runs with `done: false`; in `awaiting_approval` only a person at `approval.url` can decide.',
  budgeted: true,
  untrusted: ['result', 'slice', 'attempts', 'error'],
  annotations: READS,
  operations: { getRun: {} },
  choose: always('getRun'),
})
