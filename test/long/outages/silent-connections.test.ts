import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { leftovers, type ServiceProcess, urlOf } from '../../support/child-process.ts'
import { at } from '../../support/http.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'
import { type Page, readPage, valueOf } from '../../support/prometheus.ts'
import { findContact, type RunAnswer, runClient } from '../../support/run-client.ts'
import { type ServiceProcesses, startServiceProcesses } from '../../support/service-processes.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { testTemporal } from '../../support/temporal.ts'
import { until } from '../../support/until.ts'

let database: TestDatabase
let apiProxy: TcpProxy
let workerProxy: TcpProxy
let service: ServiceProcesses
let sandbox: ReturnType<typeof runClient>

beforeAll(async () => {
  database = await testDatabase()
  ;[apiProxy, workerProxy] = await Promise.all([startTcpProxy(database.url), startTcpProxy(database.url)])
  service = await startServiceProcesses({
    databaseUrl: database.url,
    providers: {},
    temporal: testTemporal(),
    worker: '../../worker/main.ts',
    api: { DATABASE_URL: through(apiProxy) },
    first: { DATABASE_URL: through(workerProxy) },
  })
  sandbox = runClient(urlOf(service.api), service.workspace.keys.test)
}, 300_000)
afterEach(() => apiProxy.open())
afterAll(async () => {
  await service.stop()
  await Promise.all([apiProxy.close(), workerProxy.close()])
  await database.drop()
  expect(leftovers()).toEqual([])
})

function through(proxy: TcpProxy): string {
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = new URL(proxy.url).port
  return url.href
}

const metricsOf = async (process: ServiceProcess): Promise<Page> =>
  readPage(await (await fetch(String(at(process.ready, 'metrics_url')))).text())
const read = async (name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> =>
  valueOf(await metricsOf(service.api), name, labels) ?? 0
const heard = async () => ({
  notice: await read('run_ends_heard_total', { by: 'notice' }),
  poll: await read('run_ends_heard_total', { by: 'poll' }),
})

const RUNS = 10
/** The log names a connection that is given up by `query_timeout`. */
const GIVEN_UP_LATE = 'Query read timeout'

describe('connections to PostgreSQL that die silently', () => {
  it('are replaced: requests caught on them are answered, and runs end by notice again', async () => {
    await Promise.all(Array.from({ length: RUNS }, () => sandbox.run(findContact())))
    await until(
      () => read('end_notices_listening'),
      (listening) => listening === 1,
    )
    const lost = await read('end_notices_lost_total')
    apiProxy.freeze()
    workerProxy.freeze()

    const caught = await Promise.all(Array.from({ length: RUNS }, () => sandbox.run(findContact())))
    expect(caught.map(({ status, body }) => [status, body.status])).toEqual(caught.map(() => [200, 'succeeded']))
    expect(await read('database_connections_dead_total')).toBeGreaterThan(0)

    await until(
      () => read('end_notices_lost_total'),
      (now) => now > lost,
    )
    await until(
      () => read('end_notices_listening'),
      (listening) => listening === 1,
    )
    const before = await heard()
    for (let run = 0; run < RUNS; run += 1) expect((await sandbox.run(findContact())).status).toBe(200)
    const after = await heard()
    expect(after.notice - before.notice).toBeGreaterThan(after.poll - before.poll)
    expect([service.api.output(), service.worker().output()].filter((log) => log.includes(GIVEN_UP_LATE))).toEqual([])
  }, 200_000)
})

describe('a PostgreSQL that hangs', () => {
  it('is answered 503 once it is known to hang, with the ids of accepted runs, and is used again when it answers', async () => {
    const accepted = sandbox.run(findContact('+slow-3', { wait_seconds: 6, idempotency_key: 'accepted' }))
    const {
      rows: [{ id: runId }],
    } = await until(
      () => service.db.pool.query(`select id from run where idempotency_key = 'accepted'`),
      ({ rowCount }) => rowCount === 1,
    )
    apiProxy.hold()

    const refused: RunAnswer[] = await Promise.all(Array.from({ length: RUNS }, () => sandbox.run(findContact())))
    refused.push(await sandbox.run(findContact()), await sandbox.get(runId))
    for (const { status, headers, body } of refused) {
      expect([status, headers.get('retry-after'), body.error?.code]).toEqual([503, '2', 'unavailable'])
    }
    const { status, headers, body } = await accepted
    expect([status, headers.get('retry-after'), body.error]).toEqual([
      503,
      '2',
      expect.objectContaining({ code: 'unavailable', run_id: runId }),
    ])
    expect(await read('database_hangs')).toBe(1)
    expect((await fetch(`${urlOf(service.api)}/readyz`)).status).toBe(503)
    expect([service.api.output().includes('database_hangs'), service.api.output().includes(GIVEN_UP_LATE)]).toEqual([
      true,
      false,
    ])

    apiProxy.open()
    await until(
      () => sandbox.get(runId),
      (answer) => answer.status === 200 && answer.body.status === 'succeeded',
    )
    expect((await sandbox.run(findContact())).body.status).toBe('succeeded')
    expect(await read('database_hangs')).toBe(0)
    // An answer of /readyz is cached for a second.
    await until(
      async () => (await fetch(`${urlOf(service.api)}/readyz`)).status,
      (ready) => ready === 200,
    )
  }, 200_000)
})
