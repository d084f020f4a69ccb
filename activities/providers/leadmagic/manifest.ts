import { parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

/** One credit of the smallest plan: 60 USD for 2,500. */
const CREDIT_COST = parseUsd('0.024')

export const leadmagicManifest: ProviderManifest = {
  slug: 'leadmagic',
  title: 'LeadMagic',
  homepage: 'https://leadmagic.io',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.leadmagic.io',
  // The lower of two published figures (600 and 5,000 a minute).
  limits: { concurrency: null, requestsPerSecond: 10, burst: 20 },
  offers: [
    {
      capability: 'contact.find',
      pricing: { model: 'flat', amount: platformPrice(CREDIT_COST) },
      priceNote: 'Estimate: list price of a credit in the smallest plan x 1.43.',
      verified: false,
      requires: [
        ['full_name', 'domain'],
        ['full_name', 'company'],
        ['first_name', 'last_name', 'domain'],
        ['first_name', 'last_name', 'company'],
      ],
      expectedLatencyMs: 1_500,
      deadlineMs: 10_000,
      // At worst one more credit of the platform's; the caller is charged once.
      repeat: 'free',
      endpoints: ['POST /v1/people/email-finder'],
    },
  ],
  sources: [
    'A: OpenAPI 1.4.35 in LeadMagic/leadmagic-openapi (path, key header, request, response, error shape, Retry-After).',
    'A: leadmagic.io/docs/reference/email-finder (status words; a miss is free) and docs/v1/credits (plans).',
    'Unconfirmed, so left out: a profile address in place of name and company (only one page of the provider mentions it).',
  ],
}
