import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { OAuthScope } from '../../../../domain/access/scopes.ts'
import { buildConnectedApp } from '../../../build/connected-app.ts'
import { buildSession } from '../../../build/session.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

let service: SharedService
let owner: HttpClient
beforeAll(async () => {
  service = await sharedTestService()
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

describe('the budget of a connected app', () => {
  it('limits its runs, as that of a key does, and its watches', async () => {
    const { appId, token } = await buildConnectedApp(service, service.workspace.id, ['run', 'write'])
    const app = httpClient(service.url, token)
    const person = httpClient(service.url, (await buildSession(service.db, service.workspace.id)).token)
    const watch = await app.post('/v1/watch', { ...LOOK_UP, every: '1h' }, SANDBOX)
    const budget = (amount: string) => ({ budget: { amount, period: 'total' } })
    expect((await person.patch(`/v1/connected-apps/${appId}`, budget('0.00'))).status).toBe(200)
    const refused = await app.post('/v1/run', LOOK_UP, SANDBOX)
    expect([refused.status, refused.at('error', 'controls')]).toEqual([402, ['key_budget']])
    const refresh = `/v1/watch/${String(watch.at('id'))}/refresh?wait_seconds=60`
    expect((await app.post(refresh, undefined, SANDBOX)).at('error', 'controls')).toEqual(['key_budget'])
    await person.patch(`/v1/connected-apps/${appId}`, budget('1.00'))
    expect((await app.post('/v1/run', LOOK_UP, SANDBOX)).status).toBe(200)
  })
})
