import { WEB_MAP_LIMIT_DEFAULT } from '../../../domain/capabilities/web-map.ts'
import { platformPrice } from '../../../domain/money/microdollars.ts'
import { listOffer, lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import { NOT_STATED } from '../../../domain/providers/facts.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import { CREDIT_COST, RESULTS_MAX } from './map.ts'
import { atMost, off, oneOf } from '../../../domain/providers/field-limits.ts'
import { COUNTRY_CODES } from './countries.ts'
import { FORMATS_TAKEN } from './map-pages.ts'

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
      priceNote: 'Estimate. Basis: list price of a credit.',
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
    lookupOffer({
      capability: 'company.news',
      cost: '0.008',
      costNote: 'list price of a credit',
      endpoints: ['POST /search'],
      requires: [['name'], ['domain']],
      takes: { limit: atMost(RESULTS_MAX) },
      expectedLatencyMs: 1_500,
      deadlineMs: 10_000,
    }),
    lookupOffer({
      capability: 'web.scrape',
      cost: '0.0016',
      costNote: 'list price of a fifth of a credit',
      endpoints: ['POST /extract'],
      requires: [['url']],
      takes: { format: oneOf(FORMATS_TAKEN), render: off },
      expectedLatencyMs: 3_000,
      // The provider gives up after ten seconds.
      deadlineMs: 20_000,
    }),
    // A credit for every ten pages begun: the rest of the last ten is the platform's.
    listOffer({
      capability: 'web.map',
      baseCost: '0',
      costPerResult: '0.0008',
      defaultLimit: WEB_MAP_LIMIT_DEFAULT,
      costNote: 'list price of a credit for every ten pages',
      endpoints: ['POST /map'],
      requires: [['url']],
      expectedLatencyMs: 15_000,
      deadlineMs: 75_000,
    }),
  ],
  facts: NOT_STATED,
  sources: [
    'A: OpenAPI document tavily.json (path, max_results to 20, countries by name, usage.credits with include_usage; 400, 401, 429, and 432 and 433 for limits of the plan).',
    'A: the same document (extract: urls, format, raw_content, failed_results, a credit for five pages; map: url, limit, select_paths, allow_external, bare addresses, a credit for ten pages; search: topic news, start_date).',
    'A: a basic search takes one credit; a credit without a plan costs 0.008.',
    'B: public clients (the day of an article comes as in the header of an e-mail).',
    'Unconfirmed, so left out: a limit of calls, which depends on the key; HTML, and pages whose scripts must run.',
  ],
}
