import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { connectionAccountId } from '../../../../domain/providers/account.ts'
import { MANIFESTS } from '../../../../activities/providers/manifests.ts'
import { revokeConnection } from '../../../../db/access/connections/queries.ts'
import type { Database } from '../../../../db/database.ts'
import { createProviderHealth } from '../../../../db/catalog/health/provider-health.ts'
import { createOfferCatalog, type OfferCatalog } from '../../../../db/catalog/offers/catalog.ts'
import { announceAccounts } from '../../../../db/catalog/provider-accounts/queries.ts'
import { buildConnection, testCipher } from '../../../build/connection.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'

const cipher = testCipher(1)
let db: Database
let close: () => Promise<void>
let workspaceId: string
/** Read by all tests, and so new only in what is read for each run. */
let kept: OfferCatalog
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  await announceAccounts(
    db,
    MANIFESTS.map(({ slug }) => ({ slug, usable: slug !== 'hunter' })),
  )
  kept = book()
})
afterAll(() => close())
beforeEach(async () => {
  workspaceId = (await buildWorkspace(db)).id
})

// As old as it may be: only what is read for each run is new.
const book = () => {
  const measured = { db, now: () => 0, maxAgeMs: 600_000 }
  return createOfferCatalog({ ...measured, health: createProviderHealth(measured), manifests: MANIFESTS })
}
const connect = (provider: string, of = workspaceId) =>
  buildConnection({ db, cipher }, { workspaceId: of, provider, credential: 'any' })
const offersOf = async (
  provider: string,
  { of = workspaceId, capability = 'contact.find', environment = 'live' as 'live' | 'test' } = {},
) => (await kept.offersFor(capability, environment, of)).filter((offer) => offer.provider === provider)

describe('the offers of a workspace', () => {
  it('have a second one for each connected provider, with a price of zero', async () => {
    const id = await connect('hunter')
    expect(await offersOf('hunter')).toMatchObject([
      { unusable: 'no platform account', offer: { pricing: { model: 'flat' } } },
      {
        unusable: null,
        connectionId: id,
        offer: { pricing: { model: 'flat', amount: 0n }, priceNote: 'Your own key: not metered.' },
      },
    ])
    expect((await offersOf('hunter'))[0]).not.toHaveProperty('connectionId')
    expect(await offersOf('findymail')).toMatchObject([{ unusable: null }])
    expect(
      (await offersOf('hunter', { capability: 'contact.verify' })).map(({ connectionId }) => connectionId),
    ).toEqual([undefined, id])
  })

  it('change with the next run: connected, replaced, revoked', async () => {
    expect(await offersOf('hunter')).toHaveLength(1)
    const id = await connect('hunter')
    expect(await offersOf('hunter')).toHaveLength(2)
    await connect('hunter')
    expect((await offersOf('hunter'))[1]?.connectionId).toBe(id)
    await revokeConnection(db, workspaceId, 'hunter')
    expect(await offersOf('hunter')).toHaveLength(1)
  })

  it("never contain another workspace's key", async () => {
    const other = await buildWorkspace(db)
    await connect('hunter', other.id)
    expect(await offersOf('hunter')).toHaveLength(1)
    expect(
      (await book().offersFor('contact.find', 'live')).some(({ connectionId }) => connectionId !== undefined),
    ).toBe(false)
  })

  it('contain no real key in the sandbox', async () => {
    await connect('hunter')
    const sandbox = await kept.offersFor('contact.find', 'test', workspaceId)
    expect(sandbox.length).toBeGreaterThan(0)
    expect(sandbox.filter(({ connectionId, provider }) => connectionId !== undefined || provider === 'hunter')).toEqual(
      [],
    )
  })

  it('leave out only the key whose account is used up', async () => {
    const id = await connect('hunter')
    const other = await buildWorkspace(db)
    await connect('hunter', other.id)
    await db.pool.query(`update provider_account set exhausted_until = now() + interval '5 minutes' where id = $1`, [
      connectionAccountId(id),
    ])
    expect((await offersOf('hunter'))[1]).toMatchObject({
      connectionId: id,
      unusable: 'your own account there is used up or refuses its key for now',
    })
    expect((await offersOf('hunter', { of: other.id }))[1]).toMatchObject({ unusable: null })
  })
})
