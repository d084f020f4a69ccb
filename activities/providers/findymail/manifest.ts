import { parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

export const findymailManifest: ProviderManifest = {
  slug: 'findymail',
  title: 'Findymail',
  homepage: 'https://www.findymail.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://app.findymail.com',
  limits: { concurrency: 300, requestsPerSecond: null, burst: null },
  offers: [
    {
      capability: 'contact.find',
      pricing: { model: 'flat', amount: platformPrice(parseUsd('0.07')) },
      priceNote: 'Estimate: price seen in a public catalog x 1.43.',
      verified: false,
      requires: [['full_name', 'domain'], ['first_name', 'last_name', 'domain'], ['linkedin_url']],
      // It verifies what it finds before it answers, which takes a mail server's time.
      expectedLatencyMs: 2_500,
      deadlineMs: 20_000,
      // At worst one more credit of the platform's; the caller is charged once.
      repeat: 'free',
      endpoints: ['POST /api/search/name', 'POST /api/search/linkedin'],
    },
  ],
  sources: [
    'A: documentation at app.findymail.com/docs (bearer token, 300 calls at a time, an error text inside a 200).',
    "A: the provider's own n8n node (POST /api/search/name {name, domain}, POST /api/search/linkedin {linkedin_url}).",
    'B: public clients (fields of `contact`; 404 for a miss; 402 when credits are used up; 423 while the subscription is paused).',
    'Unconfirmed, so left out: a company name in place of the domain; what verified: false means, hence no contact.verify; any Retry-After header.',
  ],
}
