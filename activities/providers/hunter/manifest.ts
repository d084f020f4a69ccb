import { parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

/** One search credit; a verification takes half of one. 49 USD a month for 2,000 credits, from memory of the price list. */
const CREDIT_COST = parseUsd('0.0245')
const PRICE_NOTE = 'Estimate: list price of a credit x 1.43.'

export const hunterManifest: ProviderManifest = {
  slug: 'hunter',
  title: 'Hunter',
  homepage: 'https://hunter.io',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.hunter.io/v2',
  // 500 finder calls a minute, up to 15 in one second.
  limits: { concurrency: null, requestsPerSecond: 8, burst: 15 },
  offers: [
    {
      capability: 'contact.find',
      pricing: { model: 'flat', amount: platformPrice(CREDIT_COST) },
      priceNote: PRICE_NOTE,
      verified: false,
      requires: [
        ['full_name', 'domain'],
        ['full_name', 'company'],
        ['first_name', 'last_name', 'domain'],
        ['first_name', 'last_name', 'company'],
        ['linkedin_url'],
      ],
      expectedLatencyMs: 1_500,
      deadlineMs: 10_000,
      // The same question is not billed twice within a billing period.
      repeat: 'free',
      endpoints: ['GET /email-finder'],
    },
    {
      capability: 'contact.verify',
      pricing: { model: 'flat', amount: platformPrice(CREDIT_COST / 2n) },
      priceNote: PRICE_NOTE,
      verified: false,
      requires: [['email']],
      // It may talk to the mailbox's server first.
      expectedLatencyMs: 2_500,
      deadlineMs: 20_000,
      repeat: 'free',
      endpoints: ['GET /email-verifier'],
    },
  ],
  sources: [
    'B: OpenAPI transcriptions email-finder.yml and email-verifier.yml (paths, parameters, fields, 202, 451).',
    "A: the provider's help article on credits (a miss is free, a repeated question too, a verification is half a credit).",
    'B: apis.io rate-limit profile (15 a second, 500 a minute; 403 is the rate limit, 429 the used-up quota).',
    'Unconfirmed, so not relied on: what a 404 of the finder means (taken as a refused input), any Retry-After header, the current price of a credit.',
  ],
}
