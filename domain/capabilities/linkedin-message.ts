import type { Capability } from './capability.ts'
import { input, personUrl, output, text, textOut } from './fields.ts'
import { stated } from './stated.ts'

/** The length that the network accepts in one direct message. */
export const LINKEDIN_MESSAGE_LENGTH_MAX = 8000

export const linkedinMessage: Capability = {
  slug: 'linkedin.message',
  title: 'Message on LinkedIn',
  category: 'outreach',
  description: 'Sends a direct message from a connected LinkedIn account, into an existing chat or to a connection.',
  billing: 'per_call',
  inputSchema: input({
    required: { text: text('What to write.', LINKEDIN_MESSAGE_LENGTH_MAX) },
    optional: {
      chat_id: text('The chat to write into.', 200),
      profile_url: personUrl('The connection to write to, when there is no chat yet.'),
      account_id: text('The connected account to send from; can be omitted if only one is connected.', 200),
      ...stated,
    },
    enough: [['chat_id'], ['profile_url']],
  }),
  outputSchema: output({ message_id: textOut(), chat_id: textOut() }),
  sends: true,
  exampleInput: { profile_url: 'https://www.linkedin.com/in/robin-sample', text: 'Thank you for connecting, Robin.' },
}
