import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { httpClient } from '../../../support/http.ts'
import { askFor, connect, type Person, redeem, registerApp } from '../../../support/oauth.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
const person: Person = { email: 'ada@example.com', password: 'correct horse battery staple' }
beforeAll(async () => {
  service = await startTestService()
  await httpClient(service.url).post('/v1/auth/signup', { ...person, workspace: 'Analytical Engines' })
}, 120_000)
afterAll(() => service.stop())

describe('an app that knows nothing but an address of the API', () => {
  it('finds its way from a 401 to events, and no further than it may', async () => {
    const refused = await httpClient(service.url).get('/v1/events')
    expect(refused.status).toBe(401)
    const metadataUrl = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? ''
    const metadata = await httpClient(new URL(metadataUrl).origin).get(new URL(metadataUrl).pathname)
    const app = await registerApp(String(metadata.at('authorization_servers', '0')))
    const resource = String(metadata.at('resource'))
    const asking = await askFor(app, { resource })
    const tokens = await redeem(app, asking, await connect(asking, person), { resource })
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'read', expires_in: 3600 })
    const client = httpClient(service.url, tokens.access_token)
    expect((await client.get('/v1/events')).status).toBe(200)
    expect((await client.post('/v1/webhooks', { url: 'https://example.com/hooks' })).at('error', 'code')).toBe('forbidden')
  })
})
