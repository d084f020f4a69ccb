import { parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import { lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import { atMost, oneOf, textThat } from '../../../domain/providers/field-limits.ts'
import { COUNTRIES, isServed, PAGE_MAX, RESULTS_MAX } from './map.ts'

export const braveManifest: ProviderManifest = {
  slug: 'brave',
  title: 'Brave Search',
  homepage: 'https://brave.com/search/api',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.search.brave.com',
  // 50 in any second, bursts included.
  limits: { concurrency: null, requestsPerSecond: 40, burst: 10 },
  offers: [
    {
      capability: 'web.search',
      pricing: { model: 'flat', amount: platformPrice(parseUsd('0.005')) },
      priceNote: 'Estimate. Basis: list price of a request.',
      verified: false,
      requires: [['query']],
      takes: {
        limit: atMost(RESULTS_MAX),
        page: atMost(PAGE_MAX),
        country: oneOf(COUNTRIES),
        language: textThat(isServed, 'one of its 51 languages'),
      },
      endpoints: ['GET /res/v1/web/search'],
      expectedLatencyMs: 700,
      deadlineMs: 8_000,
      // At worst the platform pays for one more search; the caller is charged once.
      repeat: 'free',
    },
    lookupOffer({
      capability: 'company.news',
      cost: '0.005',
      costNote: 'list price of a request',
      endpoints: ['GET /res/v1/news/search'],
      requires: [['name'], ['domain']],
      // A range of days needs its last day, and the days that it takes are not confirmed.
      cannotTake: ['since'],
      takes: { limit: atMost(RESULTS_MAX) },
      expectedLatencyMs: 700,
      deadlineMs: 8_000,
    }),
  ],
  facts: { data_region: null, retention_days: 90, source: 'Its own index of the web.' },
  sources: [
    'A: its privacy notice for the API (a record of queries is kept for 90 days at most; it names no region).',
    "A: the provider's own client (path, q of at most 400 characters and 50 words, count to 20, offset to 9 pages, countries and languages, web.results).",
    "A: the provider's guides (X-Subscription-Token; comma lists in X-RateLimit-*, one entry for each window; only successes are billed).",
    'B: public clients (type `news`, results with title, url, description, page_age and meta_url.hostname; count to 20).',
    'B: 50 calls a second and 5 USD for 1,000 requests, as a guide of September 2026 quotes the price list.',
    'B: a refused token is a 422 with the code SUBSCRIPTION_TOKEN_INVALID.',
  ],
}
