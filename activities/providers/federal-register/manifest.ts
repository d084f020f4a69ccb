import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

/** Public federal data: it serves no capability; its endpoints are called raw. */
export const federalRegisterManifest: ProviderManifest = {
  slug: 'federal-register',
  title: 'Federal Register',
  homepage: 'https://www.federalregister.gov',
  environment: 'live',
  credential: 'none',
  baseUrl: 'https://www.federalregister.gov/api/v1',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [],
  facts: { data_region: 'us', retention_days: null, source: 'The journal of the U.S. federal government.' },
  sources: [
    "A: the agency's own Ruby client (base URL, paths, per_page, page, order, fields; no key).",
    'B: {count, total_pages, results}, and 404 for a document that does not exist.',
    'Unconfirmed, so left out: a limit of calls.',
  ],
}
