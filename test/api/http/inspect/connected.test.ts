import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { CapabilityInspection, EndpointInspection } from '../../../../api/schemas/catalog.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { findThrough } from '../../../support/live-providers.ts'
import { runClient } from '../../../support/run-client.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'

let stage: Stage
let service: TestService
let workspace: TestWorkspace
beforeAll(async () => {
  stage = await startStage()
  service = stage.service
  workspace = await buildWorkspace(service.db)
  const connected = await runClient(service.url, workspace.keys.live).call('POST', '/v1/connections/hunter', {
    api_key: 'twin_hunter_mine',
  })
  expect(connected.status).toBe(200)
})
afterAll(() => stage.stop())

const inspect = async <Shape>(body: unknown, key: string): Promise<Shape> =>
  (await runClient(service.url, key).call<Shape>('POST', '/v1/inspect', body)).body
const offerOf = async (key: string) => {
  const { offers } = await inspect<CapabilityInspection>({ capability: 'contact.find' }, key)
  const found = offers.filter(({ provider }) => provider === 'hunter')
  expect(found.length).toBeLessThanOrEqual(1)
  return found[0]
}
const leads = { provider: 'hunter', endpoint: 'GET /leads' }
const finder = { provider: 'hunter', endpoint: '/email-finder' }

describe('with a connected key', () => {
  it("the provider's one offer is connected and free, as the run is", async () => {
    expect(await offerOf(workspace.keys.live)).toMatchObject({
      executable: true,
      connected: true,
      price: { amount: '0.00', note: expect.stringContaining('not metered') },
    })
    const run = await runClient(service.url, workspace.keys.live).run(findThrough('hunter'))
    expect([run.status, run.body.billing]).toMatchObject([200, { quoted: '0.00', charged: '0.00' }])
    expect(stage.calls('hunter', 'GET /email-finder').map(({ account }) => account)).toEqual(['twin_hunter_mine'])
  })

  it('raw endpoints of the provider are live and free, including those that need a connection', async () => {
    for (const endpoint of [finder, leads]) {
      expect(await inspect<EndpointInspection>(endpoint, workspace.keys.live)).toMatchObject({
        status: 'live',
        connected: true,
        cost: { estimate: '0.00' },
      })
    }
  })

  it('others see nothing of it, and neither do the sandbox, discover and the catalog', async () => {
    const other = await buildWorkspace(service.db)
    const offer = await offerOf(other.keys.live)
    expect(offer).toMatchObject({ connected: false })
    expect(Number(offer?.price.amount)).toBeGreaterThan(0)
    expect(await offerOf(workspace.keys.test)).toBeUndefined()
    const unconnected = { connected: false, cost: { estimate: null } }
    expect(await inspect<EndpointInspection>(leads, other.keys.live)).toMatchObject({
      ...unconnected,
      status: 'ready',
      requires_byok: true,
    })
    // The sandbox simulates it, without any key.
    expect(await inspect<EndpointInspection>(leads, workspace.keys.test)).toMatchObject({
      ...unconnected,
      status: 'live',
      requires_byok: false,
    })
    const { items } = (
      await runClient(service.url, workspace.keys.live).call<{
        items: { endpoint: string; method: string; status: string }[]
      }>('GET', '/v1/catalog/providers/hunter/endpoints')
    ).body
    expect(items.find(({ endpoint, method }) => endpoint === '/leads' && method === 'GET')?.status).toBe('ready')
  })

  it('a revoked key is gone at once', async () => {
    await runClient(service.url, workspace.keys.live).call('DELETE', '/v1/connections/hunter')
    expect(await offerOf(workspace.keys.live)).toMatchObject({ connected: false, executable: true })
    expect(await inspect<EndpointInspection>(leads, workspace.keys.live)).toMatchObject({
      status: 'ready',
      connected: false,
    })
  })
})
