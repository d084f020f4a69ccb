import { describe, expect, it } from '@jest/globals'
import { createLeadmagicAdapter } from '../../../activities/providers/leadmagic/adapter.ts'
import { leadmagicManifest } from '../../../activities/providers/leadmagic/manifest.ts'
import {
  companyBody,
  readCompany,
  readFunding,
  readPerson,
  readProfile,
} from '../../../activities/providers/leadmagic/map-records.ts'
import {
  errorCode,
  finderBody,
  readFound,
  readFoundByProfile,
  readVerified,
} from '../../../activities/providers/leadmagic/map.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'
import { adapterContract, type AdapterContract } from './contract-kit.ts'

const common = {
  manifest: leadmagicManifest,
  create: createLeadmagicAdapter,
  rateLimit: fixture('leadmagic/rate-limited'),
  exhausted: fixture('leadmagic/credits-used-up'),
}
const unusable = {
  'an error inside a 200': { json: { success: false, errors: [{ code: 'service_unavailable' }] } },
  'an answer that is no object': { json: 'ok' },
}
const email = { email: 'robin.sample@example.com' }
const linkedin = { linkedin_url: 'https://www.linkedin.com/in/robin-sample-invented' }
const notKnown = { 'a documented 404': fixture('leadmagic/not-found') }

const contracts: readonly Omit<AdapterContract, keyof typeof common>[] = [
  {
    capability: 'contact.find',
    input: { first_name: 'Robin', last_name: 'Sample', domain: 'example.com' },
    success: fixture('leadmagic/found'),
    misses: { ...notKnown, 'a free null email': fixture('leadmagic/miss') },
    unusable,
  },
  {
    capability: 'contact.find_by_profile',
    input: linkedin,
    success: fixture('leadmagic/found-by-profile'),
    misses: { ...notKnown, 'a null email': fixture('leadmagic/found-by-profile-miss') },
    unusable,
  },
  {
    capability: 'contact.personal_email',
    input: linkedin,
    success: fixture('leadmagic/personal-email'),
    misses: { ...notKnown, 'a null email': fixture('leadmagic/personal-email-miss') },
    unusable,
  },
  {
    capability: 'contact.phone',
    input: email,
    success: fixture('leadmagic/phone'),
    misses: { ...notKnown, 'a null number': fixture('leadmagic/phone-miss') },
    unusable,
  },
  {
    capability: 'contact.verify',
    input: email,
    success: fixture('leadmagic/verified'),
    misses: {},
    unusable: {
      ...unusable,
      'an answer without a verdict': { json: { email: 'robin.sample@example.com', credits_consumed: 0 } },
    },
  },
  {
    capability: 'contact.reverse_email',
    input: email,
    success: fixture('leadmagic/profile'),
    misses: { ...notKnown, 'a null profile': fixture('leadmagic/profile-miss') },
    unusable,
  },
  {
    capability: 'person.resolve_profile',
    input: email,
    success: fixture('leadmagic/profile'),
    misses: { ...notKnown, 'a null profile': fixture('leadmagic/profile-miss') },
    unusable,
  },
  {
    capability: 'person.enrich',
    input: linkedin,
    success: fixture('leadmagic/person'),
    misses: { ...notKnown, 'a profile without a name': fixture('leadmagic/person-miss') },
    unusable,
  },
  {
    capability: 'company.enrich',
    input: { domain: 'example.com' },
    success: fixture('leadmagic/company'),
    misses: { ...notKnown, 'a company without a name': fixture('leadmagic/company-miss') },
    unusable,
  },
  {
    capability: 'linkedin.company',
    input: { domain: 'example.com' },
    success: fixture('leadmagic/company'),
    misses: { ...notKnown, 'a company without a name': fixture('leadmagic/company-miss') },
    unusable,
  },
  {
    capability: 'company.headcount',
    input: { domain: 'example.com' },
    success: fixture('leadmagic/company'),
    misses: { ...notKnown, 'a company without a name': fixture('leadmagic/company-miss') },
    unusable,
  },
  {
    capability: 'company.funding',
    input: { domain: 'example.com' },
    success: fixture('leadmagic/funding'),
    misses: { ...notKnown, 'no sum': { json: { basicInfo: {}, credits_consumed: 0 } } },
    unusable,
  },
]
for (const contract of contracts) adapterContract({ ...common, ...contract })

describe('the map of leadmagic', () => {
  it.each([
    [
      { full_name: 'Robin Sample', company: 'Example' },
      { full_name: 'Robin Sample', company_name: 'Example' },
    ],
    [
      { first_name: 'Robin', last_name: 'Sample', domain: 'example.com', company: 'Example' },
      { first_name: 'Robin', last_name: 'Sample', domain: 'example.com' },
    ],
  ])('sends %j', (input, expected) => {
    expect(finderBody(input)).toEqual(expected)
  })

  it('searches a company by all that is known of it', () => {
    expect(companyBody({ domain: 'example.com' })).toEqual({ company_domain: 'example.com' })
    expect(companyBody({ name: 'Example', linkedin_url: 'https://www.linkedin.com/company/x' })).toEqual({
      company_name: 'Example',
      profile_url: 'https://www.linkedin.com/company/x',
    })
  })

  it.each([
    ['valid', 'valid'],
    ['valid_catch_all', 'accept_all'],
    ['catch_all', 'accept_all'],
    ['something new', 'unknown'],
  ])('translates the status %s', (status, expected) => {
    expect(readFound({ email: 'r@example.com', status })).toMatchObject({ email_status: expected })
    expect(readVerified({ email: 'r@example.com', status })).toMatchObject({ status: expected })
    expect(readVerified({ email: 'r@example.com', email_status: status })).toMatchObject({ status: expected })
  })

  it('treats an address that leadmagic calls invalid as a miss', () => {
    expect(readFound({ email: 'r@example.com', status: 'invalid' })).toBeNull()
  })

  it('reads an address found by profile under both of its names', () => {
    expect(readFoundByProfile({ work_email: 'r@example.com' })).toMatchObject({ email: 'r@example.com' })
    expect(readFoundByProfile({ email: 'r@example.com', profile_url: 'linkedin.com/in/r' })).toMatchObject({
      linkedin_url: 'https://linkedin.com/in/r',
    })
  })

  it.each([
    ['robin-sample', 'https://www.linkedin.com/in/robin-sample'],
    ['linkedin.com/in/robin-sample', 'https://linkedin.com/in/robin-sample'],
  ])('makes a URL of the profile %s', (profile_url, linkedin_url) => {
    expect(readProfile({ profile_url })).toMatchObject({ linkedin_url })
  })

  it('reads people, companies and sums', () => {
    expect(readPerson(jsonOf('leadmagic/person'))).toMatchObject({
      full_name: 'Robin Sample',
      title: 'Head of Examples',
      company: {
        name: 'Example Works',
        domain: 'example.com',
        linkedin_url: 'https://linkedin.com/company/example-works-invented',
      },
      location: { city: null, country: 'Germany' },
      experience: [{ title: 'Head of Examples', company: 'Example Works' }],
    })
    expect(readCompany(jsonOf('leadmagic/company'))).toMatchObject({
      domain: 'example.com',
      employees: 42,
      employee_range: '11-50',
      founded_year: 2012,
      headquarters: { city: 'Sampleton', region: 'Examplia', country: 'DE' },
      tags: ['Examples', 'Samples'],
    })
    expect(readFunding(jsonOf('leadmagic/funding'))).toEqual({
      total_raised_usd: 1_500_000,
      last_round: null,
      rounds: null,
    })
  })

  it('reads the code of an error', () => {
    expect(errorCode({ success: false, errors: [{ code: 'insufficient_credits' }] })).toBe('insufficient_credits')
  })
})
