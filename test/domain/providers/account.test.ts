import { describe, expect, it } from '@jest/globals'
import { accountIdIn, accountOf, accountsOf } from '../../../domain/providers/account.ts'
import type { AccountLimits } from '../../../domain/providers/manifest.ts'
import { buildOffer } from '../routing/build-routing.ts'

const provider: AccountLimits = { concurrency: 10, requestsPerSecond: 5, burst: 20 }
const own: AccountLimits = { concurrency: 1, requestsPerSecond: null, burst: null }
const { offer: plain } = buildOffer('hunter', { capability: 'contact.verify' })
const { offer: limited } = buildOffer('hunter', { capability: 'contact.find', limits: own })
const manifest = { slug: 'hunter', limits: provider, offers: [plain, limited] }

describe('the account of a call', () => {
  it.each([
    ["is the provider's", plain, { id: 'platform:hunter', limits: provider }],
    ["is the offer's own where it states limits", limited, { id: 'platform:hunter:contact.find', limits: own }],
    ["is the provider's for an offer that was removed", undefined, { id: 'platform:hunter', limits: provider }],
  ])('%s', (_, offer, account) => {
    expect(accountOf(manifest, offer)).toEqual(account)
  })

  it.each([
    ['live', 'platform:hunter'],
    ['test', 'sandbox'],
  ] as const)('of a %s run without a connected key: %s', (environment, account) => {
    expect(accountIdIn(environment, 'hunter')).toBe(account)
  })

  it('is one of those that are announced', () => {
    expect(accountsOf(manifest).map(({ id }) => id)).toEqual(['platform:hunter', 'platform:hunter:contact.find'])
    expect(accountsOf({ ...manifest, offers: [plain] }).map(({ id }) => id)).toEqual(['platform:hunter'])
  })
})
