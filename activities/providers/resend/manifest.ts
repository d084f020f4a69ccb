import { parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

export const resendManifest: ProviderManifest = {
  slug: 'resend',
  title: 'Resend',
  homepage: 'https://resend.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.resend.com',
  // 5 in any second for the entire team, over all its keys.
  limits: { concurrency: null, requestsPerSecond: 4, burst: 1 },
  offers: [
    {
      capability: 'email.send',
      pricing: { model: 'flat', amount: platformPrice(parseUsd('0.0009')) },
      priceNote: 'Estimate. Basis: list price of further emails of a plan.',
      verified: false,
      requires: [
        ['to', 'subject', 'text'],
        ['to', 'subject', 'html'],
      ],
      // It keeps no threads to reply in.
      cannotTake: ['in_reply_to'],
      endpoints: ['POST /emails'],
      expectedLatencyMs: 600,
      deadlineMs: 15_000,
      // A key lives for 24 hours.
      repeat: 'keyed',
    },
  ],
  facts: { data_region: 'us', retention_days: null, source: 'It sends what it is given.' },
  sources: [
    'B: its data processing addendum as others quote it (its primary processing takes place in the United States).',
    'A: OpenAPI document resend.json (POST /emails, from, to up to 50, Idempotency-Key up to 256 characters, {id}).',
    'A: the same document: tags of a send, of letters, digits, _ and -, come back as an object in the events of its webhooks.',
    'A: its page of errors (distinguished by `name`: quotas share 429 with the rate limit; 409 for a key under way or used for another request).',
    'A: its page of limits (5 calls a second for a team; retry-after).',
    'B: the price of further emails, from memory of the price list.',
  ],
}
