import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

/** Public federal data: it serves no capability; its endpoints are called raw. */
export const nppesManifest: ProviderManifest = {
  slug: 'nppes',
  title: 'NPPES NPI Registry',
  homepage: 'https://npiregistry.cms.hhs.gov',
  environment: 'live',
  credential: 'none',
  baseUrl: 'https://npiregistry.cms.hhs.gov/api',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [],
  facts: { data_region: 'us', retention_days: null, source: 'The public registry of U.S. health care providers.' },
  sources: [
    'B: OpenAPI transcription nppes.json (parameters, {result_count, results}, 200 results at most).',
    'B: a refused query is a 200 with Errors: [{description, field, number}], as public clients read it.',
    'Unconfirmed, so left out: a limit of calls.',
  ],
}
