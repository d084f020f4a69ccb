import { defineTool, READS } from '../tool.ts'

/** Spec 4.5 over MCP: one subject in full, or many in short. */
export const historyTool = defineTool({
  name: 'history',
  title: 'What was done about a subject',
  description:
    'What this workspace has already bought about, or sent to, a person or company: give `q` (an email, domain, LinkedIn URL, any URL, handle, phone or name) for all of it, or up to 200 `subjects` for one short row each. Free. Ask before you buy or write: `reusable` holds results that were paid for already, `last_touch` the last message.',
  annotations: READS,
  operations: { readHistory: {}, readHistoryOfMany: {} },
  choose: (args) => ({ operation: 'subjects' in args ? 'readHistoryOfMany' : 'readHistory', args }),
})
