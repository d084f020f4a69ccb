import { buildSession } from '../../../build/session.ts'
import { httpClient } from '../../../support/http.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CAPABILITIES } from '../../../../domain/capabilities/catalog.ts'
import { readWallet } from '../../../build/wallet.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})

interface Refused {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly param?: string
    readonly did_you_mean?: string[]
    readonly details?: { path: string }[]
  }
}
const client = () => runClient(service.url, service.workspace.keys.test)
const refused = (body: unknown) => client().call<Refused>('POST', '/v1/run', body)
/** A page for people: it leads to the sign-in, and from there to the wallet. */
const topupUrl = () => `${service.url}/dashboard/test/wallet`
const runsOf = async (workspaceId: string) =>
  (await service.db.pool.query('select count(*)::int as n from run where workspace_id = $1', [workspaceId])).rows[0]?.n

describe('a request that is refused before a run exists', () => {
  it.each<[string, object, number, string, string | undefined]>([
    ['an unknown capability', { capability: 'contact.guess', input: {} }, 404, 'capability_not_found', '/capability'],
    [
      'insufficient inputs',
      { capability: 'contact.find', input: { domain: 'example.com' } },
      400,
      'invalid_request',
      '/input',
    ],
    [
      'a misspelt routing member',
      findContact('', { routing: { max_csot: '1.00' } }),
      400,
      'invalid_request',
      '/routing/max_csot',
    ],
    [
      'an unknown input member',
      { capability: 'contact.find', input: { full_name: 'Ada Example', domain: 'example.com', age: 3 } },
      400,
      'invalid_request',
      '/input/age',
    ],
    [
      'an invalid amount',
      findContact('', { routing: { max_cost: '-1' } }),
      400,
      'invalid_request',
      '/routing/max_cost',
    ],
    ['a wait above the maximum', findContact('', { wait_seconds: 121 }), 400, 'invalid_request', '/wait_seconds'],
    [
      'an unknown strategy',
      findContact('', { routing: { strategy: 'best' } }),
      400,
      'invalid_request',
      '/routing/strategy',
    ],
    [
      'record while tables are off',
      findContact('', { record: { table: 'leads', key: 'a' } }),
      403,
      'forbidden',
      '/record',
    ],
    ['into while tables are off', findContact('', { into: { table: 'leads' } }), 403, 'forbidden', '/into'],
    [
      'an unknown pinned provider',
      findContact('', { routing: { provider: 'nobody' } }),
      409,
      'provider_not_available',
      '/routing/provider',
    ],
    [
      'a live provider pinned in the sandbox',
      findContact('', { routing: { provider: 'hunter' } }),
      409,
      'provider_not_available',
      '/routing/provider',
    ],
  ])('%s names the field and leaves no run', async (_name, body, status, code, param) => {
    const before = await runsOf(service.workspace.id)
    const answer = await refused(body)
    expect(answer.status).toBe(status)
    expect(answer.body.error).toMatchObject({
      code,
      ...(param === undefined ? {} : { param }),
      request_id: answer.headers.get('request-id'),
    })
    expect(answer.headers.get('link')).toBe('</feedback>; rel="agent-feedback"')
    expect(await runsOf(service.workspace.id)).toBe(before)
  })

  it.each([
    ['sandbox-alfa', /^There is no provider "sandbox-alfa"\. contact\.find is served by /, ['sandbox-alpha']],
    ['hunter', /^The provider hunter does not serve the sandbox\. contact\.find is served by sandbox-alpha/, undefined],
  ])('states who serves instead of the pinned %s', async (provider, message, meant) => {
    const { body } = await refused(findContact('', { routing: { provider } }))
    expect([body.error.message, body.error.did_you_mean?.slice(0, 1)]).toEqual([expect.stringMatching(message), meant])
  })

  it.each([
    ['/routing/provider', { routing: { provder: 'auto' } }, ['provider']],
    ['/routing/strategy', { routing: { strategy: 'cheepest' } }, ['cheapest']],
  ])('suggests the member or the word that was meant at %s', async (_at, more, meant) => {
    expect((await refused(findContact('', more))).body.error.did_you_mean).toEqual(meant)
  })

  it('names the field of the result that was meant, before anything is charged', async () => {
    const { status, body } = await refused({
      capability: 'company.search',
      input: { industries: ['software'] },
      response: { fields: ['name'] },
    })
    expect([status, body.error]).toMatchObject([400, { param: '/response/fields/0', did_you_mean: ['items.name'] }])
  })

  it('suggests the route that was meant', async () => {
    const { status, body } = await client().call<Refused>('GET', '/v1/run/run_1')
    expect([status, body.error.did_you_mean]).toEqual([404, ['/v1/runs/{run_id}']])
  })

  it('of a job without a capability is one at `/capability`, as of a run', async () => {
    const job = { rows: { items: [{ email: 'ada@example.com' }] }, input: { email: '{{email}}' }, ceiling: '1.00' }
    const { status, body } = await client().call<Refused>('POST', '/v1/jobs', job)
    expect([status, body.error]).toMatchObject([400, { code: 'invalid_request', param: '/capability' }])
    const half = await client().call<Refused>('POST', '/v1/jobs', { ...job, provider: 'sec' })
    expect([half.status, half.body.error.param]).toEqual([400, '/endpoint'])
  })

  it('names every fault at once', async () => {
    const { body } = await refused({ ...findContact('', { wait_seconds: -1, async: 'yes' }), extra: 1 })
    expect(body.error.details?.map(({ path }) => path).toSorted()).toEqual(['/async', '/extra', '/wait_seconds'])
  })

  it('a live run of a capability without a live provider is provider_not_available, and never simulated', async () => {
    const live = runClient(service.url, service.workspace.keys.live)
    for (const { slug, exampleInput } of CAPABILITIES) {
      if (slug === 'company.filings') continue // The one live source that needs no account.
      const answer = await live.call<Refused>('POST', '/v1/run', { capability: slug, input: exampleInput })
      expect([slug, answer.status, answer.body.error.code]).toEqual([slug, 409, 'provider_not_available'])
    }
  })

  it('refuses keys that are missing, misspelt, unknown or revoked', async () => {
    const other = await buildWorkspace(service.db)
    expect((await runClient(service.url, other.keys.test).run(findContact())).status).toBe(200)
    const session = httpClient(service.url, (await buildSession(service.db, other.id)).token)
    expect((await session.delete(`/v1/api-keys/${other.keyIds.test}`)).status).toBe(200)
    for (const key of ['', 'nonsense', `${other.keys.live}x`, other.keys.test]) {
      const answer = await runClient(service.url, key).call<Refused>('POST', '/v1/run', findContact())
      expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized'])
    }
  })
})

describe('every capability in the sandbox', () => {
  it.each(CAPABILITIES.map(({ slug, exampleInput }) => [slug, exampleInput] as const))(
    '%s delivers a simulated result',
    async (capability, input) => {
      const { status, body } = await client().run({ capability, input, response: { include_raw: true } })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        status: 'succeeded',
        capability,
        environment: 'test',
        simulated: true,
        result: { simulated: true },
      })
      expect(body.result).toHaveProperty('raw')
      expect(body.billing.charged).toMatch(/^\d+\.\d{2,6}$/)
    },
  )
})

describe('refusals by the balance and the controls', () => {
  it('a wallet that covers only the cheaper provider runs that one, and names the other', async () => {
    const poor = await buildWorkspace(service.db, { test: '0.02' })
    const { status, body } = await runClient(service.url, poor.keys.test).run(findContact())
    expect([status, body.billing]).toMatchObject([200, { quoted: '0.0143', charged: '0.0143' }])
    expect(body.attempts.map(({ provider }) => provider)).toEqual(['sandbox-alpha'])
    expect(body.routing_reason).toContain('sandbox-beta (0.0286 is more than the 0.02 available in the wallet)')
    expect(await readWallet(service.db, poor.id, 'test')).toMatchObject({ available: 5_700n, held: 0n })
  })

  it('a list of a hundred is searched with what the wallet has, and refused with the least that it needs', async () => {
    const search = { capability: 'company.search', input: { query: 'rockets', limit: 100 } }
    const enough = await buildWorkspace(service.db, { test: '0.60' })
    const found = await runClient(service.url, enough.keys.test).run(search)
    expect([found.status, found.body.billing.quoted]).toEqual([200, '0.51'])
    const poor = await buildWorkspace(service.db, { test: '0.50' })
    expect(await runClient(service.url, poor.keys.test).run(search)).toMatchObject({
      status: 402,
      body: { error: { available: '0.50', required: '0.51', topup_url: topupUrl() } },
    })
  })

  it('insufficient_balance fails the run where no provider fits, and names the least that would', async () => {
    const poor = await buildWorkspace(service.db, { test: '0.01' })
    const { status, body } = await runClient(service.url, poor.keys.test).run(findContact())
    expect(status).toBe(402)
    expect(body).toMatchObject({
      status: 'failed',
      attempts: [],
      billing: { charged: null },
      error: { code: 'insufficient_balance', available: '0.01', required: '0.0143', topup_url: topupUrl() },
    })
    const page = await fetch(topupUrl(), { redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('to=%2Fdashboard%2Ftest%2Fwallet'),
    ])
  })

  it('max_cost leaves out dearer offers, and fails the run when none fits', async () => {
    const fitting = await client().run(findContact('+fallback', { routing: { max_cost: '0.02' } }))
    expect(fitting.body.attempts.map(({ provider }) => provider)).toEqual(['sandbox-alpha'])
    expect(fitting.body.billing.quoted).toBe('0.0143')
    const { status, body } = await client().run(findContact('', { routing: { max_cost: '0.001' } }))
    expect(status).toBe(402)
    expect(body).toMatchObject({
      status: 'failed',
      error: {
        code: 'cost_limit_exceeded',
        controls: ['max_cost'],
        available: expect.stringMatching(/^\d/),
        topup_url: topupUrl(),
        fits_with_max_cost: '0.0143',
      },
    })
  })

  it('the per-run ceiling and the daily cap block without a charge, and can be lifted', async () => {
    const workspace = await buildWorkspace(service.db, { test: '10.00' })
    const owner = runClient(service.url, workspace.keys.test)
    const guard = (change: object) => owner.call<Record<string, unknown>>('POST', '/v1/spend-guard', change)
    await guard({ enabled: true, per_run_limit: '0.02' })
    const within = await owner.run(findContact())
    expect([within.status, within.body.billing.quoted]).toEqual([200, '0.0143'])
    expect(within.body.routing_reason).toContain('(0.0286 is more than the 0.02 that a single run may hold)')
    await guard({ per_run_limit: '0.01' })
    const ceiling = await owner.run(findContact())
    expect(ceiling.status).toBe(402)
    expect(ceiling.body).toMatchObject({
      status: 'blocked',
      error: {
        code: 'cost_limit_exceeded',
        controls: ['per_run_limit'],
        available: '9.9857',
        required: '0.0143',
        topup_url: topupUrl(),
      },
    })

    await guard({ per_run_limit: null, daily_limit: '0.05' })
    expect((await owner.run(findContact())).status).toBe(200)
    const narrowed = await owner.run(findContact())
    expect([narrowed.status, narrowed.body.billing.quoted]).toEqual([200, '0.0143'])
    expect(narrowed.body.routing_reason).toContain('(0.0286 is more than the 0.0214 left of the daily cap)')
    const capped = await owner.run(findContact())
    expect(capped.status).toBe(402)
    expect(capped.body).toMatchObject({
      status: 'blocked',
      attempts: [],
      error: {
        code: 'budget_exceeded',
        controls: ['daily_limit'],
        available: '9.9571',
        required: '0.0143',
        remaining: '0.0071',
        resets_at: expect.stringMatching(/T00:00:00.000Z$/),
        topup_url: topupUrl(),
      },
    })
    expect((await owner.call<object>('GET', '/v1/spend-guard')).body).toMatchObject({
      enabled: true,
      daily_limit: '0.05',
      per_run_limit: null,
      spent_today: '0.0429',
      settled_today: '0.0429',
      held_now: '0.00',
      remaining: '0.0071',
    })
    await guard({ enabled: false })
    expect((await owner.run(findContact())).status).toBe(200)
    expect(await readWallet(service.db, workspace.id, 'test')).toMatchObject({
      available: 10_000_000n - 4n * 14_300n,
      held: 0n,
    })
  })
})
