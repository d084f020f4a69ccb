import { always, defineTool } from '../tool.ts'

/** Jobs over MCP: many rows under one ceiling. */
export const createJobTool = defineTool({
  name: 'create_job',
  title: 'Run one input for many rows',
  description:
    'Runs a capability or raw endpoint for each row of a list, from a few dozen rows. PAID: each row is a run at its price; together they cost at most `ceiling`. First call it with `dry_run: true` (free) and tell the person the estimate. `input` is that of a run, with `{{field}}` for a field of the row. The first rows are a pilot; with `approve: "manual"` the job then waits for `change_job`. Then use `get_job`.',
  budgeted: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  operations: { createJob: {} },
  shared: { path: 'run', query: 'run', record: 'run', routing: 'run', metadata: 'run' },
  choose: always('createJob'),
})
