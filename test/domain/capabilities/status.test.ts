import { describe, expect, it } from '@jest/globals'
import { MANIFESTS } from '../../../activities/providers/manifests.ts'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import { capabilityStatus } from '../../../domain/capabilities/status.ts'
import { buildOffer } from '../routing/build-routing.ts'

const manifest = (environment: 'live' | 'test', ...capabilities: string[]) => ({
  environment,
  offers: capabilities.map((capability) => buildOffer('one', { capability }).offer),
})

describe('the status of a capability', () => {
  it.each([
    ['live when a live provider offers it', [manifest('live', 'contact.find')], 'live'],
    [
      'live when one of several does',
      [manifest('test', 'contact.find'), manifest('live'), manifest('live', 'contact.phone', 'contact.find')],
      'live',
    ],
    ['coming_soon when only the sandbox offers it', [manifest('test', 'contact.find')], 'coming_soon'],
    [
      'coming_soon when live providers offer other things',
      [manifest('live', 'contact.find_by_profile')],
      'coming_soon',
    ],
    ['coming_soon without any provider', [], 'coming_soon'],
  ] as const)('is %s', (_, manifests, status) => {
    expect(capabilityStatus('contact.find', manifests)).toBe(status)
  })

  it('is live where this build has an adapter, and the sandbox alone makes nothing live', () => {
    const statuses = new Map(CAPABILITIES.map(({ slug }) => [slug, capabilityStatus(slug, MANIFESTS)]))
    for (const slug of ['contact.find', 'contact.verify', 'web.search', 'company.filings'])
      expect([slug, statuses.get(slug)]).toEqual([slug, 'live'])
    const sandboxAlone = MANIFESTS.filter(({ environment }) => environment === 'test')
    expect(CAPABILITIES.map(({ slug }) => capabilityStatus(slug, sandboxAlone))).toEqual(
      CAPABILITIES.map(() => 'coming_soon'),
    )
  })
})

describe('the offers of this build', () => {
  const offers = MANIFESTS.flatMap(({ slug, offers: ofProvider }) =>
    ofProvider.map((offer) => [`${offer.capability} of ${slug}`, offer] as const),
  )

  it.each(offers)(
    '%s is of a known capability, requires inputs that exist, and is priced the way the capability is billed',
    (_name, offer) => {
      const capability = CAPABILITIES.find(({ slug }) => slug === offer.capability)
      if (capability === undefined) throw new Error('no such capability')
      const members = Object.keys(capability.inputSchema.properties)
      for (const set of offer.requires) expect(members).toEqual(expect.arrayContaining([...set]))
      expect(offer.pricing.model === 'metered').toBe(capability.billing === 'metered')
    },
  )
})
