import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type AppSite, startAppSite } from '../../support/app-site.ts'
import { openBrowser } from '../../support/browser.ts'
import { httpClient } from '../../support/http.ts'
import { callTool, KeptTokens } from '../../support/mcp.ts'
import { answerConsent, locationOf, type Person } from '../../support/oauth.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const person: Person = { email: 'ada@example.com', password: 'correct horse battery staple' }
const trusted = tls.getCACertificates('default')
let site: AppSite
let service: TestService
beforeAll(async () => {
  site = await startAppSite()
  tls.setDefaultCACertificates([...trusted, site.authority])
  service = await startTestService()
  await httpClient(service.url).post('/v1/auth/signup', { ...person, workspace: 'Analytical Engines' })
}, 120_000)
afterAll(async () => {
  tls.setDefaultCACertificates(trusted)
  await service.stop()
  await site.close()
})

describe('a client with only the address of the endpoint', () => {
  it("finds its way to a person's consent, and then to what the person allows", async () => {
    const kept = new KeptTokens()
    const connecting = () => new StreamableHTTPClientTransport(new URL('/mcp', service.url), { authProvider: kept })
    const client = new Client({ name: 'test-client', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    const first = connecting()
    await expect(client.connect(first)).rejects.toThrow()
    expect(kept.page?.searchParams.get('resource')).toBe(`${service.url}/mcp`)
    expect(kept.page?.searchParams.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['read', 'run', 'write']))

    const browser = openBrowser()
    const url = kept.page?.href ?? ''
    const back = await answerConsent(locationOf(await browser.get(url), url), person, { browser, scopes: ['read'] })
    await first.finishAuth(back.searchParams)
    await client.connect(connecting())
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    expect((await callTool(client, 'wallet')).body).toMatchObject({ environment: 'live' })
    expect((await callTool(client, 'run', { capability: 'contact.find', input: {} })).body).toMatchObject({
      error: { code: 'forbidden', message: expect.stringContaining('`run`') },
    })
    await client.close()
  }, 60_000)

  it('is known by the URL of its document, and registers nothing', async () => {
    const path = '/mcp/client.json'
    const kept = new KeptTokens(`${site.url}${path}`)
    site.publish(path, { body: { client_id: kept.clientMetadataUrl, ...kept.clientMetadata } })
    const client = new Client({ name: 'test-client', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    const connecting = () => new StreamableHTTPClientTransport(new URL('/mcp', service.url), { authProvider: kept })
    const first = connecting()
    await expect(client.connect(first)).rejects.toThrow()
    expect(kept.page?.searchParams.get('client_id')).toBe(kept.clientMetadataUrl)
    const browser = openBrowser()
    const url = kept.page?.href ?? ''
    const back = await answerConsent(locationOf(await browser.get(url), url), person, { browser, scopes: ['read'] })
    await first.finishAuth(back.searchParams)
    await client.connect(connecting())
    expect((await callTool(client, 'wallet')).body).toMatchObject({ environment: 'live' })
    await client.close()
  }, 60_000)
})
