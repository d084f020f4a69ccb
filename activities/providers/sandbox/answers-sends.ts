import type { Json, JsonObject } from '../../../domain/providers/manifest.ts'
import type { Seed } from './seed.ts'
import { seedOf } from './seed.ts'

const addresses = (value: Json | undefined): Json[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? [value] : []

const stringOr = (value: Json | undefined, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

export function emailSend(input: JsonObject, seed: Seed): JsonObject {
  const thread = typeof input.in_reply_to === 'string' ? seedOf(input.in_reply_to) : seed
  return {
    message_id: `sim_msg_${seed.id('message')}`,
    thread_id: `sim_thread_${thread.id('thread')}`,
    inbox_id: stringOr(input.inbox_id, stringOr(input.from, 'sandbox@inbox.example')),
    recipients: [...addresses(input.to), ...addresses(input.cc), ...addresses(input.bcc)],
  }
}

export const linkedinInvite = (input: JsonObject, seed: Seed): JsonObject => ({
  invitation_id: `sim_inv_${seed.id('invitation')}`,
  profile_url: stringOr(input.profile_url, ''),
})

export const linkedinMessage = (input: JsonObject, seed: Seed): JsonObject => ({
  message_id: `sim_msg_${seed.id('message')}`,
  // A chat is between two people: writing to one profile twice continues the same chat.
  chat_id: stringOr(input.chat_id, `sim_chat_${seedOf(input.profile_url ?? null).id('chat')}`),
})

export const chatSend = (input: JsonObject, seed: Seed): JsonObject => ({
  message_id: `sim_msg_${seed.id('message')}`,
  chat_id: stringOr(input.chat_id, `sim_chat_${seedOf(input.platform ?? null, input.handle ?? input.phone ?? null).id('chat')}`),
})
