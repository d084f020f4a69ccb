import { Type } from 'typebox'
import type { Capability } from './capability.ts'
import { email, emailOut, input, listOut, messageId, nullable, output, text, textOut } from './fields.ts'
import { stated } from './stated.ts'

/** How many recipients the sending providers accept on one message. */
const RECIPIENTS_MAX = 50
/** RFC 5322: a header line has at most 998 characters. */
const HEADER_LENGTH_MAX = 998
/** Two of these and the recipients fit into the 1 MB of a request, whatever the characters. */
const BODY_LENGTH_MAX = 100_000

const recipients = (description: string) =>
  Type.Union(
    [
      email('One address.'),
      Type.Array(email('One of several addresses.'), { minItems: 1, maxItems: RECIPIENTS_MAX, uniqueItems: true }),
    ],
    { description },
  )

export const emailSend: Capability = {
  slug: 'email.send',
  title: 'Send an email',
  category: 'outreach',
  description:
    'Sends one email, or a reply in its thread when in_reply_to is given. Never sent twice and never by a second provider.',
  billing: 'per_call',
  inputSchema: input({
    required: {
      to: recipients('The recipient: one address or a list.'),
      subject: text('The subject line.', HEADER_LENGTH_MAX),
    },
    optional: {
      text: text('The plain text of the message.', BODY_LENGTH_MAX),
      html: text('The message as HTML.', BODY_LENGTH_MAX),
      cc: recipients('Recipients of a visible copy.'),
      bcc: recipients('Recipients of a hidden copy.'),
      inbox_id: text('The inbox to send from: its id or its address.', 320),
      from: email('The address to send from, when no inbox is named.'),
      account_id: text('The connected Gmail account to send from, instead of an inbox.', 200),
      in_reply_to: messageId('The `message_id` of the message that this one answers.', HEADER_LENGTH_MAX),
      transactional: Type.Boolean({
        description:
          'true for a message that the recipient requested, such as a receipt: it has no List-Unsubscribe headers.',
        default: false,
      }),
      ...stated,
    },
    enough: [['text'], ['html']],
  }),
  outputSchema: output({
    message_id: textOut(),
    thread_id: textOut(),
    inbox_id: textOut(),
    account_id: textOut(),
    recipients: nullable(listOut(emailOut(), 3 * RECIPIENTS_MAX)),
  }),
  sends: true,
  exampleInput: {
    to: 'robin.sample@example.com',
    subject: 'A question',
    text: 'Hello Robin, do you have a minute this week?',
  },
}
