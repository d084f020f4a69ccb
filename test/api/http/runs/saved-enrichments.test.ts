import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { SANDBOX_ALPHA, SANDBOX_BETA } from '../../../../activities/providers/sandbox/manifest.ts'
import { buildSession } from '../../../build/session.ts'
import { runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'
import { inSandbox } from '../approvals/workspace-with-policy.ts'
import { enrich, find, LINKEDIN, tableOf } from './linked-table.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})

describe('a saved enrichment', () => {
  it('serves the next run of the same subject free of charge, for any of its identities', async () => {
    const { client, available } = await tableOf(service, [{ linkedin_url: LINKEDIN, email: 'robin@example.org' }])
    const bought = await client.run(enrich({ record: { table: 'leads', key: LINKEDIN, save: 'all' } }))
    const before = await available()
    for (const input of [{ linkedin_url: 'http://linkedin.com/in/Robin-Sample/' }, { email: 'Robin@Example.org' }]) {
      const { status, body } = await client.run(enrich({ input }))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        status: 'succeeded',
        provider: null,
        attempts: [],
        result: bought.body.result,
        billing: { quoted: '0.00', charged: '0.00', platform_funded: false },
        source: { table: 'leads', run_id: bought.body.run_id, key: expect.any(String), saved_at: expect.any(String) },
      })
      expect(body.routing_reason).toContain('leads')
    }
    expect(await available()).toBe(before)
  })

  it('does not serve another workspace, capability or environment, or a fresh request', async () => {
    const { client, workspace } = await tableOf(service, [{ linkedin_url: LINKEDIN }])
    const record = { table: 'leads', key: LINKEDIN, save: 'all' }
    await client.run(enrich({ record }))
    const live = runClient(service.url, workspace.keys.live)
    const sources = await Promise.all([
      client.run(enrich({ input: { linkedin_url: 'https://www.linkedin.com/in/somebody-else' } })),
      client.run({ capability: 'contact.find', input: { linkedin_url: LINKEDIN } }),
      client.run(enrich({ routing: { fresh: true } })),
      client.run(enrich({ routing: { provider: 'sandbox-alpha' } })),
      live.run(enrich()),
    ])
    expect(sources.map(({ body }) => body.source)).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  it('serves no other identity of its row: neither a person next to it, nor another profile, nor one that has taken the row over', async () => {
    const ada = 'https://www.linkedin.com/in/ada-sample'
    const { client } = await tableOf(service, [{ linkedin_url: ada, x: 'ada_x', instagram: 'ada_grams' }])
    const manager = await client.run({
      capability: 'contact.find',
      input: { linkedin_url: LINKEDIN },
      record: { table: 'leads', key: ada, save: { email: 'managers_email' } },
    })
    expect(manager.body.table).toMatchObject({ saved: ['managers_email'] })
    expect((await client.run({ capability: 'contact.find', input: { linkedin_url: ada } })).body.source).toBeUndefined()
    expect(
      (await client.run({ capability: 'contact.find', input: { linkedin_url: LINKEDIN } })).body.source,
    ).toMatchObject({ run_id: manager.body.run_id })

    const profile = (platform: string, handle: string, more: object = {}) =>
      client.run({ capability: 'social.profile', input: { platform, handle }, ...more })
    await profile('x', 'ada_x', { record: { table: 'leads', key: ada, save: { bio: 'bio' } } })
    expect((await profile('instagram', 'ada_grams')).body.source).toBeUndefined()
    expect((await profile('x', '@Ada_X')).body.source).toBeDefined()

    await client.call('POST', '/v1/tables', { name: 'crm', key: 'field:crm_id' })
    await client.call('POST', '/v1/tables/crm/rows', { rows: [{ crm_id: '7', email: 'first@example.com' }] })
    await client.run(
      enrich({
        input: { email: 'first@example.com' },
        record: { table: 'crm', key: '7', save: { headline: 'headline' } },
      }),
    )
    await client.call('POST', '/v1/tables/crm/rows', {
      mode: 'replace',
      rows: [{ crm_id: '7', email: 'second@example.com' }],
    })
    expect((await client.run(enrich({ input: { email: 'second@example.com' } }))).body.source).toBeUndefined()
    expect((await client.run(enrich({ input: { email: 'first@example.com' } }))).body.source).toBeDefined()
  })

  it('serves only a run whose rules allow the provider that sold it: the request, the policy and the key', async () => {
    const { client, workspace } = await tableOf(service, [{ linkedin_url: LINKEDIN }])
    const record = { table: 'leads', key: LINKEDIN, save: 'all' }
    const bought = await client.run(enrich({ record }))
    expect(bought.body.provider).toBe(SANDBOX_ALPHA)
    const served = async (routing: object, agent = client) => {
      const { body } = await agent.run(enrich({ routing }))
      return body.source?.run_id ?? body.provider
    }
    const ofAlpha = bought.body.run_id
    expect(await served({ ignore: [SANDBOX_ALPHA] })).toBe(SANDBOX_BETA)
    expect(await served({ only: [SANDBOX_BETA] })).toBe(SANDBOX_BETA)
    expect(await served({ require: { data_region: 'us' } })).toBe(SANDBOX_BETA)
    expect(await served({ only: [SANDBOX_ALPHA], order: [SANDBOX_BETA], require: { data_region: 'eu' } })).toBe(ofAlpha)

    const owner = inSandbox(service, (await buildSession(service.db, workspace.id)).token)
    const key = await owner.post('/v1/api-keys', {
      name: 'beta only',
      environment: 'test',
      allow: { providers: [SANDBOX_BETA] },
    })
    expect(await served({}, runClient(service.url, String(key.at('api_key'))))).toBe(SANDBOX_BETA)

    const setPolicy = (rules: object) =>
      owner.put('/v1/routing-policy', { default: {}, capabilities: { 'person.*': rules } })
    await setPolicy({ ignore: [SANDBOX_ALPHA] })
    expect(await served({})).toBe(SANDBOX_BETA)
    expect(await served({ only: [SANDBOX_ALPHA] })).toBeNull()
    await setPolicy({})
    expect(await served({})).toBe(ofAlpha)
  })

  it('is the newest that the rules allow, where several providers have sold one', async () => {
    const { client } = await tableOf(service, [{ linkedin_url: LINKEDIN }])
    await client.call('POST', '/v1/tables/others/rows', { rows: [{ linkedin_url: LINKEDIN }] })
    const buyInto = async (table: string, routing: object): Promise<string> =>
      (await client.run(enrich({ routing, record: { table, key: LINKEDIN, save: 'all' } }))).body.run_id
    const ofBeta = await buyInto('leads', { only: [SANDBOX_BETA] })
    const ofAlpha = await buyInto('others', { only: [SANDBOX_ALPHA] })
    const sources = []
    for (const routing of [{}, { ignore: [SANDBOX_ALPHA] }, { ignore: [SANDBOX_BETA] }])
      sources.push((await client.run(enrich({ routing }))).body.source?.run_id)
    expect(sources).toEqual([ofAlpha, ofBeta, ofAlpha])
  })

  it('is served for thirty days, and a saved answer that is saved again keeps its age', async () => {
    const { client, workspace } = await tableOf(service, [{ linkedin_url: LINKEDIN }])
    const request = enrich({ record: { table: 'leads', key: LINKEDIN, save: 'all' } })
    const { body: bought } = await client.run(request)
    const age = (days: number) =>
      service.db.pool.query(
        `update saved_enrichment set saved_at = saved_at - make_interval(days => $2) where workspace_id = $1`,
        [workspace.id, days],
      )
    await age(29)
    const again = await client.run(request)
    expect(again.body).toMatchObject({ source: { run_id: bought.run_id }, table: { updated: expect.any(Number) } })
    await age(1)
    expect((await client.run(request)).body.source).toBeUndefined()
  })

  it('is deleted with its row, and unused while tables are off', async () => {
    const { client } = await tableOf(service, [{ linkedin_url: LINKEDIN }])
    await client.run(enrich({ record: { table: 'leads', key: LINKEDIN, save: 'all' } }))
    await client.call('POST', '/v1/features', { tables: false })
    expect((await client.run(enrich())).body.source).toBeUndefined()
    await client.call('POST', '/v1/features', { tables: true })
    expect((await client.run(enrich())).body.source).toBeDefined()
    await client.call('POST', '/v1/tables/leads/rows/delete', { keys: [LINKEDIN] })
    expect((await client.run(enrich())).body.source).toBeUndefined()
  })

  it('is also served when it was imported as a row', async () => {
    const { client } = await tableOf(service, [{ domain: 'example.org' }], { table: 'companies' })
    const request = { capability: 'company.enrich', input: { domain: 'example.com' } }
    const { body } = await client.run({ ...request, into: { table: 'companies' } })
    expect(body.table).toMatchObject({ inserted: 1 })
    expect((await client.run({ ...request, input: { domain: 'Example.com' } })).body.source).toMatchObject({
      table: 'companies',
      key: 'example.com',
      run_id: body.run_id,
    })
  })

  it('needs no provider', async () => {
    const stage = await startStage({ providers: ['hunter', 'findymail', 'leadmagic'] })
    const live = stage.service
    try {
      const client = runClient(live.url, live.workspace.keys.live)
      await client.call('POST', '/v1/features', { tables: true })
      await client.call('POST', '/v1/tables/leads/rows', { rows: [{ linkedin_url: LINKEDIN }] })
      const { body: bought } = await client.run(find({ record: { table: 'leads', key: LINKEDIN, save: 'all' } }))
      await live.db.pool.query('update provider_account set usable = false')
      const refused = await until(
        () => client.run(find({}, { full_name: 'Somebody Else' })),
        ({ status }) => status === 409,
      )
      expect(refused.body.error?.code).toBe('provider_not_available')
      expect((await client.run(find())).body).toMatchObject({ status: 'succeeded', source: { run_id: bought.run_id } })
    } finally {
      await stage.stop()
    }
  })
})
