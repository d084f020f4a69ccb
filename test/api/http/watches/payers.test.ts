import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildConnectedApp } from '../../../build/connected-app.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { until, untilKnown } from '../../../support/until.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
}, 120_000)
afterAll(() => service.stop())

const WATCH = { capability: 'company.jobs', input: { domain: 'example.com' }, every: '1h' }
const SANDBOX = { 'Service-Environment': 'test' }

interface Workspace {
  readonly id: string
  readonly person: HttpClient
  /** An unlimited key. */
  readonly agent: HttpClient
  key(terms: object): Promise<{ id: string; client: HttpClient }>
}

async function workspace(): Promise<Workspace> {
  const { id, keys } = await buildWorkspace(service.db)
  const person = httpClient(service.url, (await buildSession(service.db, id)).token)
  return {
    id,
    person,
    agent: httpClient(service.url, keys.test),
    async key(terms) {
      const made = await person.post('/v1/api-keys', { name: 'Agent', environment: 'test', ...terms })
      expect(made.status).toBe(200)
      return { id: String(made.at('id')), client: httpClient(service.url, String(made.at('api_key'))) }
    },
  }
}

const makeWatch = async (client: HttpClient, more: object = {}): Promise<string> => {
  const made = await client.post('/v1/watch', { ...WATCH, ...more })
  expect(made.status).toBe(200)
  return String(made.at('id'))
}
const refresh = (client: HttpClient, id: string, headers: Readonly<Record<string, string>> = {}) =>
  client.post(`/v1/watch/${id}/refresh?wait_seconds=60`, undefined, headers)
const read = async (client: HttpClient, id: string) => (await client.get(`/v1/watch/${id}`)).body
const budget = { budget: { amount: '0.000001', period: 'total' } }

describe('a key with a budget or limits', () => {
  it("pays for a refresh of another's watch by its own budget, and leaves the watch as it is", async () => {
    const { agent, key } = await workspace()
    const { client } = await key(budget)
    const id = await makeWatch(agent)
    for (const _ of ['first', 'second', 'third']) {
      const refused = await refresh(client, id)
      expect([refused.status, refused.body]).toMatchObject([
        402,
        { error: { code: 'budget_exceeded', controls: ['key_budget'] } },
      ])
    }
    expect(await read(agent, id)).toMatchObject({ status: 'active', paused_reason: null })
  })

  it('refreshes nothing that it may not run', async () => {
    const { agent, key } = await workspace()
    const { client } = await key({ allow: { capabilities: ['web.search'] } })
    const refused = await refresh(client, await makeWatch(agent))
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: { code: 'forbidden', message: expect.stringContaining('may not run company.jobs') } },
    ])
  })

  it("does not pause another's watch by its own limit, nor resume one", async () => {
    const { agent, key } = await workspace()
    const { client: cheap } = await key({ allow: { max_run_cost: '0.000001' } })
    const { client: able } = await key({ allow: { raw: false } })
    const { client: maker } = await key(budget)
    const id = await makeWatch(agent)
    for (const _ of ['first', 'second', 'third'])
      expect((await refresh(cheap, id)).body).toMatchObject({ error: { code: 'cost_limit_exceeded' } })
    expect(await read(agent, id)).toMatchObject({ status: 'active' })

    const paused = await makeWatch(maker)
    expect((await refresh(maker, paused)).status).toBe(402)
    expect((await refresh(able, paused)).status).toBe(200)
    expect(await read(agent, paused)).toMatchObject({ status: 'paused', paused_reason: 'budget_exceeded' })
    expect((await refresh(agent, paused)).status).toBe(200)
    expect(await read(agent, paused)).toMatchObject({ status: 'active', paused_reason: null })
  })

  it("deletes its own watches and no others'", async () => {
    const { id: workspaceId, agent, person, key } = await workspace()
    const { client } = await key({ allow: {} })
    const { token } = await buildConnectedApp(service, workspaceId, ['read', 'run', 'write'])
    const id = await makeWatch(agent)
    const refused = [
      await client.delete(`/v1/watch/${id}`),
      await httpClient(service.url, token).delete(`/v1/watch/${id}`, SANDBOX),
    ]
    expect(refused.map(({ status, body }) => [status, body])).toMatchObject(
      refused.map(() => [403, { error: { code: 'forbidden' } }]),
    )
    expect((await client.delete(`/v1/watch/${await makeWatch(client)}`)).status).toBe(200)
    expect((await person.delete(`/v1/watch/${id}`, SANDBOX)).status).toBe(200)
  })
})

it('an app that may not write rows refreshes no watch that does', async () => {
  const { id: workspaceId, agent, person } = await workspace()
  await person.post('/v1/features', { tables: true })
  await agent.post('/v1/tables', { name: 'jobs', key: 'field:url' })
  const { token } = await buildConnectedApp(service, workspaceId, ['read', 'run'])
  const app = httpClient(service.url, token)
  expect((await refresh(app, await makeWatch(agent, { into: { table: 'jobs' } }), SANDBOX)).status).toBe(403)
  expect((await refresh(app, await makeWatch(agent), SANDBOX)).status).toBe(200)
})

it("waits for an approval by the policy, also for a person's watch, whose own refreshes continue meanwhile", async () => {
  const { person, key } = await workspace()
  const { client } = await key({ allow: {} })
  await person.put('/v1/approval-policy', { runs_above: '0', sends: 'never', raw_writes: false })
  const made = await person.post('/v1/watch', WATCH, SANDBOX)
  const id = String(made.at('id'))
  const waiting = await client.post(`/v1/watch/${id}/refresh?wait_seconds=1`)
  expect([waiting.status, waiting.at('status')]).toEqual([202, 'awaiting_approval'])
  expect((await refresh(client, id)).at('refresh_id')).toBe(waiting.at('refresh_id'))
  const own = await refresh(person, id, SANDBOX)
  expect([own.status, own.at('status')]).toEqual([200, 'succeeded'])
})

describe('a scheduled refresh', () => {
  const triggered = async (id: string): Promise<void> => {
    const schedule = service.client.schedule.getHandle(id)
    await untilKnown(schedule)
    await schedule.trigger()
  }
  const status = (client: HttpClient, id: string) => async () => Object(await read(client, id))

  it('pauses its watch when the key that pays was revoked, until another takes it over', async () => {
    const { id: workspaceId, agent, person, key } = await workspace()
    const { id: keyId, client } = await key({ allow: {} })
    const id = await makeWatch(client)
    await person.delete(`/v1/api-keys/${keyId}`)
    await triggered(id)
    await until(status(agent, id), (watch) => watch.paused_reason === 'payer_revoked')
    expect((await agent.get('/v1/events')).at('items')).toMatchObject([
      { type: 'watch.paused', data: { watch_id: id, run_id: null, reason: 'payer_revoked' } },
    ])
    expect((await refresh(agent, id)).status).toBe(200)
    expect(await read(agent, id)).toMatchObject({ status: 'active', paused_reason: null })
    await triggered(id)
    await until(status(agent, id), (watch) => watch.refreshes.length === 2 && watch.refreshes[0].state === 'done')
    const { rows } = await service.db.pool.query(
      'select distinct api_key_id as payer from run where workspace_id = $1',
      [workspaceId],
    )
    expect(rows).toEqual([{ payer: expect.not.stringMatching(keyId) }])
  })

  it("pauses its watch when the payer's budget is used up, and reports it", async () => {
    const { agent, key } = await workspace()
    const id = await makeWatch((await key(budget)).client)
    await triggered(id)
    await until(status(agent, id), (watch) => watch.paused_reason === 'budget_exceeded')
    expect((await agent.get('/v1/events')).at('items')).toMatchObject([
      { type: 'watch.paused', data: { watch_id: id, reason: 'budget_exceeded' } },
    ])
  })
})
