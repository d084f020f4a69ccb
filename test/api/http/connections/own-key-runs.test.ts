import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import { findThrough, freeAccount, runActor, occupyAccount } from '../../../support/live-providers.ts'
import { httpClient } from '../../../support/http.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'

let stage: Stage
let service: TestService
let workspace: TestWorkspace
beforeAll(async () => {
  stage = await startStage({ providers: ['hunter', 'findymail', 'leadmagic', 'apify'] })
  service = stage.service
})
afterAll(async () => {
  expect((await verifyLedger(service.db)).drifts).toEqual([])
  await stage.stop()
})
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  stage.calm()
})
afterEach(() => freeAccount(service.db, 'hunter'))

const clientOf = (of: TestWorkspace) => runClient(service.url, of.keys.live)
const live = () => clientOf(workspace)
const connect = (name: string, of = workspace, provider = 'hunter') =>
  clientOf(of).call('POST', `/v1/connections/${provider}`, { api_key: `twin_${provider}_${name}` })
const disconnect = () => live().call('DELETE', '/v1/connections/hunter')
/** The keys of lookups, by their names; checks of keys are not lookups. */
const keysUsed = () =>
  stage.calls('hunter').flatMap(({ route, account }) => (route === 'GET /account' ? [] : account.slice(KEY.length)))
const moneyMoved = async () =>
  (
    await service.db.pool.query(
      `select count(*)::integer as n from transfer where run_id is not null and debit_account_id like $1`,
      [`%${workspace.id}%`],
    )
  ).rows[0].n
const KEY = 'twin_hunter_'
const connections = async () =>
  (await live().call<{ items: Record<string, unknown>[] }>('GET', '/v1/connections')).body.items
const wallet = async () => {
  const { body } = await live().call<{ available: string; held: string }>('GET', '/v1/wallet')
  return [body.available, body.held]
}
const rejections = async () =>
  (await live().call<{ items: { data: unknown }[] }>('GET', '/v1/events?types=connection.rejected')).body.items.map(
    ({ data }) => data,
  )
const FREE_OF_CHARGE = { charged: '0.00', platform_funded: false }
const FREE = { currency: 'USD', quoted: '0.00', charged: '0.00', platform_funded: false }

describe('a run through a connected key', () => {
  it('costs nothing, uses that key, and states that', async () => {
    await connect('mine')
    const { status, body } = await live().run(findThrough('hunter'))
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'succeeded',
        provider: 'hunter',
        billing: FREE,
        attempts: [{ provider: 'hunter', outcome: 'succeeded' }],
      },
    ])
    expect(body.routing_reason).toContain('hunter (your own key, not metered')
    expect([keysUsed(), await moneyMoved()]).toEqual([['mine'], 0])
  })

  it('is what auto routing chooses by price, with paid fallbacks that cost only when they deliver', async () => {
    await connect('mine')
    const { body } = await live().run(findContact())
    expect(body).toMatchObject({
      status: 'succeeded',
      provider: 'hunter',
      billing: { charged: '0.00', platform_funded: false },
    })
    expect(Number(body.billing.quoted)).toBeGreaterThan(0)
    const fallen = await live().run(
      findContact('', { input: { full_name: 'Ada Example', domain: 'no-hunter.example' } }),
    )
    expect(fallen.body.attempts[0]).toMatchObject({ provider: 'hunter', outcome: 'no_match' })
    expect(fallen.body).toMatchObject({ status: 'succeeded', billing: { platform_funded: true } })
    expect(Number(fallen.body.billing.charged)).toBeGreaterThan(0)
    expect(keysUsed()).toEqual(['mine', 'mine'])
  })

  it('needs no balance at all', async () => {
    workspace = await buildWorkspace(service.db, { live: '0.00' })
    await connect('mine')
    expect((await live().run(findThrough('hunter'))).body).toMatchObject({ status: 'succeeded', billing: FREE })
  })

  it('never happens in the sandbox', async () => {
    await connect('mine')
    const { body } = await runClient(service.url, workspace.keys.test).run(findContact())
    expect(body).toMatchObject({ status: 'succeeded', simulated: true })
    expect([body.provider?.startsWith('sandbox-'), keysUsed()]).toEqual([true, []])
  })

  it('uses the key of the workspace, with others at the same time', async () => {
    const other = await buildWorkspace(service.db)
    const third = await buildWorkspace(service.db)
    await Promise.all([connect('mine'), connect('theirs', other)])
    const runs = await Promise.all(
      [workspace, other, third, workspace, other, third].map((of) => clientOf(of).run(findThrough('hunter'))),
    )
    expect(runs.map(({ body }) => [body.status, body.billing.platform_funded])).toEqual(
      [false, false, true, false, false, true].map((funded) => ['succeeded', funded]),
    )
    expect(keysUsed().toSorted()).toEqual(['mine', 'mine', 'platform', 'platform', 'theirs', 'theirs'])
  })

  it('uses a replaced key from the next run on, and the platform again once it is revoked', async () => {
    await connect('first')
    await live().run(findThrough('hunter'))
    await connect('second')
    await live().run(findThrough('hunter'))
    await disconnect()
    expect((await live().run(findThrough('hunter'))).body).toMatchObject({
      status: 'succeeded',
      billing: { platform_funded: true },
    })
    expect(keysUsed()).toEqual(['first', 'second', 'platform'])
  })

  it('is stopped by a revocation while it waits for a slot: no provider is called and there is no charge', async () => {
    await connect('mine')
    await occupyAccount(service.db, 'hunter')
    const {
      body: { run_id: runId },
    } = await live().run(findThrough('hunter', { async: true }))
    await until(
      () => live().get(runId),
      ({ body }) => body.status === 'queued',
    )
    await disconnect()
    await freeAccount(service.db, 'hunter')
    const { body } = await live().get(runId, 60)
    expect(body).toMatchObject({
      status: 'failed',
      billing: { charged: null },
      attempts: [
        { provider: 'hunter', outcome: 'provider_error', detail: 'the connection was revoked before the call' },
      ],
    })
    expect([keysUsed(), await moneyMoved()]).toEqual([[], 0])
  })

  it("affects no other run when its provider refuses it: only the workspace's account is skipped", async () => {
    await connect('refused')
    await stage.revoke('hunter', `${KEY}refused`)
    expect((await live().run(findThrough('hunter'))).body).toMatchObject({
      status: 'failed',
      attempts: [{ outcome: 'provider_error' }],
    })
    const rested = await live().call<unknown>('POST', '/v1/run', findThrough('hunter'))
    expect([rested.status, JSON.stringify(rested.body)]).toEqual([
      409,
      expect.stringMatching(/your own key there is rejected \(HTTP 401.*\): connect a new one/u),
    ])
    expect((await clientOf(await buildWorkspace(service.db)).run(findThrough('hunter'))).body).toMatchObject({
      status: 'succeeded',
      billing: { platform_funded: true },
    })
    await connect('renewed')
    expect((await live().run(findThrough('hunter'))).body).toMatchObject({ status: 'succeeded', billing: FREE })
  })

  it('ends where its provider rejects the key, states it, and pays no other provider', async () => {
    await connect('expired')
    await stage.revoke('hunter', `${KEY}expired`)
    const before = await wallet()
    const led = await live().run(findContact())
    expect([led.status, led.body]).toMatchObject([
      502,
      {
        status: 'failed',
        billing: { charged: null },
        attempts: [{ provider: 'hunter', outcome: 'provider_error' }],
        error: { code: 'provider_error', message: expect.stringContaining('hunter rejects your own key') },
      },
    ])
    expect((await connections())[0]).toMatchObject({
      provider: 'hunter',
      status: 'rejected',
      rejected_at: expect.any(String),
      rejected_reason: 'HTTP 401 (authentication_failed)',
      next_step: expect.stringContaining('POST /v1/connections/hunter'),
    })
    expect(await rejections()).toEqual([
      {
        provider: 'hunter',
        reason: 'HTTP 401 (authentication_failed)',
        at: expect.any(String),
        next_step: expect.stringContaining('POST /v1/connections/hunter'),
      },
    ])
    const next = await live().run(findContact())
    expect([next.status, next.body.error]).toMatchObject([
      409,
      { code: 'provider_not_available', message: expect.stringContaining('hunter rejects your own key') },
    ])
    expect([await wallet(), (await rejections()).length]).toEqual([before, 1])
  })

  it('is served by others, for their price, where the routing policy allows it', async () => {
    await connect('lapsed')
    await stage.revoke('hunter', `${KEY}lapsed`)
    const owner = httpClient(service.url, (await buildSession(service.db, workspace.id)).token)
    const policy = { default: {}, capabilities: {}, own_key_rejected: 'pay_others' }
    expect(await owner.put('/v1/routing-policy', policy)).toMatchObject({ status: 200, body: policy })
    for (const reason of ['After hunter ended in provider_error', 'your own key there is rejected (HTTP 401']) {
      const { body } = await live().run(findContact())
      expect([body.status, body.billing.platform_funded]).toEqual(['succeeded', true])
      expect(body.routing_reason).toContain(reason)
    }
  })

  it('continues with a new key, which is active', async () => {
    await connect('old')
    await stage.revoke('hunter', `${KEY}old`)
    await live().run(findContact())
    await connect('renewed')
    expect((await connections())[0]).toMatchObject({ status: 'active', rejected_at: null, rejected_reason: null })
    expect((await live().run(findContact())).body).toMatchObject({ status: 'succeeded', billing: FREE_OF_CHARGE })
  })

  it('continues with the same key once its provider accepts it again', async () => {
    await connect('paused')
    await stage.revoke('hunter', `${KEY}paused`)
    await live().run(findThrough('hunter'))
    await stage.reset()
    // The pause after a rejected key is over.
    await service.db.pool.query(`update provider_account set exhausted_until = null where provider = 'hunter'`)
    expect((await live().run(findThrough('hunter'))).body.status).toBe('succeeded')
    expect((await connections())[0]).toMatchObject({ status: 'active', rejected_at: null })
  })

  it("does not open the provider's circuit for others when it fails often", async () => {
    await connect('mine')
    stage.set('hunter', 'wrong')
    for (let n = 0; n < 6; n += 1) await live().run(findThrough('hunter'))
    stage.calm()
    const other = await clientOf(await buildWorkspace(service.db)).run(findContact())
    expect(other.body.attempts.map(({ outcome }) => outcome)).not.toContain('skipped')
  })
})

describe('a raw run through a connected key', () => {
  const raw = (endpoint: string, more: object = {}) => ({ provider: 'hunter', endpoint, ...more })

  it('is answered under its Idempotency-Key also after the key is disconnected', async () => {
    await connect('mine')
    const request = raw('/leads', { input: {}, idempotency_key: 'the-leads' })
    const first = await live().run(request)
    await disconnect()
    const again = await live().run(request)
    expect([again.status, again.headers.get('idempotent-replay'), again.body.run_id]).toEqual([
      200,
      'true',
      first.body.run_id,
    ])
    expect(await live().run({ ...request, routing: { max_cost: '0.10' } })).toMatchObject({
      status: 422,
      body: { error: { code: 'idempotency_mismatch', run_id: first.body.run_id } },
    })
    expect((await live().run({ ...request, idempotency_key: 'other' })).status).toBe(409)
  })

  it('is not metered either', async () => {
    await connect('mine')
    const { status, body } = await live().run(raw('/email-count', { input: { domain: 'example.com' } }))
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'succeeded',
        kind: 'endpoint',
        billing: FREE,
        result: { data: { data: { total: expect.any(Number) } }, raw: true },
      },
    ])
    expect(keysUsed()).toEqual(['mine'])
  })

  it('reaches endpoints that may be called only through a connection', async () => {
    const before = await live().call<unknown>('POST', '/v1/run', raw('/leads', { input: {} }))
    expect([before.status, JSON.stringify(before.body)]).toEqual([
      409,
      expect.stringContaining('POST /v1/connections/hunter'),
    ])
    await connect('mine')
    expect((await live().run(raw('/leads', { input: {} }))).body).toMatchObject({ status: 'succeeded', billing: FREE })
    expect(keysUsed()).toEqual(['mine'])
  })

  it('has no cap of the platform, no hold and no final bill when it is an actor', async () => {
    expect((await connect('mine', workspace, 'apify')).status).toBe(200)
    const { body } = await live().run(runActor())
    expect(body).toMatchObject({ status: 'succeeded', billing: FREE })
    const [started] = stage.calls('apify', 'POST /v2/actors/{actorId}/runs')
    expect([started?.account, Object.keys(started?.query ?? {})]).toEqual([
      'twin_apify_mine',
      expect.not.arrayContaining(['maxTotalChargeUsd']),
    ])
    await expect(service.client.workflow.getHandle(body.run_id).result()).resolves.toMatchObject({ charge: '0.00' })
    expect(await moneyMoved()).toBe(0)
  })
})
