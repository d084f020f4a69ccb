import { defineTool, READS } from '../tool.ts'

/** Spec 4.5 over MCP: one subject in full, or many in short. */
export const historyTool = defineTool({
  name: 'history',
  title: 'Look up the history of a subject',
  description:
    'Returns what this workspace has bought about, or sent to, a person or company. Pass `q` (an email, domain, LinkedIn URL, any URL, handle, phone or name) for the full history, or up to 200 `subjects` for one short row each. Free. Call it before you buy data or send a message: `reusable` lists paid results, `last_touch` the last message.',
  budgeted: true,
  untrusted: ['items'],
  itemWords: 'error',
  annotations: READS,
  operations: { readHistory: {}, readHistoryOfMany: {} },
  choose: (args) => ({ operation: 'subjects' in args ? 'readHistoryOfMany' : 'readHistory', args }),
})
