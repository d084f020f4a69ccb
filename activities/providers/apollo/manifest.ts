import { COMPANY_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/company-search.ts'
import { DOMAIN_EMAILS_LIMIT_DEFAULT } from '../../../domain/capabilities/contact-domain-emails.ts'
import { DECISION_MAKERS_LIMIT_DEFAULT } from '../../../domain/capabilities/person-decision-makers.ts'
import { PERSON_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/person-search.ts'
import { atMost, oneOf } from '../../../domain/providers/field-limits.ts'
import { listOffer, lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import { ARTICLES_MAX } from './map-postings.ts'
import { CREDIT_COST } from './raw.ts'

const CREDIT = { cost: CREDIT_COST, costNote: 'price of a credit seen in a public catalog' } as const
const TIMES = { expectedLatencyMs: 1_500, deadlineMs: 10_000 } as const
/** A search and up to ten calls that complete its results, one after the other. */
const PEOPLE = {
  expectedLatencyMs: 3_500,
  deadlineMs: 40_000,
  baseCost: '0',
  costPerResult: CREDIT.cost,
  costNote: 'a credit for each person, at the price seen in a public catalog',
  endpoints: ['POST /mixed_people/api_search', 'POST /people/bulk_match'],
} as const
const COMPANY = {
  ...TIMES,
  ...CREDIT,
  endpoints: ['GET /organizations/enrich'],
  requires: [['domain'], ['linkedin_url'], ['name']],
} as const

/** The company is looked up first, and what belongs to it is a second call. */
const OF_COMPANY = {
  expectedLatencyMs: 3_000,
  deadlineMs: 20_000,
  cost: '0.02',
  costNote: 'two credits, for the company and for a page, at the price seen in a public catalog',
} as const

export const apolloManifest: ProviderManifest = {
  slug: 'apollo',
  title: 'Apollo',
  homepage: 'https://www.apollo.io',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.apollo.io/api/v1',
  // They depend on the plan.
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [
    lookupOffer({
      ...TIMES,
      ...CREDIT,
      capability: 'person.enrich',
      endpoints: ['POST /people/match'],
      requires: [['email'], ['linkedin_url'], ['full_name', 'company']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDIT,
      capability: 'contact.reverse_email',
      endpoints: ['POST /people/match'],
      requires: [['email']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDIT,
      capability: 'person.resolve_profile',
      endpoints: ['POST /people/match'],
      requires: [['full_name', 'domain'], ['full_name', 'company'], ['email']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDIT,
      capability: 'person.job_change',
      endpoints: ['POST /people/match'],
      requires: [['linkedin_url'], ['email'], ['full_name', 'domain'], ['full_name', 'company']],
    }),
    // It knows the addresses of people, and none of roles.
    listOffer({
      ...PEOPLE,
      capability: 'contact.domain_emails',
      defaultLimit: DOMAIN_EMAILS_LIMIT_DEFAULT,
      requires: [['domain']],
      cannotTake: ['department'],
      takes: { type: oneOf(['personal']) },
    }),
    listOffer({
      ...PEOPLE,
      capability: 'person.search',
      defaultLimit: PERSON_SEARCH_LIMIT_DEFAULT,
      requires: [['query'], ['titles'], ['seniorities'], ['domains'], ['locations']],
      cannotTake: ['companies', 'industries'],
    }),
    listOffer({
      ...PEOPLE,
      capability: 'person.decision_makers',
      defaultLimit: DECISION_MAKERS_LIMIT_DEFAULT,
      requires: [['domain']],
      cannotTake: ['departments'],
    }),
    lookupOffer({ ...COMPANY, capability: 'company.enrich' }),
    lookupOffer({ ...COMPANY, capability: 'company.headcount' }),
    lookupOffer({ ...COMPANY, capability: 'company.brand', requires: [['domain'], ['name']] }),
    lookupOffer({
      ...OF_COMPANY,
      capability: 'company.jobs',
      endpoints: ['GET /organizations/enrich', 'GET /organizations/{organization_id}/job_postings'],
      requires: COMPANY.requires,
    }),
    lookupOffer({
      ...OF_COMPANY,
      capability: 'company.news',
      endpoints: ['GET /organizations/enrich', 'POST /news_articles/search'],
      requires: [['domain'], ['name']],
      takes: { limit: atMost(ARTICLES_MAX) },
    }),
    lookupOffer({ ...COMPANY, capability: 'company.funding', requires: [['domain'], ['name']] }),
    lookupOffer({ ...COMPANY, capability: 'company.technologies', requires: [['domain']] }),
    // A page takes one credit, however many companies are on it.
    listOffer({
      ...TIMES,
      capability: 'company.search',
      endpoints: ['POST /mixed_companies/search'],
      baseCost: CREDIT.cost,
      costPerResult: '0',
      defaultLimit: COMPANY_SEARCH_LIMIT_DEFAULT,
      costNote: 'a credit for each page, at the price seen in a public catalog',
      requires: [['industries'], ['locations'], ['technologies']],
      cannotTake: ['query'],
    }),
  ],
  facts: {
    data_region: null,
    retention_days: null,
    source: 'A network of its customers who contribute, public pages and data vendors.',
  },
  sources: [
    'A: its help article on data sharing and its privacy statement (contributor network, public information, vendors).',
    'A: OpenAPI document apollo.json (paths, query parameters, answers, credits of each endpoint, 403 with a code, 422 and 429 with a text; ten people at most in a bulk match).',
    'A: a miss of people/match is a 200 without a person; 422 with a text that names credits means that none are left.',
    'B: price of a credit, from a public catalog.',
    'B: public clients (a locked address comes as a placeholder `email_not_unlocked@…`; a bulk match omits people that it does not find and keeps no order, so people are told apart by id).',
    'The search names people by a covered last name only, so each is completed by a bulk match before it is delivered; a person whose present employer is not the one asked for is left out.',
    'Not offered: phones (they come later, by webhook); departments, industries and employers by name of a person search; addresses of roles; free text of a company search. The age of a company is compared with the companies of the page.',
    'Unconfirmed, so not relied on: whether a search for news takes a first day without a last one (older articles are left out here).',
    'Unconfirmed, so left out: any Retry-After header; limits of calls, which depend on the plan.',
  ],
}
