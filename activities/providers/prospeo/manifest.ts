import { lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import { NOT_STATED } from '../../../domain/providers/facts.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

const CREDIT = { cost: '0.049', costNote: 'a credit of the smallest plan, not confirmed' } as const
const TEN_CREDITS = {
  cost: '0.49',
  costNote: 'ten credits of the smallest plan, not confirmed',
} as const
const TIMES = { expectedLatencyMs: 2_000, deadlineMs: 15_000 } as const
const PERSON = { ...TIMES, ...CREDIT, endpoints: ['POST /enrich-person'] } as const
const COMPANY = { ...TIMES, ...CREDIT, endpoints: ['POST /enrich-company'] } as const

export const prospeoManifest: ProviderManifest = {
  slug: 'prospeo',
  title: 'Prospeo',
  homepage: 'https://prospeo.io',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.prospeo.io',
  // They depend on the plan.
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [
    lookupOffer({
      ...PERSON,
      capability: 'contact.find',
      requires: [
        ['full_name', 'domain'],
        ['full_name', 'company'],
        ['first_name', 'last_name', 'domain'],
        ['first_name', 'last_name', 'company'],
        ['linkedin_url'],
      ],
    }),
    lookupOffer({ ...PERSON, capability: 'contact.find_by_profile', requires: [['linkedin_url']] }),
    lookupOffer({
      ...PERSON,
      ...TEN_CREDITS,
      capability: 'contact.phone',
      requires: [['linkedin_url'], ['email'], ['full_name', 'domain']],
    }),
    lookupOffer({ ...PERSON, capability: 'contact.reverse_email', requires: [['email']] }),
    lookupOffer({
      ...PERSON,
      capability: 'person.enrich',
      requires: [['email'], ['linkedin_url'], ['full_name', 'company']],
    }),
    lookupOffer({
      ...PERSON,
      capability: 'person.resolve_profile',
      requires: [['full_name', 'domain'], ['full_name', 'company'], ['email']],
    }),
    lookupOffer({ ...COMPANY, capability: 'company.enrich', requires: [['domain'], ['linkedin_url'], ['name']] }),
    lookupOffer({ ...COMPANY, capability: 'company.funding', requires: [['domain'], ['name']] }),
    lookupOffer({ ...COMPANY, capability: 'company.technologies', requires: [['domain']] }),
  ],
  facts: NOT_STATED,
  sources: [
    'B: copies of prospeo.io/api-docs/enrich-person and enrich-company (paths, X-KEY, members of `data`, entire answers, error codes, a credit for a match and ten with a mobile, a miss and a repeat are free).',
    "A: the provider's own MCP server (request bodies, VERIFIED and UNVERIFIED, error codes).",
    'The work email is requested with only_verified_email and the mobile with only_verified_mobile, so that a match without one is a free miss.',
    'Unconfirmed, so not relied on: price of a credit (from memory of the price list); limits of calls, which depend on the plan; headers such as x-minute-request-left and any Retry-After.',
    'Left out: search-person and search-company, whose places and industries must be spelled as its suggestions are.',
  ],
}
