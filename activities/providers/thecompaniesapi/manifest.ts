import { lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

const CREDIT = { cost: '0.0019', costNote: 'a credit of the smallest plan (95 USD for 50,000)' } as const
const TIMES = { expectedLatencyMs: 1_500, deadlineMs: 15_000 } as const

export const thecompaniesapiManifest: ProviderManifest = {
  slug: 'thecompaniesapi',
  title: 'The Companies API',
  homepage: 'https://www.thecompaniesapi.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.thecompaniesapi.com',
  limits: { concurrency: null, requestsPerSecond: 50, burst: 50 },
  offers: [
    lookupOffer({
      ...TIMES,
      ...CREDIT,
      capability: 'company.enrich',
      endpoints: ['GET /v2/companies/{domain}', 'GET /v2/companies/by-social'],
      requires: [['domain'], ['linkedin_url']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDIT,
      capability: 'company.technologies',
      endpoints: ['GET /v2/companies/{domain}'],
      requires: [['domain']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDIT,
      capability: 'company.email_pattern',
      endpoints: ['GET /v2/companies/{domain}/email-patterns'],
      requires: [['domain']],
    }),
  ],
  sources: [
    "A: types in the provider's own SDK, made from its OpenAPI document (paths, fields of CompanyV2 and of an email pattern, 401, 403 noCreditsRemaining, 404 companyNotFound).",
    "A: the provider's own SDK (the token stands raw behind `Basic`, and is not encoded).",
    'B: a guide to its billing (95 USD for 50,000 credits, 50 calls a second, the cost of a call in `meta.cost`); that a company takes one credit and a set of patterns one too.',
    'Unconfirmed, so left out: any Retry-After header; companies by name, of which a search answers several; company.similar and company.search, whose cost for each company is not confirmed.',
  ],
}
