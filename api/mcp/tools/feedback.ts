import { always, defineTool } from '../tool.ts'

/** Spec 4.12 over MCP. */
export const feedbackTool = defineTool({
  name: 'feedback',
  title: 'Report what stood in the way',
  description:
    'Reports a missing capability, a bug, an unclear document or an unhelpful error to the makers of this service. Free. Say the goal and what happened, with the `request_id` of the answer; leave out secrets and personal data. The answer names a known issue and a way around it, where there is one.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  operations: { sendFeedback: {} },
  choose: always('sendFeedback'),
})
