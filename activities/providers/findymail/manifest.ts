import { DECISION_MAKERS_LIMIT_DEFAULT } from '../../../domain/capabilities/person-decision-makers.ts'
import { listOffer, lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import { atMostValues } from '../../../domain/providers/field-limits.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import { TITLES_MAX } from './map.ts'

const COST_NOTE = 'price seen in a public catalog'
/** It verifies its results before it answers, which takes a mail server's time. */
const VERIFYING = { costNote: COST_NOTE, expectedLatencyMs: 2_500, deadlineMs: 20_000 } as const
const READING = { costNote: COST_NOTE, expectedLatencyMs: 1_500, deadlineMs: 10_000 } as const

export const findymailManifest: ProviderManifest = {
  slug: 'findymail',
  title: 'Findymail',
  homepage: 'https://www.findymail.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://app.findymail.com',
  limits: { concurrency: 300, requestsPerSecond: null, burst: null },
  offers: [
    lookupOffer({
      ...VERIFYING,
      capability: 'contact.find',
      cost: '0.07',
      endpoints: ['POST /api/search/name', 'POST /api/search/linkedin'],
      requires: [['full_name', 'domain'], ['first_name', 'last_name', 'domain'], ['linkedin_url']],
    }),
    lookupOffer({
      ...VERIFYING,
      capability: 'contact.find_by_profile',
      cost: '0.07',
      endpoints: ['POST /api/search/linkedin'],
      requires: [['linkedin_url']],
    }),
    lookupOffer({
      ...VERIFYING,
      capability: 'contact.verify',
      cost: '0.015',
      endpoints: ['POST /api/verify'],
      requires: [['email']],
    }),
    lookupOffer({
      ...READING,
      capability: 'contact.phone',
      cost: '0.65',
      endpoints: ['POST /api/search/phone'],
      requires: [['linkedin_url']],
    }),
    lookupOffer({
      ...READING,
      capability: 'contact.reverse_email',
      cost: '0.13',
      endpoints: ['POST /api/search/reverse-email'],
      requires: [['email']],
    }),
    lookupOffer({
      ...READING,
      capability: 'person.enrich',
      cost: '0.13',
      endpoints: ['POST /api/search/reverse-email'],
      requires: [['email']],
    }),
    listOffer({
      ...READING,
      capability: 'person.decision_makers',
      baseCost: '0',
      costPerResult: '0.07',
      endpoints: ['POST /api/search/employees'],
      // Its own maximum is five, fewer than the capability's default.
      defaultLimit: DECISION_MAKERS_LIMIT_DEFAULT,
      requires: [['domain', 'titles']],
      cannotTake: ['departments', 'seniorities'],
      takes: { titles: atMostValues(TITLES_MAX) },
    }),
    lookupOffer({
      ...READING,
      capability: 'company.enrich',
      cost: '0.07',
      endpoints: ['POST /api/search/company'],
      requires: [['domain'], ['linkedin_url'], ['name']],
    }),
    lookupOffer({
      ...READING,
      capability: 'company.technologies',
      cost: '0.07',
      endpoints: ['POST /api/technologies'],
      requires: [['domain']],
    }),
  ],
  facts: { data_region: 'eu', retention_days: null, source: 'Data that is available online.' },
  sources: [
    'A: its page about the GDPR, findymail.com/gdpr, of January 2023 (its main servers are in Finland; it processes available online data; it names no retention).',
    'A: documentation at app.findymail.com/docs (bearer token, 300 calls at a time, an error text inside a 200).',
    "A: the provider's own n8n node (routes and bodies of name, linkedin, verify, phone, reverse-email, employees and company; `domain` of the name search is a domain).",
    'B: public clients (fields of every answer; 404 for a miss; 402 when credits are used up; 423 while the subscription is paused; one credit, for a profile two, for a phone ten, only when something is found).',
    'A: every verification is billed, whatever it states.',
    'B: prices, from a public catalog of the same routes.',
    'Unconfirmed, so left out: a company name in place of the domain; what verified: false means (taken as unknown); members of `jobs`; any Retry-After header; contact.domain_emails, whose search requires roles that the capability does not have.',
  ],
}
