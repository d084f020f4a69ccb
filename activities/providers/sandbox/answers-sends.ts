import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { SIMULATED_INBOX } from '../../../domain/senders/simulated.ts'
import { type Seed, seedOf } from './seed.ts'

const addresses = (value: Json | undefined): Json[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? [value] : []

const stringOr = (value: Json | undefined, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

/** A message's id begins with its thread's, so that a reply finds its thread without stored state. */
const simulatedMessage = /^sim_msg_([0-9a-f]{16})_/

export function emailSend(input: JsonObject, seed: Seed): JsonObject {
  const answered = typeof input.in_reply_to === 'string' ? input.in_reply_to : null
  const thread =
    answered === null ? seed.id('thread') : (simulatedMessage.exec(answered)?.[1] ?? seedOf(answered).id('thread'))
  return {
    message_id: `sim_msg_${thread}_${seed.id('message')}`,
    thread_id: `sim_thread_${thread}`,
    ...senderOf(input),
    recipients: [...addresses(input.to), ...addresses(input.cc), ...addresses(input.bcc)],
  }
}

/** A connected Gmail account sends instead of an inbox. */
const senderOf = ({ account_id: account, inbox_id: inbox, from }: JsonObject): JsonObject =>
  typeof account === 'string'
    ? { inbox_id: null, account_id: account }
    : { inbox_id: stringOr(inbox, stringOr(from, SIMULATED_INBOX.id)), account_id: null }

export const linkedinInvite = (input: JsonObject, seed: Seed): JsonObject => ({
  invitation_id: `sim_inv_${seed.id('invitation')}`,
  profile_url: stringOr(input.profile_url, ''),
})

export const linkedinMessage = (input: JsonObject, seed: Seed): JsonObject => ({
  message_id: `sim_msg_${seed.id('message')}`,
  // A chat is between two people: a second message to a profile continues the same chat.
  chat_id: stringOr(input.chat_id, `sim_chat_${seedOf(input.profile_url ?? null).id('chat')}`),
})

export const chatSend = (input: JsonObject, seed: Seed): JsonObject => ({
  message_id: `sim_msg_${seed.id('message')}`,
  chat_id: stringOr(
    input.chat_id,
    `sim_chat_${seedOf(input.platform ?? null, input.handle ?? input.phone ?? null).id('chat')}`,
  ),
})
