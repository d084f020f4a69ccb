import { defineTool, READS } from '../tool.ts'

/** What a list of rows takes, and a read of the job does not. */
const OF_ROWS = ['outcome', 'limit', 'cursor']

/** Jobs over MCP: the state of one, or its rows. */
export const getJobTool = defineTool({
  name: 'get_job',
  title: 'Read a job',
  description:
    'Reads a job: its status, how its rows ended (`progress`), what it has spent, and what to do while it waits (`advice`). `wait`: seconds to wait until it ends or needs a request. With `outcome`, `limit` or `cursor`: its rows, page by page; `get_run` has their results. Free.',
  budgeted: true,
  untrusted: ['items'],
  itemWords: 'error',
  annotations: READS,
  operations: { getJob: {}, listJobItems: {} },
  choose: (args) => ({ operation: OF_ROWS.some((name) => name in args) ? 'listJobItems' : 'getJob', args }),
})
