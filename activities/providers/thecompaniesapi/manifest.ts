import { COMPANY_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/company-search.ts'
import { COMPANY_SIMILAR_LIMIT_DEFAULT } from '../../../domain/capabilities/company-similar.ts'
import { listOffer, lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import { NOT_STATED } from '../../../domain/providers/facts.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

const CREDIT = { cost: '0.0019', costNote: 'a credit of the smallest plan' } as const
const TIMES = { expectedLatencyMs: 1_500, deadlineMs: 15_000 } as const

const COMPANY = {
  ...TIMES,
  ...CREDIT,
  endpoints: ['GET /v2/companies/{domain}', 'GET /v2/companies/by-social'],
} as const
const LIST = {
  ...TIMES,
  baseCost: '0',
  costPerResult: CREDIT.cost,
  costNote: 'a credit of the smallest plan for each company (how many a list takes is not confirmed)',
} as const

export const thecompaniesapiManifest: ProviderManifest = {
  slug: 'thecompaniesapi',
  title: 'The Companies API',
  homepage: 'https://www.thecompaniesapi.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.thecompaniesapi.com',
  limits: { concurrency: null, requestsPerSecond: 50, burst: 50 },
  offers: [
    lookupOffer({ ...COMPANY, capability: 'company.headcount', requires: [['domain'], ['linkedin_url']] }),
    lookupOffer({
      ...COMPANY,
      capability: 'company.brand',
      endpoints: ['GET /v2/companies/{domain}'],
      requires: [['domain']],
    }),
    lookupOffer({ ...COMPANY, capability: 'linkedin.company', requires: [['domain'], ['linkedin_url']] }),
    listOffer({
      ...LIST,
      capability: 'company.similar',
      // The company itself takes a credit where its site is not given.
      baseCost: CREDIT.cost,
      costNote: `${LIST.costNote}, and one for the company itself`,
      endpoints: ['GET /v2/companies/similar', 'GET /v2/companies/by-social', 'GET /v2/companies/by-name'],
      defaultLimit: COMPANY_SIMILAR_LIMIT_DEFAULT,
      requires: [['domain'], ['linkedin_url'], ['name']],
    }),
    listOffer({
      ...LIST,
      capability: 'company.search',
      endpoints: ['GET /v2/companies/by-prompt'],
      defaultLimit: COMPANY_SEARCH_LIMIT_DEFAULT,
      requires: [['query']],
      // Its filters take codes.
      cannotTake: [
        'industries',
        'locations',
        'technologies',
        'employees_min',
        'employees_max',
        'founded_min',
        'founded_max',
      ],
    }),
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
  facts: NOT_STATED,
  sources: [
    "A: types in the provider's own SDK, made from its OpenAPI document (paths, fields of CompanyV2 and of an email pattern, 401, 403 noCreditsRemaining, 404 companyNotFound).",
    'A: the same types (similar by domains, by-prompt, `companies` next to `meta`; assets, socials with followers).',
    "A: the provider's own SDK (a list in a query is JSON, encoded once more; the token is raw after `Basic`, and is not encoded).",
    'B: a guide to its billing (95 USD for 50,000 credits, 50 calls a second, the cost of a call in `meta.cost`); that a company takes one credit and a set of patterns one too.',
    'Unconfirmed, so left out: any Retry-After header; filters of company.search, whose values are codes.',
    'Taken as written, not confirmed: a list takes a credit for each company (every company carries its own `meta.cost`).',
  ],
}
