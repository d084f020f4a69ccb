import { describe, expect, it } from '@jest/globals'
import { createBuiltwithAdapter } from '../../../activities/providers/builtwith/adapter.ts'
import { builtwithManifest } from '../../../activities/providers/builtwith/manifest.ts'
import { readErrors, readTechnologies } from '../../../activities/providers/builtwith/map.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'
import { adapterContract } from './contract-kit.ts'

adapterContract({
  manifest: builtwithManifest,
  capability: 'company.technologies',
  input: { domain: 'example.com' },
  create: createBuiltwithAdapter,
  success: fixture('builtwith/found'),
  misses: {
    'a documented error': fixture('builtwith/not-known'),
    'results without technologies': { json: { Results: [{ Result: { Paths: [] } }] } },
  },
  unusable: {
    'another error inside a 200': fixture('builtwith/error'),
    'no results and no error': { json: { Results: null } },
    'a list': { json: [] },
  },
  rateLimit: fixture('builtwith/rate-limited'),
  exhausted: fixture('builtwith/credits-used-up'),
})

describe('the map of builtwith', () => {
  it('names a technology once, over the entire time it was seen anywhere on the site', () => {
    expect(readTechnologies(jsonOf('builtwith/found'))).toEqual({
      technologies: [
        { name: 'nginx', category: 'Web Server', first_seen: '2019-01-01', last_seen: '2025-09-01' },
        { name: 'Example Analytics', category: 'analytics', first_seen: '2021-01-01', last_seen: '2025-09-01' },
      ],
    })
  })

  it.each([
    ['not-known', 'not known'],
    ['credits-used-up', 'account'],
    ['error', 'other'],
    ['found', 'none'],
  ])('reads the errors of %s', (name, meaning) => {
    expect(readErrors(jsonOf(`builtwith/${name}`))).toBe(meaning)
  })
})
