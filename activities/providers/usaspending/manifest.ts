import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

/** Public federal data: it serves no capability; its endpoints are called raw. */
export const usaspendingManifest: ProviderManifest = {
  slug: 'usaspending',
  title: 'USAspending',
  homepage: 'https://www.usaspending.gov',
  environment: 'live',
  credential: 'none',
  baseUrl: 'https://api.usaspending.gov/api/v2',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [],
  facts: { data_region: 'us', retention_days: null, source: 'Public records of U.S. federal spending.' },
  sources: [
    'A: POST /search/spending_by_award/ answers {results, page_metadata}.',
    'B: OpenAPI transcription usaspending.yml (400 and 404 as {detail}); no key.',
    'Unconfirmed, so left out: a limit of calls.',
  ],
}
