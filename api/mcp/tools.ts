import type { FindRoute } from '../route/in-process.ts'
import type { MakeTool, Tool, ToolCalls } from './tool.ts'
import { batchRunTool } from './tools/batch-run.ts'
import { changeJobTool } from './tools/change-job.ts'
import { createJobTool } from './tools/create-job.ts'
import { discoverTool } from './tools/discover.ts'
import { eventsTool } from './tools/events.ts'
import { feedbackTool } from './tools/feedback.ts'
import { getJobTool } from './tools/get-job.ts'
import { getRunTool } from './tools/get-run.ts'
import { historyTool } from './tools/history.ts'
import { inspectTool } from './tools/inspect.ts'
import { runTool } from './tools/run.ts'
import { tableWriteTool } from './tools/table-write.ts'
import { tablesTool } from './tools/tables.ts'
import { walletTool } from './tools/wallet.ts'

/** In the order of the list, which is the order in which an agent uses them. */
const TOOLS: readonly MakeTool[] = [
  discoverTool,
  inspectTool,
  runTool,
  batchRunTool,
  getRunTool,
  createJobTool,
  getJobTool,
  changeJobTool,
  historyTool,
  tablesTool,
  tableWriteTool,
  eventsTool,
  walletTool,
  feedbackTool,
]

/** Every tool. */
export const createTools = (find: FindRoute): Tool[] => TOOLS.map((make) => make(find))

/** The operations of each tool that only calls operations. */
export const toolCalls = (): ToolCalls[] => TOOLS.flatMap(({ calls }) => calls ?? [])
