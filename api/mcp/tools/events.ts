import { always, defineTool, READS } from '../tool.ts'

/** Spec 4.11, 6 over MCP. */
export const eventsTool = defineTool({
  name: 'events',
  title: 'Read the event stream',
  description:
    'Returns replies, bounces, complaints, messages, lost accounts and watch results, oldest first. `data.class`, by which `class` selects, separates a reply from an automatic message. Kept for 30 days. Free. Store `next_after` and pass it as `after` to get newer events; `wait` waits for an event. To reply, run `email.send` with `data.message_id` as `in_reply_to`, or `linkedin.message` with `data.chat_id`.',
  budgeted: true,
  untrusted: ['items'],
  annotations: READS,
  operations: { listEvents: {} },
  choose: always('listEvents'),
})
