import { lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import { NOT_STATED } from '../../../domain/providers/facts.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

/** A credit of the smallest plan is 0.024 USD: 60 USD for 2,500. */
const CREDITS = {
  quarter: { cost: '0.006', costNote: 'list price of a quarter of a credit in the smallest plan' },
  one: { cost: '0.024', costNote: 'list price of a credit in the smallest plan' },
  two: { cost: '0.048', costNote: 'list price of two credits in the smallest plan' },
  four: { cost: '0.096', costNote: 'list price of four credits in the smallest plan' },
  five: { cost: '0.12', costNote: 'list price of five credits in the smallest plan' },
  ten: { cost: '0.24', costNote: 'list price of ten credits in the smallest plan' },
} as const
const TIMES = { expectedLatencyMs: 1_500, deadlineMs: 10_000 } as const

export const leadmagicManifest: ProviderManifest = {
  slug: 'leadmagic',
  title: 'LeadMagic',
  homepage: 'https://leadmagic.io',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.leadmagic.io',
  // The strictest published limit of the routes below: 300 a minute.
  limits: { concurrency: null, requestsPerSecond: 5, burst: 10 },
  offers: [
    lookupOffer({
      ...TIMES,
      ...CREDITS.one,
      capability: 'contact.find',
      endpoints: ['POST /v1/people/email-finder'],
      requires: [
        ['full_name', 'domain'],
        ['full_name', 'company'],
        ['first_name', 'last_name', 'domain'],
        ['first_name', 'last_name', 'company'],
      ],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDITS.five,
      capability: 'contact.find_by_profile',
      endpoints: ['POST /v1/people/b2b-profile-email'],
      requires: [['linkedin_url']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDITS.two,
      capability: 'contact.personal_email',
      endpoints: ['POST /v1/people/personal-email-finder'],
      requires: [['linkedin_url']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDITS.five,
      capability: 'contact.phone',
      endpoints: ['POST /v1/people/mobile-finder'],
      requires: [['linkedin_url'], ['email']],
    }),
    // It may contact the mailbox's server first.
    lookupOffer({
      ...TIMES,
      deadlineMs: 20_000,
      ...CREDITS.quarter,
      capability: 'contact.verify',
      endpoints: ['POST /v1/people/email-validation'],
      requires: [['email']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDITS.ten,
      capability: 'contact.reverse_email',
      endpoints: ['POST /v1/people/b2b-profile'],
      requires: [['email']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDITS.ten,
      capability: 'person.resolve_profile',
      endpoints: ['POST /v1/people/b2b-profile'],
      requires: [['email']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDITS.one,
      capability: 'person.enrich',
      endpoints: ['POST /v1/people/profile-search'],
      requires: [['linkedin_url']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDITS.one,
      capability: 'company.enrich',
      endpoints: ['POST /v1/companies/company-search'],
      requires: [['domain'], ['linkedin_url'], ['name']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDITS.one,
      capability: 'linkedin.company',
      endpoints: ['POST /v1/companies/company-search'],
      requires: [['linkedin_url'], ['domain'], ['name']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDITS.one,
      capability: 'company.headcount',
      endpoints: ['POST /v1/companies/company-search'],
      requires: [['domain'], ['linkedin_url'], ['name']],
    }),
    lookupOffer({
      ...TIMES,
      ...CREDITS.four,
      capability: 'company.funding',
      endpoints: ['POST /v1/companies/company-funding'],
      requires: [['domain'], ['name']],
    }),
  ],
  facts: NOT_STATED,
  sources: [
    'A: OpenAPI 1.4.35 and 1.5.0 in LeadMagic/leadmagic-openapi (key header, requests, responses; README: routes of 1.5.0 under /v1 and credits of each).',
    'A: leadmagic.io/docs/v1/reference (email-finder, profile-to-email, email-to-profile: status words, fields, misses are free), docs/v1/making-api-calls (404, 429 with Retry-After, error shape), docs/v1/credits (plans).',
    'Two documents differ, both are read: `work_email` and `email` of b2b-profile-email, `email_status` and `status` of the validation.',
    'Unconfirmed, so left out: a profile address in place of name and company in the finder; which of work_email and personal_email an address is (sent as work_email); technographics, competitors and job changes, of which only the routes are known; rounds behind the sum of the funding.',
  ],
}
