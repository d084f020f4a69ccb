import { DOMAIN_EMAILS_LIMIT_DEFAULT } from '../../../domain/capabilities/contact-domain-emails.ts'
import { listOffer, lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import { oneOf } from '../../../domain/providers/field-limits.ts'
import { canFind, personQuery } from './map.ts'
import { DEPARTMENTS_TAKEN, SENIORITIES_TAKEN } from './map-domain.ts'

/** 49 USD a month for 2,000 credits. */
const CREDIT = { cost: '0.0245', costNote: 'list price of a credit' } as const
const HALF_CREDIT = { cost: '0.01225', costNote: 'list price of half a credit' } as const
const ENRICHMENT = {
  cost: '0.0245',
  costNote: 'list price of a full credit (how much of one an enrichment takes is not confirmed)',
} as const
/** It looks a person up by the last part of the profile's address. */
const PROFILE = { field: 'linkedin_url', words: "a person's profile (linkedin.com/in/…)" } as const
const ONLY_PROFILE = { ...PROFILE, words: `${PROFILE.words} where nothing else names the person` } as const
const TIMES = { expectedLatencyMs: 1_500, deadlineMs: 10_000 } as const

export const hunterManifest: ProviderManifest = {
  slug: 'hunter',
  title: 'Hunter',
  homepage: 'https://hunter.io',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.hunter.io/v2',
  // 500 finder calls a minute, up to 15 in one second.
  limits: { concurrency: null, requestsPerSecond: 8, burst: 15 },
  offers: [
    lookupOffer({
      ...TIMES,
      ...CREDIT,
      capability: 'contact.find',
      endpoints: ['GET /email-finder'],
      requires: [
        ['full_name', 'domain'],
        ['full_name', 'company'],
        ['first_name', 'last_name', 'domain'],
        ['first_name', 'last_name', 'company'],
        ['linkedin_url'],
      ],
      conditions: [{ ...ONLY_PROFILE, accepts: canFind }],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDIT,
      capability: 'contact.find_by_profile',
      endpoints: ['GET /email-finder'],
      requires: [['linkedin_url']],
      conditions: [{ ...PROFILE, accepts: canFind }],
    }),
    // It may contact the mailbox's server first.
    lookupOffer({
      ...HALF_CREDIT,
      capability: 'contact.verify',
      endpoints: ['GET /email-verifier'],
      requires: [['email']],
      expectedLatencyMs: 2_500,
      deadlineMs: 20_000,
    }),
    // Hunter charges one credit per ten addresses begun. Nine tenths plus a tenth for each address are never less, and
    // equal for 1, 11, 21 …
    listOffer({
      ...TIMES,
      capability: 'contact.domain_emails',
      endpoints: ['GET /domain-search'],
      requires: [['domain'], ['company']],
      takes: { department: oneOf(DEPARTMENTS_TAKEN), seniority: oneOf(SENIORITIES_TAKEN) },
      baseCost: '0.02205',
      costPerResult: '0.00245',
      defaultLimit: DOMAIN_EMAILS_LIMIT_DEFAULT,
      costNote: 'list price of a credit for every ten addresses',
    }),
    lookupOffer({
      ...TIMES,
      ...CREDIT,
      capability: 'company.email_pattern',
      endpoints: ['GET /domain-search'],
      requires: [['domain'], ['name']],
    }),
    lookupOffer({
      ...TIMES,
      ...ENRICHMENT,
      capability: 'contact.reverse_email',
      endpoints: ['GET /people/find'],
      requires: [['email']],
    }),
    lookupOffer({
      ...TIMES,
      ...ENRICHMENT,
      capability: 'person.resolve_profile',
      endpoints: ['GET /people/find'],
      requires: [['email']],
    }),
    lookupOffer({
      ...TIMES,
      ...ENRICHMENT,
      capability: 'person.enrich',
      endpoints: ['GET /people/find'],
      requires: [['email'], ['linkedin_url']],
      conditions: [{ ...ONLY_PROFILE, accepts: (input) => personQuery(input) !== null }],
    }),
    lookupOffer({
      ...TIMES,
      ...ENRICHMENT,
      capability: 'company.enrich',
      endpoints: ['GET /companies/find'],
      requires: [['domain']],
    }),
    lookupOffer({
      ...TIMES,
      ...ENRICHMENT,
      capability: 'company.funding',
      endpoints: ['GET /companies/find'],
      requires: [['domain']],
    }),
    lookupOffer({
      ...TIMES,
      ...ENRICHMENT,
      capability: 'company.technologies',
      endpoints: ['GET /companies/find'],
      requires: [['domain']],
    }),
  ],
  facts: { data_region: null, retention_days: null, source: 'Public web pages, which it crawls.' },
  sources: [
    'A: its privacy policy (it indexes addresses on public web pages).',
    'B: OpenAPI transcriptions email-finder.yml, email-verifier.yml, domain-search.yml and enrichment.yml (paths, parameters, fields, 202, 404 of the enrichments, 451).',
    "A: the provider's help article on credits (a miss is free, a repeated question too within a billing period, a verification is half a credit, a domain search one for every ten addresses).",
    'B: plans as the pricing page shows them (49 USD for 2,000 credits).',
    'B: apis.io rate-limit profile (15 a second, 500 a minute; 403 is the rate limit, 429 the used-up quota).',
    'Unconfirmed, so not relied on: what a 404 of the finder means (taken as a refused input), any Retry-After header, what an enrichment costs, the order of funding rounds.',
    'Left out: levels and departments of ours that Hunter does not know (such a search is refused before a call); company.search, for how POST /discover names places and industries is not confirmed.',
  ],
}
