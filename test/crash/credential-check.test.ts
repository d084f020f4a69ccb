import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openConnection } from '../../db/connections/open.ts'
import { findConnectionId } from '../../db/connections/queries.ts'
import { testCipher } from '../build/connection.ts'
import { leftovers, urlOf } from '../support/child-process.ts'
import { at, httpClient, type HttpClient } from '../support/http.ts'
import { type Simulator, startSimulator } from '../support/http-simulator.ts'
import { tablesThatHold } from '../support/plaintext.ts'
import { type TestDatabase, testDatabase } from '../support/postgres.ts'
import { type ServiceProcesses, startServiceProcesses } from '../support/service-processes.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'

const CREDENTIAL = 'canary-credential-52bd'

let hunter: Simulator
let database: TestDatabase
let service: ServiceProcesses
let live: HttpClient
beforeAll(async () => {
  ;[hunter, database] = await Promise.all([startSimulator(), testDatabase()])
  service = await startServiceProcesses({
    databaseUrl: database.url,
    providers: { hunter: { baseUrl: hunter.url } },
    temporal: testTemporal(),
  })
  live = httpClient(urlOf(service.api), service.workspace.keys.live)
}, 300_000)
afterAll(async () => {
  await service.stop()
  await database.drop()
  await hunter.close()
  expect(leftovers()).toEqual([])
})

const connect = () => live.post('/v1/connections/hunter', { api_key: CREDENTIAL })

describe('a worker that dies while a provider checks a key', () => {
  it('is followed by the next one, which asks once more, and the key is stored', async () => {
    hunter.script({ fault: 'hang' }, { json: { data: {} } })
    const answering = connect()
    await until(
      async () => hunter.calls.length,
      (calls) => calls === 1,
    )
    service.worker().signal('SIGKILL')
    await service.worker().exited
    await service.startWorker()
    const answer = await answering
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { provider: 'hunter', status: 'active', last_verified_at: expect.any(String) },
    ])
    expect(hunter.calls.map(({ headers }) => headers['x-api-key'])).toEqual([CREDENTIAL, CREDENTIAL])
  }, 300_000)

  it("leaves the key in no log of any process and in no column, and the worker's keys open it", async () => {
    for (const { output } of [service.api, service.worker()]) expect(output()).not.toContain(CREDENTIAL)
    expect(await tablesThatHold(service.db, CREDENTIAL)).toEqual([])
    const connectionId = (await findConnectionId(service.db, service.workspace.id, 'hunter')) ?? ''
    expect(
      await openConnection(
        { db: service.db, cipher: testCipher(1) },
        { connectionId, workspaceId: service.workspace.id },
      ),
    ).toMatchObject({ apiKey: CREDENTIAL })
  })
})

describe('an api that dies before it has stored the key', () => {
  it('has stored nothing: the earlier connection stands as it was', async () => {
    const before = (await live.get('/v1/connections')).body
    hunter.reset()
    hunter.script({ json: { data: {} }, latencyMs: 2_000 })
    const answering = connect().then(
      () => 'answered',
      () => 'cut off',
    )
    await until(
      async () => hunter.calls.length,
      (calls) => calls === 1,
    )
    service.api.signal('SIGKILL')
    expect(await answering).toBe('cut off')
    const { rows } = await service.db.pool.query('select status, generation from connection')
    expect([rows, at(before, 'items', '0', 'status')]).toEqual([[{ status: 'active', generation: 1 }], 'active'])
  })
})
