import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { accountOf, accountsOf } from '../../../../domain/providers/account.ts'
import { NOT_STATED } from '../../../../domain/providers/facts.ts'
import type { Offer, ProviderManifest } from '../../../../domain/providers/manifest.ts'
import { beginAttempt } from '../../../../db/runs/attempts/begin.ts'
import { recordOutcome } from '../../../../usecases/runs/record-outcome.ts'
import type { Database } from '../../../../db/database.ts'
import { createProviderHealth } from '../../../../db/catalog/health/provider-health.ts'
import { createOfferCatalog } from '../../../../db/catalog/offers/catalog.ts'
import { announceAccounts } from '../../../../db/catalog/provider-accounts/queries.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { buildOffer } from '../../../domain/routing/build-routing.ts'
import { buildAttempt, buildAttemptEnd, buildRun, openTestDatabase, type Owner } from '../../build.ts'

const limited = buildOffer('one', {
  capability: 'contact.find',
  limits: { concurrency: 2, requestsPerSecond: null, burst: null },
}).offer
const plain = buildOffer('one', { capability: 'contact.verify' }).offer
const manifest: ProviderManifest = {
  slug: 'one',
  title: 'One',
  homepage: null,
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://one.example.com',
  limits: { concurrency: 3, requestsPerSecond: null, burst: null },
  offers: [limited, plain],
  facts: NOT_STATED,
  sources: ['made up'],
}

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(20))
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await announceAccounts(db, [{ slug: 'one', usable: true, accountIds: accountsOf(manifest).map(({ id }) => id) }])
})
afterAll(() => close())

const attemptOf = async (offer: Offer) => {
  const { id: accountId, limits } = accountOf(manifest, offer)
  return buildAttempt(await buildRun(db, owner, { status: 'reserved', hold: 1n }), {
    provider: 'one',
    accountId,
    limits,
  })
}
const usable = async (capability: string) => {
  const measured = { db, now: Date.now, maxAgeMs: 0 }
  const offers = await createOfferCatalog({
    ...measured,
    health: createProviderHealth(measured),
    manifests: [manifest],
  }).offersFor(capability, 'live')
  return offers.map(({ unusable }) => unusable)
}

describe('an offer with its own limits', () => {
  it('never has more calls than they allow, however many connections request them at once, and takes no slot of the others', async () => {
    const [own, others] = await Promise.all(
      [limited, plain].map((offer) => Promise.all(Array.from({ length: 10 }, () => attemptOf(offer)))),
    )
    const begun = async (attempts: typeof own) =>
      (await Promise.all((attempts ?? []).map((attempt) => beginAttempt(db, attempt)))).filter(
        ({ kind }) => kind === 'begun',
      ).length
    expect(await Promise.all([begun(own), begun(others)])).toEqual([2, 3])
    const { rows } = await db.pool.query(
      'select id, (select count(*)::integer from jsonb_object_keys(leases)) as leases from provider_account order by id',
    )
    expect(rows).toEqual([
      { id: 'platform:one', leases: 3 },
      { id: 'platform:one:contact.find', leases: 2 },
    ])
  })

  it('stops no other offer when its limit is used up', async () => {
    await db.pool.query(`update provider_account set leases = '{}'`)
    const attempt = await attemptOf(limited)
    await beginAttempt(db, attempt)
    await recordOutcome(
      db,
      buildAttemptEnd(attempt, { outcome: 'provider_error', output: null, raw: null, exhaustedForSeconds: 300 }),
    )
    expect([await usable('contact.find'), await usable('contact.verify')]).toEqual([
      ['its platform account is used up for now'],
      [null],
    ])
  })

  it('is stopped with all others when the account of the provider is used up', async () => {
    await db.pool.query(
      `update provider_account set exhausted_until = case id when 'platform:one' then now() + interval '1 hour' end`,
    )
    expect([await usable('contact.find'), await usable('contact.verify')]).toEqual([
      ['its platform account is used up for now'],
      ['its platform account is used up for now'],
    ])
  })
})
