import type { Rate } from '../rate.ts'
import { NO_RATE } from './no-rate.ts'
import type { CatalogProvider } from './provider.ts'

/** A call takes a credit, and a search one for each company: what the answer does not report is charged so. */
const COMPANIES_CREDIT = '0.0019'
const COMPANIES_PAGE: Rate = { amount: COMPANIES_CREDIT, each: { size: 1 }, usual: 10 }
const COMPANIES_SEARCHES = ['companies', 'companies/by-name', 'companies/by-prompt', 'companies/similar']
const COMPANIES_LOOKUPS = [
  'companies/{domain}',
  'companies/by-social',
  'companies/by-email',
  'companies/{domain}/email-patterns',
  'companies/{domain}/context',
  'companies/count',
  'industries',
  'industries/similar',
  'job-titles/enrich',
  'locations/cities',
  'locations/continents',
  'locations/counties',
  'locations/countries',
  'locations/states',
  'technologies',
]
/** By the provider's document: a count, a list of patterns and a job title come without a cost. */
const COMPANIES_UNREPORTED = ['companies/count', 'companies/{domain}/email-patterns', 'job-titles/enrich']

/** A credit. */
const BUILTWITH_CALL = '0.0495'
/** Several domains may be in one lookup, separated by commas. */
const BUILTWITH_LOOKUP: Rate = { amount: BUILTWITH_CALL, each: { LOOKUP: 1 } }
const BUILTWITH_LOOKUPS = ['v22', 'change1', 'rv4', 'tag1', 'rec1', 'redirect1', 'kw2', 'trustv1', 'financial1']

export const COMPANY_DATA_PROVIDERS: readonly CatalogProvider[] = [
  {
    slug: 'thecompaniesapi',
    title: 'The Companies API',
    kind: 'company_data',
    baseUrl: 'https://api.thecompaniesapi.com',
    // The token is sent as it is, not encoded.
    auth: { scheme: 'header', name: 'Authorization', required: true, prefix: 'Basic ' },
    status: 'live',
    reason: null,
    bodies: 'json',
    free: false,
    tenancy: 'data',
    // The account's earlier requests, exports, lists and prompts.
    accountWords: ['actions', 'lists', 'prompts', 'user', 'analytics'],
    resultIds: ['actionId', 'listId'],
    reservedQuery: ['actionId', 'listId', 'listsToExclude'],
    cost: {
      model: 'per_result',
      note: 'Basis: a credit of the smallest plan; the answer reports the credits.',
      published: "The provider's pricing page.",
      rates: {
        ...Object.fromEntries(COMPANIES_LOOKUPS.map((name) => [`GET /v2/${name}`, COMPANIES_CREDIT])),
        ...Object.fromEntries(COMPANIES_SEARCHES.map((name) => [`GET /v2/${name}`, COMPANIES_PAGE])),
      },
      free: ['GET /', 'GET /v2/openapi'],
      reported: [...COMPANIES_SEARCHES, ...COMPANIES_LOOKUPS]
        .filter((name) => !COMPANIES_UNREPORTED.includes(name))
        .map((name) => `GET /v2/${name}`),
    },
    sources: ["A: the provider's OpenAPI document 2.0.0.", 'B: price of a credit (95 USD for 50,000).'],
  },
  {
    slug: 'wappalyzer',
    title: 'Wappalyzer',
    kind: 'company_data',
    baseUrl: 'https://api.wappalyzer.com/v2',
    auth: { scheme: 'header', name: 'x-api-key', required: true },
    status: 'live',
    reason: null,
    bodies: 'json',
    free: false,
    tenancy: 'data',
    accountWords: ['lists'],
    cost: {
      model: 'per_result',
      note: 'Basis: a credit of the smallest plan with an API for each address in store; the answer reports the credits.',
      published: "The provider's pricing page.",
      rates: {
        'GET /lookup': { amount: '0.0225', each: { urls: 1 } },
        'GET /subdomains': { amount: '0.0225', each: { domains: 1 } },
        'GET /verify': '0.0225',
      },
      reported: 'all',
    },
    sources: ["A: the provider's OpenAPI document v2-public.", 'B: plans (450 USD for 20,000 credits).'],
  },
  {
    slug: 'builtwith',
    title: 'BuiltWith',
    kind: 'company_data',
    baseUrl: 'https://api.builtwith.com',
    auth: { scheme: 'query', name: 'KEY', required: true },
    status: 'live',
    reason: null,
    bodies: 'json',
    free: false,
    tenancy: 'data',
    accountWords: ['whoamiv1', 'usagev2', 'agent-auth', 'mppx', 'list-pass'],
    cost: {
      model: 'per_call',
      note: "Basis: the price of the same call in the provider's pay-per-call document.",
      published: "The provider's OpenAPI document of its pay-per-call API.",
      rates: {
        ...Object.fromEntries(BUILTWITH_LOOKUPS.map((name) => [`GET /${name}/api.json`, BUILTWITH_LOOKUP])),
        'GET /ctu3/api.json': BUILTWITH_CALL,
        'GET /vector/v1/api.json': BUILTWITH_CALL,
        'GET /ask1/api.json': BUILTWITH_CALL,
        'POST /v22/api.json': { amount: BUILTWITH_CALL, each: { lookups: 1 } },
        'POST /v22/domain/bulk': { amount: BUILTWITH_CALL, each: { lookups: 1 } },
      },
      free: ['GET /free1/api.json'],
    },
    sources: ['B: OpenAPI documents of the provider as a mirror holds them.'],
  },
  {
    slug: 'crunchbase',
    title: 'Crunchbase',
    kind: 'company_data',
    baseUrl: 'https://api.crunchbase.com/api/v4',
    auth: { scheme: 'header', name: 'X-cb-user-key', required: true },
    status: 'excluded',
    reason:
      'The provider licenses its data per customer and forbids passing its records on; the capability company.funding is the way to ask.',
    bodies: 'json',
    free: false,
    tenancy: 'data',
    cost: { model: 'per_call', note: NO_RATE },
    sources: ['B: OpenAPI document "Enterprise API, 2021-07-16"; licence-gated, terms not read in full.'],
  },
]
