import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

/** Public federal data: it serves no capability; its endpoints are called raw. */
export const fdicManifest: ProviderManifest = {
  slug: 'fdic',
  title: 'FDIC BankFind',
  homepage: 'https://banks.data.fdic.gov',
  environment: 'live',
  credential: 'none',
  baseUrl: 'https://api.fdic.gov/banks',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [],
  facts: {
    data_region: 'us',
    retention_days: null,
    source: 'Public records of the U.S. Federal Deposit Insurance Corporation.',
  },
  sources: [
    'A: OpenAPI document fdic.json (paths, parameters, JSON or CSV, 400).',
    'B: the host api.fdic.gov, and that the key is optional.',
    'Unconfirmed, so left out: a limit of calls.',
  ],
}
