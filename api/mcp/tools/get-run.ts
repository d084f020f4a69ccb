import { always, defineTool, READS } from '../tool.ts'

/** Spec 4.4 over MCP. */
export const getRunTool = defineTool({
  name: 'get_run',
  title: 'Read a run',
  description:
    'Reads one run with its attempts, its charge, and its result or error. `wait`: seconds to wait for its end. Free. Use it for runs with `done: false`; of `awaiting_approval` a person decides at `approval.url`, and `scheduled` has its time.',
  budgeted: true,
  untrusted: ['result', 'slice', 'attempts', 'error'],
  annotations: READS,
  operations: { getRun: {} },
  choose: always('getRun'),
})
