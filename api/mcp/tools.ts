import type { FindRoute } from '../route/in-process.ts'
import type { Tool } from './tool.ts'
import { batchRunTool } from './tools/batch-run.ts'
import { discoverTool } from './tools/discover.ts'
import { eventsTool } from './tools/events.ts'
import { feedbackTool } from './tools/feedback.ts'
import { getRunTool } from './tools/get-run.ts'
import { historyTool } from './tools/history.ts'
import { inspectTool } from './tools/inspect.ts'
import { runTool } from './tools/run.ts'
import { tableWriteTool } from './tools/table-write.ts'
import { tablesTool } from './tools/tables.ts'
import { walletTool } from './tools/wallet.ts'

/** Every tool, in the order of the list, which is the order in which an agent uses them. */
export const createTools = (find: FindRoute): Tool[] =>
  [
    discoverTool,
    inspectTool,
    runTool,
    batchRunTool,
    getRunTool,
    historyTool,
    tablesTool,
    tableWriteTool,
    eventsTool,
    walletTool,
    feedbackTool,
  ].map((make) => make(find))
