import { describe, expect, it } from '@jest/globals'
import { createLeadmagicAdapter } from '../../../activities/providers/leadmagic/adapter.ts'
import { leadmagicManifest } from '../../../activities/providers/leadmagic/manifest.ts'
import { errorCode, finderBody, readFound } from '../../../activities/providers/leadmagic/map.ts'
import { fixture } from '../../fixtures/load.ts'
import { adapterContract } from './contract-kit.ts'

adapterContract({
  manifest: leadmagicManifest,
  capability: 'contact.find',
  input: { first_name: 'Robin', last_name: 'Sample', domain: 'example.com' },
  create: createLeadmagicAdapter,
  success: fixture('leadmagic/found'),
  misses: { 'a null email that cost nothing': fixture('leadmagic/miss') },
  unusable: {
    'an error inside a 200': { json: { success: false, errors: [{ code: 'service_unavailable' }] } },
    'an answer that is no object': { json: 'ok' },
  },
})

describe('the map of leadmagic', () => {
  it.each([
    [{ full_name: 'Robin Sample', company: 'Example' }, { full_name: 'Robin Sample', company_name: 'Example' }],
    [{ first_name: 'Robin', last_name: 'Sample', domain: 'example.com', company: 'Example' }, { first_name: 'Robin', last_name: 'Sample', domain: 'example.com' }],
  ])('asks about %j', (input, expected) => {
    expect(finderBody(input)).toEqual(expected)
  })

  it.each([['valid', 'valid'], ['valid_catch_all', 'accept_all'], ['catch_all', 'accept_all'], ['something new', 'unknown']])('translates the status %s', (status, expected) => {
    expect(readFound({ email: 'r@example.com', status })).toMatchObject({ email_status: expected })
  })

  it('takes an address that leadmagic calls invalid for a miss', () => {
    expect(readFound({ email: 'r@example.com', status: 'invalid' })).toBeNull()
  })

  it('reads the code of an error', () => {
    expect(errorCode({ success: false, errors: [{ code: 'insufficient_credits' }] })).toBe('insufficient_credits')
  })
})
