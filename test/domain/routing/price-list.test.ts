import { describe, expect, it } from '@jest/globals'
import { MANIFESTS } from '../../../activities/providers/manifests.ts'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { priceListOf } from '../../../domain/routing/price-list.ts'
import type { Pricing } from '../../../domain/providers/manifest.ts'

const usd = parseUsd
const [manifest] = MANIFESTS.filter(({ environment, offers }) => environment === 'live' && offers.length > 0)
const [offer] = manifest?.offers ?? []
const [capability] = CAPABILITIES.filter(({ slug }) => slug === offer?.capability)

describe('the price list', () => {
  /** Providers of one capability, with these prices. */
  const listed = (...prices: readonly Pricing[]) => {
    if (manifest === undefined || offer === undefined || capability === undefined) throw new Error('no live offer')
    const manifests = prices.map((pricing, index) => ({
      ...manifest,
      slug: `provider-${index}`,
      offers: [{ ...offer, pricing }],
    }))
    return priceListOf([capability], [...manifests, { ...manifest, environment: 'test' as const }])[0]
  }
  const flat = (amount: string): Pricing => ({ model: 'flat', amount: usd(amount) })
  const metered: Pricing = { model: 'metered', base: usd('0.01'), perResult: usd('0.002'), defaultLimit: 20 }

  it.each([
    ['one provider', [flat('0.05')], { providers: 1, from: usd('0.05'), to: usd('0.05'), results: null }],
    ['several', [flat('0.05'), flat('0.02'), flat('0.3')], { providers: 3, from: usd('0.02'), to: usd('0.3') }],
    ['one that is free', [flat('0.02'), flat('0.00')], { from: 0n, to: usd('0.02') }],
    ['a metered one: its usual results', [metered], { from: usd('0.05'), to: usd('0.05'), results: 20 }],
    ['none but the simulated ones', [], { providers: 0, from: 0n, to: 0n }],
  ])('has the least and the most of %s', (_, prices, expected) => {
    expect(listed(...prices)).toMatchObject(expected)
  })

  it('has every capability once, in the order of the catalog', () => {
    expect(priceListOf(CAPABILITIES, MANIFESTS).map((one) => one.capability)).toEqual(CAPABILITIES)
  })
})
