import { COMPANY_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/company-search.ts'
import { DECISION_MAKERS_LIMIT_DEFAULT } from '../../../domain/capabilities/person-decision-makers.ts'
import { PERSON_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/person-search.ts'
import { listOffer, lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import { atMost, oneOf } from '../../../domain/providers/field-limits.ts'
import { DEPARTMENTS_TAKEN, employerOf, LEVELS_TAKEN } from './query.ts'
import { CREDIT_COSTS } from './raw.ts'

const PERSON = { cost: CREDIT_COSTS.person, costNote: 'price of a person match seen in a public catalog' } as const
const COMPANY = { cost: CREDIT_COSTS.company, costNote: 'price of a company match seen in a public catalog' } as const
const TIMES = { expectedLatencyMs: 1_200, deadlineMs: 10_000 } as const

/** Ten a minute. */
const SEARCHES = { limits: { concurrency: null, requestsPerSecond: 10 / 60, burst: 10 } } as const

export const peopledatalabsManifest: ProviderManifest = {
  slug: 'peopledatalabs',
  title: 'People Data Labs',
  homepage: 'https://www.peopledatalabs.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.peopledatalabs.com',
  // Of the enrichments: a thousand a minute. The searches have a separate limit.
  limits: { concurrency: null, requestsPerSecond: 16, burst: 32 },
  offers: [
    lookupOffer({
      ...TIMES,
      ...PERSON,
      capability: 'person.enrich',
      endpoints: ['GET /v5/person/enrich'],
      requires: [['email'], ['linkedin_url'], ['phone'], ['full_name', 'company']],
    }),
    lookupOffer({
      ...TIMES,
      ...PERSON,
      capability: 'person.job_change',
      endpoints: ['GET /v5/person/enrich'],
      requires: [['linkedin_url'], ['email'], ['full_name', 'domain'], ['full_name', 'company']],
    }),
    lookupOffer({
      ...TIMES,
      ...PERSON,
      capability: 'person.resolve_profile',
      endpoints: ['GET /v5/person/enrich'],
      requires: [['phone'], ['email'], ['full_name', 'domain'], ['full_name', 'company']],
    }),
    listOffer({
      ...TIMES,
      ...SEARCHES,
      capability: 'person.decision_makers',
      endpoints: ['POST /v5/person/search'],
      baseCost: '0',
      costPerResult: PERSON.cost,
      defaultLimit: DECISION_MAKERS_LIMIT_DEFAULT,
      costNote: 'a credit for each record, at the price of a person match',
      requires: [['domain'], ['linkedin_url'], ['company']],
      conditions: [
        {
          field: 'linkedin_url',
          accepts: (input) => employerOf(input) !== null,
          words: "a company's page (linkedin.com/company/…) where nothing else names the company",
        },
      ],
      takes: { departments: oneOf(DEPARTMENTS_TAKEN), seniorities: oneOf(LEVELS_TAKEN) },
    }),
    lookupOffer({
      ...TIMES,
      ...PERSON,
      capability: 'contact.reverse_email',
      endpoints: ['GET /v5/person/enrich'],
      requires: [['email']],
    }),
    lookupOffer({
      ...TIMES,
      ...PERSON,
      capability: 'contact.phone',
      endpoints: ['GET /v5/person/enrich'],
      requires: [['linkedin_url'], ['email'], ['full_name', 'domain']],
    }),
    lookupOffer({
      ...TIMES,
      ...PERSON,
      capability: 'contact.personal_email',
      endpoints: ['GET /v5/person/enrich'],
      requires: [['linkedin_url'], ['email'], ['full_name', 'domain'], ['full_name', 'company']],
    }),
    listOffer({
      ...TIMES,
      ...SEARCHES,
      capability: 'person.search',
      endpoints: ['POST /v5/person/search'],
      baseCost: '0',
      costPerResult: PERSON.cost,
      defaultLimit: PERSON_SEARCH_LIMIT_DEFAULT,
      costNote: 'a credit for each record, at the price of a person match',
      requires: [['titles'], ['seniorities'], ['domains'], ['companies'], ['industries'], ['locations']],
      cannotTake: ['query'],
      takes: { page: atMost(1), seniorities: oneOf(LEVELS_TAKEN) },
    }),
    lookupOffer({
      ...TIMES,
      ...COMPANY,
      capability: 'company.enrich',
      endpoints: ['GET /v5/company/enrich'],
      requires: [['domain'], ['linkedin_url'], ['name']],
    }),
    lookupOffer({
      ...TIMES,
      ...COMPANY,
      capability: 'company.headcount',
      endpoints: ['GET /v5/company/enrich'],
      requires: [['domain'], ['linkedin_url'], ['name']],
    }),
    listOffer({
      ...TIMES,
      ...SEARCHES,
      capability: 'company.search',
      endpoints: ['POST /v5/company/search'],
      baseCost: '0',
      costPerResult: COMPANY.cost,
      defaultLimit: COMPANY_SEARCH_LIMIT_DEFAULT,
      costNote: 'a credit for each record, at the price of a company match',
      requires: [['query'], ['industries'], ['locations']],
      cannotTake: ['technologies'],
      takes: { page: atMost(1) },
    }),
  ],
  facts: {
    data_region: null,
    retention_days: null,
    source: 'A data union of its customers, licensed data and public records.',
  },
  sources: [
    'A: its pages on data sources and privacy (data union, proprietary and public sources).',
    'A: OpenAPI document peopledatalabs.json (paths, parameters, fields of a person and of a company, 402, 404, 405, 429).',
    'A: docs.peopledatalabs.com (a person comes in `data` next to `likelihood`, a company at the top, a search as a list in `data`; 404 is a free miss; a credit for each match or record; 1,000 enrichments and 10 searches a minute).',
    'A: contact fields may hold booleans where the account may not see the value; such a field is a miss.',
    'A: docs.peopledatalabs.com, job title roles (names of departments), company schema and its record (growth and counts by month and role, in larger bundles), searches by Elasticsearch queries with match.',
    'B: prices, from a public catalog.',
    'Not offered: pages beyond the first of a search (they go by a token), free text of people, and technologies, which the documents name no field for; departments of management and IT, which are no roles there.',
    'Unconfirmed, and taken as written: whether `summary` and `tags` of a company are searched word by word.',
    'Unconfirmed, so left out: any Retry-After header; whether both searches share their ten calls a minute (taken as ten each).',
  ],
}
