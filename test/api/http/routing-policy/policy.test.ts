import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { SANDBOX_ALPHA, SANDBOX_BETA } from '../../../../activities/providers/sandbox/manifest.ts'
import { buildSession } from '../../../build/session.ts'
import { readWallet } from '../../../build/wallet.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { inSandbox, type SandboxClient } from '../approvals/workspace-with-policy.ts'

const PATH = '/v1/routing-policy'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})

let workspace: TestWorkspace
let owner: SandboxClient
let agent: ReturnType<typeof runClient>
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  owner = inSandbox(service, (await buildSession(service.db, workspace.id)).token)
  agent = runClient(service.url, workspace.keys.test)
})

const version = expect.any(String)
const policyOf = (rules: object, capabilities: object = {}) => ({ default: rules, capabilities })
const setPolicy = async (rules: object, capabilities: object = {}): Promise<void> => {
  expect((await owner.put(PATH, policyOf(rules, capabilities))).status).toBe(200)
}
const run = (routing: object = {}) => agent.run(findContact('', { routing }))

describe('the routing policy', () => {
  it('is empty at first, is replaced entirely by a session, and read by a key', async () => {
    expect((await owner.get(PATH)).body).toEqual({ version, ...policyOf({}) })
    const policy = policyOf(
      { require: { data_region: 'eu' } },
      { 'contact.*': { ignore: ['apollo'] }, 'contact.find': { order: ['findymail', 'hunter'], only: ['hunter'] } },
    )
    expect((await owner.put(PATH, policy)).body).toEqual({ version, ...policy })
    expect((await inSandbox(service, workspace.keys.test).get(PATH)).body).toEqual({ version, ...policy })
    await setPolicy({})
    expect((await owner.get(PATH)).body).toEqual({ version, ...policyOf({}) })
  })

  it('with the version that was read is replaced only while it has that version', async () => {
    const versionNow = async () => (await owner.get(PATH)).at('version')
    const change = (read: unknown, rules: object) => owner.put(PATH, { version: read, ...policyOf(rules) })
    const empty = await versionNow()
    const [one, other] = await Promise.all([change(empty, { ignore: ['apollo'] }), change(empty, { only: ['hunter'] })])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    const [kept, lost] = one.status === 200 ? [one, other] : [other, one]
    expect(lost.body).toMatchObject({ error: { code: 'conflict', param: '/version' } })
    expect((await owner.get(PATH)).body).toEqual(kept.body)
    expect(await versionNow()).not.toBe(empty)

    // A repeated request finds what it has written.
    const again = await owner.put(PATH, { ...Object(kept.body), version: empty })
    expect([again.status, again.body]).toEqual([200, kept.body])
    expect((await change(kept.at('version'), { ignore: ['findymail'] })).status).toBe(200)
    await setPolicy({})
    expect(await versionNow()).toBe(empty)
  })

  it.each<[string, object, string, string]>([
    ['an unknown provider', policyOf({ only: ['hunter', 'huntr'] }), '/default/only/1', 'hunter'],
    ['one for a capability', policyOf({}, { 'web.*': { ignore: ['brav'] } }), '/capabilities/web.*/ignore/0', 'brave'],
    ['an unknown capability', policyOf({}, { 'contact.finds': {} }), '/capabilities/contact.finds', 'contact.find'],
  ])('refuses %s, and names the one that is meant', async (_, policy, param, meant) => {
    const { status, body } = await owner.put(PATH, policy)
    expect([status, body]).toMatchObject([
      400,
      { error: { code: 'invalid_request', param, did_you_mean: expect.arrayContaining([meant]) } },
    ])
    expect((await owner.get(PATH)).body).toEqual({ version, ...policyOf({}) })
  })

  it('decides about the runs of both environments, and reports it in their reasons', async () => {
    await setPolicy({}, { 'contact.*': { order: [SANDBOX_BETA] }, 'person.enrich': { only: [SANDBOX_ALPHA] } })
    const found = await run()
    expect(found.body.provider).toBe(SANDBOX_BETA)
    expect(found.body.routing_reason).toContain('first in the order of the routing policy')
    const input = { email: 'ada@example.com' }
    const enriched = await agent.run({ capability: 'person.enrich', input })
    expect(enriched.body.provider).toBe(SANDBOX_ALPHA)
    expect(enriched.body.routing_reason).toContain(`${SANDBOX_BETA} (the routing policy allows only ${SANDBOX_ALPHA})`)
  })

  it('gives way to the order of a request, and to nothing else of it', async () => {
    await setPolicy({ order: [SANDBOX_BETA] }, { 'contact.find': { ignore: [SANDBOX_BETA] } })
    expect((await run({ order: [SANDBOX_BETA, SANDBOX_ALPHA] })).body.provider).toBe(SANDBOX_ALPHA)
    await setPolicy({ order: [SANDBOX_BETA] })
    expect((await run({ order: [SANDBOX_ALPHA] })).body.provider).toBe(SANDBOX_ALPHA)
    expect((await run()).body.provider).toBe(SANDBOX_BETA)
  })

  it.each<[string, object, object]>([
    ['a pinned provider', { only: [SANDBOX_ALPHA] }, { provider: SANDBOX_BETA }],
    ['another only', { only: [SANDBOX_ALPHA] }, { only: [SANDBOX_BETA] }],
    ['an order', { ignore: [SANDBOX_ALPHA, SANDBOX_BETA] }, { order: [SANDBOX_BETA] }],
    ['another region', { require: { data_region: 'eu' } }, { require: { data_region: 'us' } }],
  ])('is not widened by %s: the run ends with nothing held or charged', async (_, rules, routing) => {
    await setPolicy(rules)
    const before = await readWallet(service.db, workspace.id, 'test')
    const { status, body } = await run(routing)
    expect([status, body]).toMatchObject([
      409,
      { status: 'failed', error: { code: 'provider_not_available' }, billing: { charged: null }, attempts: [] },
    ])
    expect(await readWallet(service.db, workspace.id, 'test')).toEqual(before)
  })

  it('takes in raw endpoints by its default alone', async () => {
    const raw = {
      provider: 'sec',
      endpoint: '/submissions/CIK{cik}.json',
      path: { cik: '0000320193' },
      routing: { max_cost: '0.10' },
    }
    await setPolicy({ require: { data_region: 'eu' } }, {})
    const refused = await agent.run(raw)
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'provider_not_available', message: expect.stringContaining('its data_region is us, not eu') },
    ])
    await setPolicy({ require: { data_region: 'us' } }, { 'contact.*': { ignore: ['sec'] } })
    expect((await agent.run(raw)).status).toBe(200)
  })
})

describe('the rules of a request', () => {
  it('order, allow and leave out providers, and require a region', async () => {
    const providerOf = async (routing: object) => (await run({ ...routing, fresh: true })).body.provider
    expect(await providerOf({ order: [SANDBOX_BETA] })).toBe(SANDBOX_BETA)
    expect(await providerOf({ only: [SANDBOX_BETA, 'hunter'] })).toBe(SANDBOX_BETA)
    expect(await providerOf({ ignore: [SANDBOX_ALPHA, 'hunter'] })).toBe(SANDBOX_BETA)
    expect(await providerOf({ require: { data_region: 'us' } })).toBe(SANDBOX_BETA)
    expect(await providerOf({ require: { data_region: 'eu' } })).toBe(SANDBOX_ALPHA)
    expect((await run({ require: { data_region: 'eu' } })).body.routing_reason).toContain(
      `${SANDBOX_BETA} (its data_region is us, not eu)`,
    )
  })

  it.each<[string, object, string]>([
    ['a provider that is unknown', { order: ['hunter', 'sandbox-alfa'] }, '/routing/order/1'],
    ['a pinned provider that it ignores', { provider: SANDBOX_ALPHA, ignore: [SANDBOX_ALPHA] }, '/routing/ignore'],
    ['a pinned provider that it does not allow', { provider: SANDBOX_ALPHA, only: [SANDBOX_BETA] }, '/routing/only'],
    ['a pinned provider that is not in its order', { provider: SANDBOX_ALPHA, order: ['hunter'] }, '/routing/order'],
    ['no provider at all', { only: [] }, '/routing/only'],
    ['an unknown region', { require: { data_region: 'mars' } }, '/routing/require/data_region'],
  ])('are refused with %s', async (_, routing, param) => {
    const { status, body } = await run(routing)
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_request', param } }])
  })

  it('suggest providers of the environment of the run', async () => {
    const live = runClient(service.url, workspace.keys.live)
    const meant = async (client: typeof agent, slug: string) =>
      (await client.run(findContact('', { routing: { only: [slug] } }))).body.error?.did_you_mean
    expect([await meant(agent, 'sandbox-alfa'), await meant(agent, 'huntr')]).toEqual([
      expect.arrayContaining([SANDBOX_ALPHA]),
      undefined,
    ])
    expect([await meant(live, 'sandbox-alfa'), await meant(live, 'huntr')]).toEqual([undefined, ['hunter']])
  })

  it('are refused before a run where nothing remains', async () => {
    for (const [routing, param] of [
      [{ only: ['hunter'] }, '/routing/only'],
      [{ require: { data_region: 'uk' } }, '/routing/require'],
    ] as const) {
      const { status, body } = await run(routing)
      expect([status, body]).toMatchObject([409, { error: { code: 'provider_not_available', param } }])
      expect(body.run_id).toBeUndefined()
    }
  })

  it('never widen what a key may use', async () => {
    const made = await owner.post('/v1/api-keys', {
      name: 'beta only',
      environment: 'test',
      allow: { providers: [SANDBOX_BETA] },
    })
    const limited = runClient(service.url, String(made.at('api_key')))
    const found = await limited.run(findContact('', { routing: { only: [SANDBOX_ALPHA, SANDBOX_BETA] } }))
    expect(found.body.provider).toBe(SANDBOX_BETA)
    expect(found.body.routing_reason).toContain(`${SANDBOX_ALPHA} (the API key does not allow it)`)
    expect(
      (await limited.run(findContact('', { routing: { order: [SANDBOX_ALPHA], fresh: true } }))).body.provider,
    ).toBe(SANDBOX_BETA)
    const none = await limited.run(findContact('', { routing: { only: [SANDBOX_ALPHA] } }))
    expect([none.status, none.body.error?.code]).toEqual([409, 'provider_not_available'])
  })

  it('are part of what an idempotency key identifies', async () => {
    const key = { idempotency_key: 'one-request' }
    expect((await agent.run(findContact('', { ...key, routing: { ignore: [SANDBOX_ALPHA] } }))).status).toBe(200)
    const other = await agent.run(findContact('', { ...key, routing: { ignore: [SANDBOX_BETA] } }))
    expect([other.status, other.body.error?.code]).toEqual([422, 'idempotency_mismatch'])
  })

  it('are kept by a watch', async () => {
    const rules = { order: [SANDBOX_BETA], ignore: ['hunter'], require: { data_region: 'us' } }
    const made = await owner.post('/v1/watch', {
      capability: 'web.search',
      input: { query: 'shoes' },
      every: '1d',
      routing: rules,
    })
    expect(made.at('routing')).toMatchObject(rules)
  })
})
