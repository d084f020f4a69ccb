import { describe, expect, it } from '@jest/globals'
import { createWappalyzerAdapter } from '../../../activities/providers/wappalyzer/adapter.ts'
import { wappalyzerManifest } from '../../../activities/providers/wappalyzer/manifest.ts'
import { itemOf, readTechnologies } from '../../../activities/providers/wappalyzer/map.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { adapterContract } from './contract-kit.ts'

adapterContract({
  manifest: wappalyzerManifest,
  capability: 'company.technologies',
  input: { domain: 'example.com' },
  create: createWappalyzerAdapter,
  success: fixture('wappalyzer/found'),
  misses: {
    'a site that is yet to be crawled': fixture('wappalyzer/pending'),
    'a site without technologies': { json: [{ url: 'https://example.com', technologies: [] }] },
  },
  unusable: {
    'an item that failed': fixture('wappalyzer/failed'),
    'an empty list': { json: [] },
    'an object': { json: {} },
  },
  rateLimit: fixture('wappalyzer/rate-limited'),
  exhausted: fixture('wappalyzer/credits-used-up'),
})

describe('the map of wappalyzer', () => {
  it('reads technologies with the day they were confirmed', () => {
    const item: JsonObject | null = itemOf(fixture('wappalyzer/found').json as JsonObject[])
    expect(readTechnologies(item ?? {})).toEqual({
      technologies: [
        { name: 'Nginx', category: 'Web servers', first_seen: null, last_seen: '2025-09-01' },
        { name: 'Example Analytics', category: null, first_seen: null, last_seen: '2025-08-01' },
      ],
    })
  })
})
