import { describe, expect, it } from '@jest/globals'
import { createProspeoAdapter } from '../../../activities/providers/prospeo/adapter.ts'
import { prospeoManifest } from '../../../activities/providers/prospeo/manifest.ts'
import {
  companyBody,
  matchOf,
  personBody,
  readCompany,
  readContact,
  readFunding,
  readPerson,
  readPhone,
  readTechnologies,
} from '../../../activities/providers/prospeo/map.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'
import { adapterContract, type AdapterContract } from './contract-kit.ts'

const common = {
  manifest: prospeoManifest,
  create: createProspeoAdapter,
  rateLimit: fixture('prospeo/rate-limited'),
  exhausted: fixture('prospeo/credits-used-up'),
}
const noMatch = { 'a documented 400 NO_MATCH': fixture('prospeo/no-match') }
const unusable = {
  'an error inside a 200': { json: { error: true, error_code: 'INTERNAL_ERROR' } },
  'an answer without a word on errors': { json: { person: null } },
  'an answer that is no object': { json: [] },
}
const covered = { ...noMatch, 'one that is covered by stars': fixture('prospeo/person-covered') }
const misses = {
  ...noMatch,
  'a match without a person': { json: { error: false, person: { person_id: '1' }, company: null } },
}
const person = { success: fixture('prospeo/person'), misses: misses, unusable }
const company = {
  success: fixture('prospeo/company'),
  input: { domain: 'example.com' },
  misses: { ...noMatch, 'a match without a company': { json: { error: false, company: null } } },
  unusable,
}
const linkedin = { linkedin_url: 'https://www.linkedin.com/in/robin-sample-invented' }
const email = { email: 'robin.sample@example.com' }

const contracts: readonly Omit<AdapterContract, keyof typeof common>[] = [
  {
    ...person,
    capability: 'contact.find',
    input: { full_name: 'Robin Sample', domain: 'example.com' },
    misses: covered,
  },
  { ...person, capability: 'contact.find_by_profile', input: linkedin, misses: covered },
  {
    ...person,
    capability: 'contact.phone',
    input: linkedin,
    success: fixture('prospeo/person-with-mobile'),
    misses: covered,
  },
  { ...person, capability: 'contact.reverse_email', input: email },
  { ...person, capability: 'person.enrich', input: email },
  { ...person, capability: 'person.resolve_profile', input: email },
  { ...company, capability: 'company.enrich' },
  { ...company, capability: 'company.funding' },
  { ...company, capability: 'company.technologies' },
]
for (const contract of contracts) adapterContract({ ...common, ...contract })

describe('the map of prospeo', () => {
  it.each([
    [
      { full_name: 'Robin Sample', domain: 'example.com' },
      'email',
      { only_verified_email: true, data: { full_name: 'Robin Sample', company_website: 'example.com' } },
    ],
    [
      { first_name: 'Robin', last_name: 'Sample', company: 'Example' },
      null,
      { data: { first_name: 'Robin', last_name: 'Sample', company_name: 'Example' } },
    ],
    [
      { linkedin_url: 'https://www.linkedin.com/in/r' },
      'mobile',
      { enrich_mobile: true, only_verified_mobile: true, data: { linkedin_url: 'https://www.linkedin.com/in/r' } },
    ],
  ] as const)('sends %j for its %s', (input, only, expected) => {
    expect(personBody(input, only)).toEqual(expected)
  })

  it('searches a company by all that is known of it', () => {
    expect(companyBody({ domain: 'example.com', name: 'Example' })).toEqual({
      data: { company_website: 'example.com', company_name: 'Example' },
    })
  })

  it('omits an address and a number that is masked', () => {
    const match = matchOf(jsonOf('prospeo/person-covered'))
    expect([readContact(match), readPhone(match)]).toEqual([null, null])
    expect(readPerson(match)).toMatchObject({ full_name: 'Robin Sample', emails: [], phones: [], company: null })
  })

  it('distinguishes a verified address from another one', () => {
    const contact = (status: string) =>
      readContact({ person: { email: { status, email: 'r@example.com', revealed: true } }, company: null })
    expect([contact('VERIFIED'), contact('UNVERIFIED')]).toMatchObject([
      { email_status: 'valid' },
      { email_status: 'unknown' },
    ])
  })

  it('reads people and companies', () => {
    expect(readPerson(matchOf(jsonOf('prospeo/person-with-mobile')))).toMatchObject({
      seniority: 'Head',
      phones: ['+15550100123'],
      emails: ['robin.sample@example.com'],
      company: { domain: 'example.com' },
      experience: [{ title: 'Head of Examples', company: 'Example Works', started_on: '2020-03', ended_on: null }],
    })
    const match = matchOf(jsonOf('prospeo/company'))
    expect(readCompany(match)).toMatchObject({
      name: 'Example Works',
      employees: 42,
      employee_range: '11-50',
      founded_year: 2012,
      headquarters: { country: 'Germany' },
    })
    expect(readFunding(match)).toMatchObject({
      total_raised_usd: 1_500_000,
      last_round: { type: 'Series A', date: '2020-03-01', amount_usd: null },
      rounds: [{}, { amount_usd: 500_000 }],
    })
    expect(readTechnologies(match)).toMatchObject({
      technologies: [
        { name: 'nginx', category: 'Web server' },
        { name: 'Example Analytics', category: null },
      ],
    })
  })
})
