import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { OAuthScope } from '../../../../domain/access/scopes.ts'
import { buildConnectedApp } from '../../../build/connected-app.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
let owner: HttpClient
beforeAll(async () => {
  service = await startTestService()
  owner = httpClient(service.url, service.workspace.keys.test)
  await owner.post('/v1/features', { tables: true })
  await owner.post('/v1/tables', { name: 'leads', key: 'email' })
  await owner.post('/v1/tables/leads/rows', { rows: [{ email: 'ada@example.com' }] })
}, 120_000)
afterAll(() => service.stop())

const SANDBOX = { 'Service-Environment': 'test' }
const appWith = async (...scopes: OAuthScope[]): Promise<HttpClient> =>
  httpClient(service.url, (await buildConnectedApp(service, service.workspace.id, scopes)).token)
const LOOK_UP = { capability: 'web.search', input: { query: 'sample' } }
const count = async (table: 'run' | 'watch'): Promise<number> =>
  (await service.db.pool.query(`select count(*)::integer as n from ${table}`)).rows[0].n

describe('a connected app has no other way around its scopes', () => {
  it.each([
    ['a run that fills a table', { ...LOOK_UP, into: { table: 'leads' } }],
    [
      'a run that changes a row',
      { ...LOOK_UP, record: { table: 'leads', key: 'ada@example.com', set: { status: 'taken' } } },
    ],
  ])('%s needs write', async (_, body) => {
    const before = await count('run')
    const answer = await (await appWith('read', 'run')).post('/v1/run', { ...body, async: true }, SANDBOX)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'message')]).toEqual([
      403,
      'forbidden',
      expect.stringContaining('`write`'),
    ])
    expect(await count('run')).toBe(before)
    expect((await (await appWith('run', 'write')).post('/v1/run', { ...body, async: true }, SANDBOX)).status).toBe(202)
  })

  it('a watch, which runs and pays, needs run', async () => {
    const before = await count('watch')
    const body = { ...LOOK_UP, every: '1h' }
    const answer = await (await appWith('read', 'write')).post('/v1/watch', body, SANDBOX)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'message')]).toEqual([
      403,
      'forbidden',
      expect.stringContaining('`run`'),
    ])
    expect(await count('watch')).toBe(before)
    expect((await (await appWith('run', 'write')).post('/v1/watch', body, SANDBOX)).status).toBe(200)
  })
})
