import { parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import type { Offer, ProviderManifest } from '../../../domain/providers/manifest.ts'
import { textOf } from '../wire.ts'
import { recipientOf } from './map.ts'

/** A connected account costs 5 USD a month and a call nothing; the price spreads that over 500 sends. */
const SEND_COST = parseUsd('0.01')

/** A message into a chat names no person. */
const toPerson = (capability: string, field: string, words: string): Pick<Offer, 'conditions'> => ({
  conditions: [
    { field, accepts: (input) => textOf(input.chat_id) !== null || recipientOf(capability, input) !== null, words },
  ],
})
const PROFILE = "a person's profile (linkedin.com/in/…)"

const send = (
  capability: string,
  rest: Pick<Offer, 'requires' | 'conditions' | 'endpoints' | 'platforms' | 'senderCaps' | 'expectedLatencyMs'>,
): Offer => ({
  capability,
  pricing: { model: 'flat', amount: platformPrice(SEND_COST) },
  priceNote: 'Estimate. Basis: the monthly price of a connected account over 500 sends.',
  verified: false,
  deadlineMs: 45_000,
  // It takes no idempotency key.
  repeat: 'never',
  ...rest,
})

export const unipileManifest: ProviderManifest = {
  slug: 'unipile',
  title: 'Unipile',
  homepage: 'https://www.unipile.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://{account}/api/v1',
  accountDomain: 'unipile.com',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  rawExclusion:
    'One key of Unipile reaches the messaging accounts of every workspace, so a messaging account is used through the capabilities alone.',
  offers: [
    send('email.send', {
      requires: [
        ['to', 'subject', 'text'],
        ['to', 'subject', 'html'],
      ],
      endpoints: ['POST /emails'],
      expectedLatencyMs: 3_000,
    }),
    send('linkedin.invite', {
      requires: [['profile_url']],
      ...toPerson('linkedin.invite', 'profile_url', PROFILE),
      endpoints: ['GET /users/{identifier}', 'POST /users/invite'],
      senderCaps: { day: 100, week: 200 },
      expectedLatencyMs: 4_000,
    }),
    send('linkedin.message', {
      requires: [
        ['text', 'chat_id'],
        ['text', 'profile_url'],
      ],
      ...toPerson('linkedin.message', 'profile_url', PROFILE),
      endpoints: ['GET /chats/{chat_id}', 'POST /chats/{chat_id}/messages', 'GET /users/{identifier}', 'POST /chats'],
      expectedLatencyMs: 4_000,
    }),
    send('chat.send', {
      requires: [
        ['platform', 'text', 'chat_id'],
        ['platform', 'text', 'handle'],
        ['platform', 'text', 'phone'],
      ],
      platforms: ['instagram', 'whatsapp'],
      ...toPerson('chat.send', 'handle', 'the name of an account'),
      endpoints: ['GET /chats/{chat_id}', 'POST /chats/{chat_id}/messages', 'GET /users/{identifier}', 'POST /chats'],
      expectedLatencyMs: 4_000,
    }),
  ],
  facts: { data_region: null, retention_days: null, source: 'The accounts that its customers connect.' },
  sources: [
    "A: the provider's own Node client (X-API-KEY; paths; JSON for invitations, multipart for messages; attendees_ids).",
    'A: POST /users/invite {account_id, provider_id, message}; 422 both for already invited and for too early again; 100 invitations a day and 200 a week for each account.',
    'B: its API reference as others quote it (ChatStarted {chat_id, message_id}, both may be null; MessageSent; UserInvitationSent {invitation_id}; errors {status, type, title, detail}; types of errors).',
    "B: its API reference as others quote it: POST /emails, a form with account_id, to, cc and bcc as JSON lists of {display_name, identifier}, subject, body (HTML) and reply_to (its own id or the mailbox's id of the answered mail); Idempotency-Key, kept in memory; 201 {object: EmailSent, tracking_id, provider_id, which may be null}; 404 no such account; 422 no such parent mail.",
    "Unconfirmed, so left out: headers of one's own in a mail, of which it takes only some names.",
    'B: WhatsApp numbers are <digits>@s.whatsapp.net; an Instagram account is written to by its provider_messaging_id.',
    "Unconfirmed, so left out: a limit of calls of the API itself; the limits of each account are the network's own.",
  ],
}
