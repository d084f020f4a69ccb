import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/wallets/verify.ts'
import { type ActorPlatform, startActorPlatform } from '../../../support/actor-platform.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let platform: ActorPlatform
let service: TestService
let client: ReturnType<typeof runClient>

beforeAll(async () => {
  platform = await startActorPlatform()
  service = await startTestService({ providers: { apify: { apiKey: 'apify-platform-key', baseUrl: platform.url } } })
  client = runClient(service.url, service.workspace.keys.live)
})
afterAll(async () => {
  expect((await verifyLedger(service.db)).drifts).toEqual([])
  await service.stop()
  await platform.close()
})
beforeEach(() => platform.reset())

const itemsOf = (name: string): readonly unknown[] =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/apify/${name}.json`, import.meta.url), 'utf8')).reply.json
const attemptOf = async (runId: string) =>
  (await service.db.pool.query('select external_id from attempt where run_id = $1', [runId])).rows[0]

describe('a capability that an actor serves', () => {
  it('is held for its limit, charged for what was delivered, and capped at the provider', async () => {
    platform.script({ items: itemsOf('instagram-posts'), cost: 0.0081 })
    const { status, body } = await client.run({
      capability: 'social.posts',
      input: { platform: 'instagram', handle: 'robin.sample', limit: 5 },
    })
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'succeeded',
        provider: 'apify',
        simulated: false,
        billing: { quoted: '0.019305', charged: '0.011583' },
        result: { items: [{ platform: 'instagram', handle: 'robin.sample' }, {}, {}] },
      },
    ])
    expect(platform.started).toMatchObject([
      {
        actorId: 'apify~instagram-scraper',
        authorization: 'Bearer apify-platform-key',
        query: { maxTotalChargeUsd: '0.0135', forcePermissionLevel: 'LIMITED_PERMISSIONS' },
      },
    ])
    // The executor that takes the attempt over finds the run that was started.
    expect(await attemptOf(body.run_id)).toEqual({ external_id: platform.started[0]?.id })
  })

  it('costs nothing when there is no such profile', async () => {
    platform.script({ items: itemsOf('instagram-not-found'), cost: 0 })
    const { body } = await client.run({
      capability: 'social.profile',
      input: { platform: 'instagram', handle: 'robin.sample' },
    })
    expect(body).toMatchObject({ status: 'no_match', billing: { charged: null } })
  })

  it('is not offered where no actor serves the platform', async () => {
    const { status, body } = await client.run({
      capability: 'social.profile',
      input: { platform: 'reddit', handle: 'robinsample' },
    })
    expect([status, body.error?.code]).toEqual([409, 'provider_not_available'])
    expect(platform.started).toEqual([])
  })
})

describe('a known actor as a raw endpoint', () => {
  it.each(['/v2/actors/apify~instagram-scraper/runs', '/acts/apify~instagram-scraper/runs'])(
    '%s runs that actor, without a placeholder in its path',
    async (endpoint) => {
      platform.script({ items: [{ a: 1 }], cost: 0.01 })
      const { status, body } = await client.run({ provider: 'apify', endpoint, input: { search: 'shoes' } })
      expect([status, body]).toMatchObject([200, { status: 'succeeded', billing: { charged: '0.0143' } }])
      expect(platform.started).toMatchObject([{ actorId: 'apify~instagram-scraper', input: { search: 'shoes' } }])
    },
  )
})
