import { Type } from 'typebox'
import type { Capability } from './capability.ts'
import { input, output, phone, text, textOut } from './fields.ts'
import { stated } from './stated.ts'

export const CHAT_PLATFORMS = ['instagram', 'whatsapp'] as const
/** The length that both networks accept in one message: Instagram takes 1,000 characters, the smaller of the two. */
export const CHAT_MESSAGE_LENGTH_MAX = 1_000

export const chatSend: Capability = {
  slug: 'chat.send',
  title: 'Send a chat message',
  category: 'outreach',
  description:
    'Sends a direct message from a connected Instagram or WhatsApp account, into an existing chat or to a new contact.',
  billing: 'per_call',
  inputSchema: input({
    required: {
      platform: Type.Enum([...CHAT_PLATFORMS], { description: 'The network to write on.' }),
      text: text('What to write.', CHAT_MESSAGE_LENGTH_MAX),
    },
    optional: {
      chat_id: text('The chat to write into.', 200),
      handle: text('The Instagram account to write to, with or without a leading @.', 200),
      phone: phone('The WhatsApp number to write to in E.164, for example +15550100123.'),
      account_id: text('The connected account to send from; can be omitted if only one is connected.', 200),
      ...stated,
    },
    enough: [['chat_id'], ['handle'], ['phone']],
    onlyWith: { handle: { platform: Type.Enum(['instagram']) }, phone: { platform: Type.Enum(['whatsapp']) } },
  }),
  outputSchema: output({ message_id: textOut(), chat_id: textOut() }),
  sends: true,
  exampleInput: { platform: 'whatsapp', phone: '+12025550123', text: 'Hello Robin, thank you for your message.' },
}
