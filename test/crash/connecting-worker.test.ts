import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { addMessagingAccount, findMessagingAccount } from '../../db/messaging-accounts/queries.ts'
import { buildSession } from '../build/session.ts'
import { leftovers, urlOf } from '../support/child-process.ts'
import { at, httpClient, type HttpAnswer, type HttpClient } from '../support/http.ts'
import { type Reply, type Simulator, startSimulator } from '../support/http-simulator.ts'
import { type TestDatabase, testDatabase } from '../support/postgres.ts'
import { type ServiceProcesses, startServiceProcesses } from '../support/service-processes.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'

let provider: Simulator
let database: TestDatabase
let service: ServiceProcesses
let live: HttpClient
let session: HttpClient
beforeAll(async () => {
  ;[provider, database] = await Promise.all([startSimulator(), testDatabase()])
  const account = { apiKey: 'k', baseUrl: provider.url }
  service = await startServiceProcesses({
    databaseUrl: database.url,
    providers: { agentmail: account, unipile: account },
    temporal: testTemporal(),
  })
  live = httpClient(urlOf(service.api), service.workspace.keys.live)
  session = live.as((await buildSession(service.db, service.workspace.id)).token)
}, 300_000)
afterEach(() => provider.reset())
afterAll(async () => {
  await service.stop()
  await database.drop()
  await provider.close()
  expect(leftovers()).toEqual([])
})

/** The provider hangs, the worker dies over it, and the next one is answered. */
async function withDyingWorker(path: string, reply: Reply, ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  provider.scriptPath(path, { fault: 'hang' }, reply)
  const answering = ask()
  await until(
    async () => provider.calls.length,
    (calls) => calls === 1,
  )
  service.worker().signal('SIGKILL')
  await service.worker().exited
  await service.startWorker()
  return answering
}

describe('a worker that dies while it asks a provider outside of a run', () => {
  it('is followed by one that asks for the same inbox, by the same name', async () => {
    const username = `crash-${randomUUID().slice(0, 8)}`
    const answer = await withDyingWorker('/v0/inboxes', { json: { inbox_id: `${username}@agentmail.to` } }, () =>
      live.post('/v1/email/inboxes', { username }),
    )
    expect([answer.status, answer.at('status')]).toEqual([200, 'active'])
    expect(provider.calls.map(({ body }) => at(body, 'client_id'))).toEqual([
      answer.at('inbox_id'),
      answer.at('inbox_id'),
    ])
  }, 120_000)

  it('is followed by one that asks for a page under the same name', async () => {
    const answer = await withDyingWorker(
      '/hosted/accounts/link',
      { json: { url: 'https://account.unipile.example/x' } },
      () => session.post('/v1/linkedin/accounts'),
    )
    expect([answer.status, answer.at('connect_url')]).toEqual([200, 'https://account.unipile.example/x'])
    expect(new Set(provider.calls.map(({ body }) => at(body, 'name'))).size).toBe(1)
  }, 120_000)

  it('is followed by one that finds the account gone, and it is removed', async () => {
    const external = randomUUID()
    const account = await addMessagingAccount(service.db, {
      workspaceId: service.workspace.id,
      environment: 'live',
      network: 'linkedin',
      provider: 'unipile',
      externalId: external,
      name: 'Robin Sample',
      status: 'connected',
    })
    const answer = await withDyingWorker(`/accounts/${external}`, { status: 404, json: {} }, () =>
      session.delete(`/v1/linkedin/accounts/${account?.id}`),
    )
    expect([answer.status, answer.at('status')]).toEqual([200, 'removed'])
    expect((await findMessagingAccount(service.db, 'unipile', external))?.status).toBe('removed')
  }, 120_000)
})
