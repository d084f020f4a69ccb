import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

/** Public federal data: it serves no capability; its endpoints are called raw. */
export const vpicManifest: ProviderManifest = {
  slug: 'vpic',
  title: 'NHTSA vPIC',
  homepage: 'https://vpic.nhtsa.dot.gov',
  environment: 'live',
  credential: 'none',
  baseUrl: 'https://vpic.nhtsa.dot.gov/api',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [],
  facts: {
    data_region: 'us',
    retention_days: null,
    source: 'Public records of the U.S. National Highway Traffic Safety Administration.',
  },
  sources: [
    'B: OpenAPI transcription nhtsa-vpic.yml (paths, JSON with format=json, {Count, Message, SearchCriteria, Results}).',
    'Left out: the limit of calls, which the agency adapts to its load and does not publish; how an answer in its words for an error reads.',
  ],
}
