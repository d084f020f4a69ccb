import { describe, expect, it } from '@jest/globals'
import { createFindymailAdapter } from '../../../activities/providers/findymail/adapter.ts'
import { findymailManifest } from '../../../activities/providers/findymail/manifest.ts'
import { readContact, searchRequest } from '../../../activities/providers/findymail/map.ts'
import { fixture } from '../../fixtures/load.ts'
import { adapterContract } from './contract-kit.ts'

adapterContract({
  manifest: findymailManifest,
  capability: 'contact.find',
  input: { full_name: 'Robin van Sample', domain: 'example.com' },
  create: createFindymailAdapter,
  success: fixture('findymail/found'),
  misses: {
    'a contact that is null': fixture('findymail/miss'),
    'a contact without an email': { json: { contact: { name: 'Robin', email: null } } },
    'a 404 that says so': fixture('findymail/not-found'),
  },
  unusable: {
    'used-up credits inside a 200': fixture('findymail/credits-used-up'),
    'another error inside a 200': { json: { error: 'Something broke' } },
    'an answer that is no object': { json: [] },
  },
  statuses: { 423: { outcome: 'provider_error', accountExhausted: true } },
})

describe('the map of findymail', () => {
  it.each([
    [{ full_name: 'Robin Sample', domain: 'example.com', linkedin_url: 'https://www.linkedin.com/in/r' }, { path: '/api/search/name', body: { name: 'Robin Sample', domain: 'example.com' } }],
    [{ first_name: 'Robin', last_name: 'Sample', domain: 'example.com' }, { path: '/api/search/name', body: { name: 'Robin Sample', domain: 'example.com' } }],
    [{ linkedin_url: 'https://www.linkedin.com/in/r' }, { path: '/api/search/linkedin', body: { linkedin_url: 'https://www.linkedin.com/in/r' } }],
    [{ full_name: 'Robin Sample', company: 'Example' }, null],
  ])('asks about %j', (input, expected) => {
    expect(searchRequest(input)).toEqual(expected)
  })

  it('splits the one name that it gets', () => {
    expect(readContact({ contact: { name: 'Robin van Sample', email: 'r@example.com' } })).toMatchObject({ first_name: 'Robin', last_name: 'van Sample' })
  })
})
