import { describe, expect, it } from '@jest/globals'
import { createFindymailAdapter } from '../../../activities/providers/findymail/adapter.ts'
import { findymailManifest } from '../../../activities/providers/findymail/manifest.ts'
import { readPerson, readPhone, readVerdict } from '../../../activities/providers/findymail/map-records.ts'
import {
  employeesBody,
  readContact,
  readEmployees,
  searchRequest,
} from '../../../activities/providers/findymail/map.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'
import { adapterContract, type AdapterContract } from './contract-kit.ts'

const common = {
  manifest: findymailManifest,
  create: createFindymailAdapter,
  rateLimit: fixture('findymail/rate-limited'),
  exhausted: fixture('findymail/credits-used-up'),
  statuses: { 423: { outcome: 'provider_error', accountExhausted: true } },
} as const
const unusable = {
  'used-up credits inside a 200': fixture('findymail/credits-used-up'),
  'another error inside a 200': { json: { error: 'Something broke' } },
  'an answer that is no object': { json: 'ok' },
}
const contacts = {
  success: fixture('findymail/found'),
  misses: {
    'a contact that is null': fixture('findymail/miss'),
    'a contact without an email': { json: { contact: { name: 'Robin', email: null } } },
    'a documented 404': fixture('findymail/not-found'),
  },
  unusable: { ...unusable, 'an answer that is a list': { json: [] } },
}
const email = { email: 'robin.sample@example.com' }
const linkedin = { linkedin_url: 'https://www.linkedin.com/in/robin-sample-invented' }
const notFound = { 'a documented 404': fixture('findymail/not-found') }

const contracts: readonly Omit<AdapterContract, keyof typeof common>[] = [
  { ...contacts, capability: 'contact.find', input: { full_name: 'Robin van Sample', domain: 'example.com' } },
  { ...contacts, capability: 'contact.find_by_profile', input: linkedin },
  {
    capability: 'contact.verify',
    input: email,
    success: fixture('findymail/verified'),
    misses: {},
    unusable: { ...unusable, 'an answer without a verdict': { json: { email: 'robin.sample@example.com' } } },
  },
  {
    capability: 'contact.phone',
    input: linkedin,
    success: fixture('findymail/phone'),
    misses: { ...notFound, 'a null number': fixture('findymail/phone-miss') },
    unusable,
  },
  {
    capability: 'contact.reverse_email',
    input: email,
    success: fixture('findymail/reverse'),
    misses: { ...notFound, 'no profile': fixture('findymail/reverse-miss') },
    unusable,
  },
  {
    capability: 'person.enrich',
    input: email,
    success: fixture('findymail/reverse'),
    misses: { ...notFound, 'no profile': fixture('findymail/reverse-miss') },
    unusable,
  },
  {
    capability: 'person.decision_makers',
    input: { domain: 'example.com', titles: ['CEO', 'CFO'] },
    success: fixture('findymail/employees'),
    units: 2,
    misses: { ...notFound, 'an empty list': { json: [] }, 'an empty list under data': { json: { data: [] } } },
    unusable,
  },
  {
    capability: 'company.enrich',
    input: { domain: 'example.com' },
    success: fixture('findymail/company'),
    misses: { ...notFound, nulls: fixture('findymail/company-miss') },
    unusable,
  },
  {
    capability: 'company.technologies',
    input: { domain: 'example.com' },
    success: fixture('findymail/technologies'),
    misses: { ...notFound, 'an empty list': fixture('findymail/technologies-miss') },
    unusable,
  },
]
for (const contract of contracts) adapterContract({ ...common, ...contract })

describe('the map of findymail', () => {
  it.each([
    [
      { full_name: 'Robin Sample', domain: 'example.com', linkedin_url: 'https://www.linkedin.com/in/r' },
      { path: '/api/search/name', body: { name: 'Robin Sample', domain: 'example.com' } },
    ],
    [
      { first_name: 'Robin', last_name: 'Sample', domain: 'example.com' },
      { path: '/api/search/name', body: { name: 'Robin Sample', domain: 'example.com' } },
    ],
    [
      { linkedin_url: 'https://www.linkedin.com/in/r' },
      { path: '/api/search/linkedin', body: { linkedin_url: 'https://www.linkedin.com/in/r' } },
    ],
    [{ full_name: 'Robin Sample', company: 'Example' }, null],
  ])('sends %j', (input, expected) => {
    expect(searchRequest(input)).toEqual(expected)
  })

  it('splits the one name that it gets', () => {
    expect(readContact({ contact: { name: 'Robin van Sample', email: 'r@example.com' } })).toMatchObject({
      first_name: 'Robin',
      last_name: 'van Sample',
    })
  })

  it('reports an address as valid only where findymail verified it, and unknown otherwise', () => {
    expect(readVerdict({ verified: true })).toMatchObject({ status: 'valid' })
    expect(readVerdict({ verified: false })).toMatchObject({ status: 'unknown' })
  })

  it.each([
    ['Mobile', 'mobile'],
    ['Landline', 'landline'],
    ['VoIP', 'voip'],
    ['satellite', null],
  ])('recognises a %s line', (line_type, type) => {
    expect(readPhone({ phone: '+1 (555) 010-0123', line_type })).toEqual({
      phone: '+15550100123',
      type,
      country: null,
      confidence: null,
    })
  })

  it('ignores a number without its country', () => {
    expect(readPhone({ phone: '555 010 0123' })).toBeNull()
  })

  it('completes a person from the profile behind an address', () => {
    expect(readPerson(jsonOf('findymail/reverse'))).toMatchObject({
      full_name: 'Robin Sample',
      title: 'Head of Examples',
      company: { name: 'Example Works', domain: 'example.com' },
      education: [{ school: 'Example University', field: 'Examples' }],
      skills: ['Examples', 'Operations'],
      experience: null,
    })
  })

  it('requests no more decision makers than findymail gives, and none by department', () => {
    expect(employeesBody({ domain: 'example.com', titles: ['CEO'], limit: 50 })?.body).toEqual({
      website: 'example.com',
      job_titles: ['CEO'],
      count: 5,
    })
    expect(employeesBody({ domain: 'example.com', titles: ['CEO'], limit: 2 })?.body).toMatchObject({ count: 2 })
    expect(employeesBody({ domain: 'example.com', titles: ['CEO'], departments: ['sales'] })).toBeNull()
    expect(
      employeesBody({ domain: 'example.com', titles: Array.from({ length: 11 }, (_, n) => `Title ${n}`) }),
    ).toBeNull()
  })

  it('lists no more than requested', () => {
    expect(readEmployees([{ name: 'A B' }, { name: 'C D' }], { domain: 'example.com', limit: 1 })?.items).toHaveLength(
      1,
    )
  })
})
