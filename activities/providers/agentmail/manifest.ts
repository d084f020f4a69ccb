import { parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import { NOT_STATED } from '../../../domain/providers/facts.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

export const agentmailManifest: ProviderManifest = {
  slug: 'agentmail',
  title: 'AgentMail',
  homepage: 'https://agentmail.to',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.agentmail.to',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [
    {
      capability: 'email.send',
      pricing: { model: 'flat', amount: platformPrice(parseUsd('0.01')) },
      priceNote: 'Estimate. Basis: price of a send seen in public catalogs.',
      verified: false,
      requires: [
        ['to', 'subject', 'text'],
        ['to', 'subject', 'html'],
      ],
      endpoints: [
        'POST /v0/inboxes/{inbox_id}/messages/send',
        'POST /v0/inboxes/{inbox_id}/messages/{message_id}/reply',
      ],
      expectedLatencyMs: 1_500,
      deadlineMs: 20_000,
      // A key lives for 24 hours after the send.
      repeat: 'keyed',
    },
  ],
  facts: NOT_STATED,
  sources: [
    'A: OpenAPI document agentmail.json and the definitions of the documentation of August 2026 (send, reply, {message_id, thread_id}).',
    'A: its page on idempotency (the same key answers the first send again; 409 while that is under way or for another request).',
    'A: its page of errors (branch on `code`; message_rejected and domain_not_verified are 403).',
    'B: the price of a send, from public catalogs.',
    'Unconfirmed, so left out: the limit of calls for a key; whether a subject of a reply has any effect (the reply call takes none).',
  ],
}
