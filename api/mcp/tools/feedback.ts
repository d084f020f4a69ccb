import { always, defineTool } from '../tool.ts'

/** Spec 4.12 over MCP. */
export const feedbackTool = defineTool({
  name: 'feedback',
  title: 'Send feedback',
  description:
    'Reports a missing capability, a bug, unclear documentation or an unhelpful error to the developers. Free. Describe the goal and the problem, with the `request_id` of the response. Omit secrets and personal data. A known problem is answered with its workaround.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  operations: { sendFeedback: {} },
  choose: always('sendFeedback'),
})
