import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { Connection } from '@temporalio/client'
import { msToTs } from '@temporalio/common/lib/time.js'
import type { TemporalAccess } from '../../domain/settings/connections.ts'
import { connectionOptions } from '../../workflows/starters/connection-options.ts'
import { type Authority, type Certified, makeAuthority, selfSigned } from '../support/certificates.ts'
import { findContact, runClient } from '../support/run-client.ts'
import { startTestService } from '../support/service.ts'
import { connectTemporal, testTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'
import { ensureSearchAttributes } from '../../worker/search-attributes.ts'
import { type GatewayOptions, startTemporalGateway, type TemporalGateway } from '../support/temporal-gateway.ts'

let authority: Authority
let server: Certified
let client: Certified
let gateway: TemporalGateway | null = null
beforeAll(() => {
  authority = makeAuthority('Temporal')
  server = authority.issue({ name: 'localhost' })
  client = authority.issue({ name: 'worker' })
})
afterEach(async () => {
  await gateway?.close()
  gateway = null
})

const API_KEY = 'the-key-of-a-namespace'
const trusting = (more: Partial<TemporalAccess['tls'] & object> = {}): TemporalAccess => ({
  tls: { ca: authority.cert, client: null, serverName: null, ...more },
})
const open = async (more: Partial<GatewayOptions> = {}) => {
  gateway = await startTemporalGateway(testTemporal().address, { ...server, ...more })
  return { address: `localhost:${gateway.port}`, namespace: testTemporal().namespace }
}

describe('a service whose Temporal is reached over TLS', () => {
  it.each<[string, () => Partial<GatewayOptions>, () => TemporalAccess]>([
    ['by the authority of its certificate', () => ({}), () => trusting()],
    ['with a certificate that it shows', () => ({ clientCa: authority.cert }), () => trusting({ client })],
    ['with an API key', () => ({ apiKey: API_KEY }), () => ({ ...trusting(), apiKey: API_KEY })],
    [
      'under another name',
      () => authority.issue({ name: 'temporal.example' }),
      () => trusting({ serverName: 'temporal.example' }),
    ],
  ])(
    '%s runs, from the request to the worker',
    async (_, gatewayOptions, access) => {
      const service = await startTestService({ temporal: { ...(await open(gatewayOptions())), ...access() } })
      try {
        const { body } = await runClient(service.url, service.workspace.keys.test).run(findContact())
        expect(body.status).toBe('succeeded')
        expect(gateway?.forwarded()).toBeGreaterThan(3)
      } finally {
        await service.stop()
      }
    },
    60_000,
  )

  it.each<[string, () => Partial<GatewayOptions>, () => TemporalAccess]>([
    ['a server of an unknown authority', () => selfSigned({ name: 'localhost' }), () => trusting()],
    ['a server of another name', () => authority.issue({ name: 'other.example' }), () => trusting()],
    ['no certificate to show', () => ({ clientCa: authority.cert }), () => trusting()],
    ['a wrong API key', () => ({ apiKey: API_KEY }), () => ({ ...trusting(), apiKey: 'another' })],
    ['no TLS', () => ({}), () => ({})],
  ])(
    'does not connect with %s',
    async (_, gatewayOptions, access) => {
      const options = connectionOptions({ ...(await open(gatewayOptions())), ...access() })
      await expect(Connection.connect({ ...options, connectTimeout: '2 seconds' })).rejects.toThrow()
      expect(gateway?.forwarded()).toBe(0)
    },
    20_000,
  )
})

describe('a server where no client registers search attributes', () => {
  it.each([
    ['lists them', '/AddSearchAttributes'],
    ['does not list them either', 'SearchAttributes'],
  ])(
    'and which %s, is named with the attributes to create, and suffices once they are there',
    async (_, denied) => {
      const namespace = `cloud-${randomUUID()}`
      const plain = await connectTemporal(testTemporal())
      const temporal = { ...(await open({ denied })), ...trusting(), namespace }
      try {
        await plain.workflowService.registerNamespace({
          namespace,
          workflowExecutionRetentionPeriod: msToTs('1 day'),
        })
        const refused = until(
          () => ensureSearchAttributes(temporal).catch(String),
          (message) => !String(message).includes('NOT_FOUND'),
        )
        expect(await refused).toMatch(/Create these there, of the type Keyword: \w+, /)
        await ensureSearchAttributes({ address: testTemporal().address, namespace })
        await ensureSearchAttributes(temporal)
      } finally {
        await plain.close()
      }
    },
    60_000,
  )
})

describe('a file of a certificate', () => {
  it('that cannot be read is named with its variable', () => {
    const options = { address: 'localhost:7233', ...trusting({ ca: '/nowhere/ca.pem' }) }
    expect(() => connectionOptions(options)).toThrow('TEMPORAL_TLS_CA is neither PEM text nor a file')
  })
})
