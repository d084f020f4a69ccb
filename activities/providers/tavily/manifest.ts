import { platformPrice } from '../../../domain/money/microdollars.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import { CREDIT_COST, RESULTS_MAX } from './map.ts'
import { atMost, oneOf } from '../../../domain/providers/field-limits.ts'
import { COUNTRY_CODES } from './countries.ts'

export const tavilyManifest: ProviderManifest = {
  slug: 'tavily',
  title: 'Tavily',
  homepage: 'https://tavily.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.tavily.com',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [
    {
      capability: 'web.search',
      pricing: { model: 'flat', amount: platformPrice(CREDIT_COST) },
      priceNote: 'Estimate: list price of a credit x 1.43.',
      verified: false,
      requires: [['query']],
      // It has no pages and no languages.
      cannotTake: ['page', 'language'],
      takes: { limit: atMost(RESULTS_MAX), country: oneOf(COUNTRY_CODES) },
      endpoints: ['POST /search'],
      expectedLatencyMs: 1_500,
      deadlineMs: 10_000,
      // At worst the platform pays for one more credit; the caller is charged once.
      repeat: 'free',
    },
  ],
  sources: [
    'A: OpenAPI document tavily.json (path, max_results to 20, countries by name, usage.credits with include_usage; 400, 401, 429, and 432 and 433 for limits of the plan).',
    'A: a basic search takes one credit; a credit without a plan costs 0.008.',
    'Unconfirmed, so left out: a limit of calls, which depends on the key.',
  ],
}
