import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

/** Public federal data: it serves no capability; its endpoints are called raw. */
export const openfdaManifest: ProviderManifest = {
  slug: 'openfda',
  title: 'openFDA',
  homepage: 'https://open.fda.gov',
  environment: 'live',
  credential: 'none',
  baseUrl: 'https://api.fda.gov',
  // 240 calls a minute, bursts included.
  limits: { concurrency: null, requestsPerSecond: 3, burst: 60 },
  offers: [],
  facts: {
    data_region: 'us',
    retention_days: null,
    source: 'Public records of the U.S. Food and Drug Administration.',
  },
  sources: [
    'A: 240 calls a minute for each address or key; an empty answer is 404 NOT_FOUND.',
    'B: OpenAPI transcription openfda.yml (paths, parameters, an optional key, errors as {error: {code, message}}).',
    'A key raises the calls a day and nothing else: without one the agency allows 1,000 a day.',
  ],
}
