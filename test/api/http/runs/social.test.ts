import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { runClient } from '../../../support/run-client.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'

const START = 'POST /v2/actors/{actorId}/runs'
let stage: Stage
let service: TestService
let client: ReturnType<typeof runClient>

beforeAll(async () => {
  stage = await startStage({ providers: ['apify'] })
  service = stage.service
  client = runClient(service.url, service.workspace.keys.live)
})
afterAll(async () => {
  expect((await verifyLedger(service.db)).drifts).toEqual([])
  await stage.stop()
})
beforeEach(async () => {
  stage.calm()
  await stage.happen('apify', 'runs_behave')
})

const attemptOf = async (runId: string) =>
  (await service.db.pool.query('select external_id from attempt where run_id = $1', [runId])).rows[0]

describe('a capability that an actor serves', () => {
  it('is held for its limit, charged for what was delivered, and capped at the provider', async () => {
    await stage.happen('apify', 'runs_behave', { items: 3 })
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
    expect(stage.calls('apify', START)).toMatchObject([
      {
        path: { actorId: 'apify~instagram-scraper' },
        account: 'twin_apify_platform',
        query: { maxTotalChargeUsd: '0.0135', forcePermissionLevel: 'LIMITED_PERMISSIONS' },
      },
    ])
    // The executor that takes the attempt over finds the run that was started.
    const [read] = stage.calls('apify', 'GET /v2/actor-runs/{runId}')
    expect(await attemptOf(body.run_id)).toEqual({ external_id: read?.path['runId'] })
  })

  it('costs nothing when there is no such profile', async () => {
    const { body } = await client.run({
      capability: 'social.profile',
      input: { platform: 'instagram', handle: 'no_match' },
    })
    expect(body).toMatchObject({ status: 'no_match', billing: { charged: null } })
  })

  it('is not offered where no actor serves the platform', async () => {
    const { status, body } = await client.run({
      capability: 'social.profile',
      input: { platform: 'reddit', handle: 'robinsample' },
    })
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_request', param: '/input/platform' } }])
    expect(stage.twins.world.calls).toEqual([])
  })
})

describe('a post of another network', () => {
  it('is refused before it is a run, with the field to change', async () => {
    const { status, body } = await client.run({
      capability: 'social.comments',
      input: { platform: 'tiktok', post_url: 'https://www.youtube.com/watch?v=sample' },
    })
    expect([status, body]).toMatchObject([
      400,
      {
        error: {
          code: 'invalid_request',
          param: '/input/post_url',
          message: expect.stringContaining('apify: its post_url must be a post of the platform'),
        },
      },
    ])
    expect(stage.twins.world.calls).toEqual([])
  })
})

describe('a known actor as a raw endpoint', () => {
  it.each(['/v2/actors/apify~instagram-scraper/runs', '/acts/apify~instagram-scraper/runs'])(
    '%s runs that actor, without a placeholder in its path',
    async (endpoint) => {
      await stage.happen('apify', 'runs_behave', { items: 1, cost: 0.01 })
      const { status, body } = await client.run({ provider: 'apify', endpoint, input: { search: 'shoes' } })
      expect([status, body]).toMatchObject([200, { status: 'succeeded', billing: { charged: '0.0143' } }])
      expect(stage.calls('apify', START)).toMatchObject([
        { path: { actorId: 'apify~instagram-scraper' }, body: { search: 'shoes' } },
      ])
    },
  )
})
