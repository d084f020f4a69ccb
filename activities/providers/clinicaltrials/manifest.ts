import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

/** Public federal data: it serves no capability; its endpoints are called raw. */
export const clinicaltrialsManifest: ProviderManifest = {
  slug: 'clinicaltrials',
  title: 'ClinicalTrials.gov',
  homepage: 'https://clinicaltrials.gov',
  environment: 'live',
  credential: 'none',
  baseUrl: 'https://clinicaltrials.gov/api/v2',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [],
  facts: {
    data_region: 'us',
    retention_days: null,
    source: 'The public registry of the U.S. National Library of Medicine.',
  },
  sources: [
    'A: OpenAPI document of version 2.0.0-draft (paths, parameters; 404 where one study is named; errors are text).',
    'Unconfirmed, so left out: a limit of calls, of which public clients state about 50 a minute.',
  ],
}
