import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())

const OFF = {
  tables: { enabled: false, enabled_at: null, usage: { tables: 0, rows: 0 }, limits: { tables: 20, rows: 25_000 } },
}
const ON = { tables: { ...OFF.tables, enabled: true, enabled_at: expect.any(String) } }

describe('/v1/features', () => {
  it('has tables off until they are turned on, for both environments and only this workspace', async () => {
    const [workspace, other] = await Promise.all([buildWorkspace(service.db), buildWorkspace(service.db)])
    const live = httpClient(service.url, workspace.keys.live)
    expect([await live.get('/v1/features').then(({ status, body }) => [status, body])]).toEqual([[200, OFF]])
    expect([
      (await live.post('/v1/features', { tables: true })).body,
      (await live.as(workspace.keys.test).get('/v1/features')).body,
    ]).toEqual([ON, ON])
    expect((await live.as(other.keys.live).get('/v1/features')).body).toEqual(OFF)
  })

  it('answers forbidden on every route of tables while they are off', async () => {
    const { keys } = await buildWorkspace(service.db)
    const client = httpClient(service.url, keys.live)
    const answers = await Promise.all([
      client.get('/v1/tables'),
      client.post('/v1/tables', { name: 'leads' }),
      client.get('/v1/tables/leads'),
      client.patch('/v1/tables/leads', { title: 'x' }),
      client.delete('/v1/tables/leads?confirm=true'),
      client.delete('/v1/tables/leads'),
      client.post('/v1/tables/leads/rows', { rows: [{ email: 'a@example.com' }] }),
      client.delete('/v1/tables/leads/rows/a@example.com'),
    ])
    expect(answers.map(({ status, at }) => [status, at('error', 'code')])).toEqual(
      answers.map(() => [403, 'forbidden']),
    )
    expect(answers[0]?.at('error', 'message')).toContain('POST /v1/features')
  })

  it('keeps the content of tables while they are off, and the time while they stay on', async () => {
    const { keys } = await buildWorkspace(service.db)
    const client = httpClient(service.url, keys.live)
    const on = await client.post('/v1/features', { tables: true })
    expect((await client.post('/v1/features', { tables: true })).body).toEqual(on.body)
    await client.post('/v1/tables/leads/rows', { rows: [{ email: 'a@example.com' }] })
    const off = await client.post('/v1/features', { tables: false })
    expect(off.body).toEqual({ tables: { ...OFF.tables, usage: { tables: 1, rows: 1 } } })
    expect((await client.get('/v1/tables/leads')).status).toBe(403)
    await client.post('/v1/features', { tables: true })
    expect((await client.get('/v1/tables/leads')).body).toMatchObject({ rows: 1, latest: [{ key: 'a@example.com' }] })
  })

  it.each([{}, { tables: 'yes' }, { tables: null }, { tables: true, more: 1 }])('refuses %j', async (body) => {
    const answer = await httpClient(service.url, service.workspace.keys.live).post('/v1/features', body)
    expect([answer.status, answer.at('error', 'code')]).toEqual([400, 'invalid_request'])
  })
})
