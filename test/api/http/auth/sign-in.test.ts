import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
let nobody: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false, env: { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' } })
  nobody = httpClient(service.url)
}, 120_000)
afterAll(() => service.stop())

describe('signing up and in', () => {
  it('works', async () => {
    const up = await nobody.post('/v1/auth/signup', { email: 'Ada@Example.com', password: 'correct horse', workspace: 'Engines' })
    expect(up.body).toMatchObject({ user: { email: 'ada@example.com' } })
    const session = httpClient(service.url, String(up.at('session_token')))
    expect((await session.get('/v1/auth/me')).body).toMatchObject({ credential: 'session' })
    expect((await session.post('/v1/api-keys', { name: 'a', environment: 'live' }, { 'Idempotency-Key': 'a' })).body).toMatchObject({ id: expect.any(String) })
    expect((await session.get('/v1/api-keys')).body).toMatchObject({ usage_days: 30, items: [{ environment: 'live' }, { environment: 'test' }] })
  })
})
