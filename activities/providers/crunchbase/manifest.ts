import { lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import { NOT_STATED } from '../../../domain/providers/facts.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

/**
 * Offered only where the operator has its own licence key (`PROVIDER_CRUNCHBASE_API_KEY`). The provider licenses its
 * data for each customer, so its raw endpoints are excluded and only the normalized sums and rounds are passed on.
 */
export const crunchbaseManifest: ProviderManifest = {
  slug: 'crunchbase',
  title: 'Crunchbase',
  homepage: 'https://www.crunchbase.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.crunchbase.com/api/v4',
  // 200 calls a minute, and a run makes two.
  limits: { concurrency: null, requestsPerSecond: 1.6, burst: 3 },
  offers: [
    lookupOffer({
      capability: 'company.funding',
      cost: '0.1',
      costNote: 'an estimate, because the provider has no price for a request',
      endpoints: ['POST /searches/organizations', 'GET /entities/organizations/{entity_id}'],
      requires: [['domain'], ['name']],
      expectedLatencyMs: 2_000,
      deadlineMs: 15_000,
    }),
  ],
  facts: NOT_STATED,
  sources: [
    'B: OpenAPI document crunchbase.yaml, "Enterprise API, 2021-07-16" (paths, key header, predicates and their operators, fields of an organization and of a round, the card raised_funding_rounds).',
    'B: public clients (a search keeps the fields of an entity under `properties`, the document puts them next to `uuid`: both are read).',
    'A: data.crunchbase.com/docs/using-the-api (200 calls a minute).',
    'Unconfirmed, so not relied on: the bodies of 401 and 429, any Retry-After header, a price.',
  ],
}
