import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '../../../../db/database.ts'
import { statement } from '../../../../db/statement.ts'
import { watchedClient } from '../../../../db/engine/outage/watched-client.ts'
import { isDatabaseUnavailable } from '../../../../db/database-errors.ts'
import { DEAD_AFTER_MS, type ConnectionReport } from '../../../../domain/database/silence.ts'
import { type TestDatabase, testDatabase } from '../../../support/postgres.ts'
import { startTcpProxy, type TcpProxy } from '../../../support/tcp-proxy.ts'
import { until } from '../../../support/until.ts'

let database: TestDatabase
let proxy: TcpProxy
const opened: Database[] = []
beforeAll(async () => {
  database = await testDatabase()
  proxy = await startTcpProxy(database.url)
})
afterEach(async () => {
  proxy.open()
  await Promise.all(opened.splice(0).map((db) => db.close()))
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

/** A pool whose connections go through the proxy, and its record of them. */
async function throughProxy(
  whileHanging: 'refuse' | 'wait' = 'refuse',
  options: { readonly watched: boolean; readonly statementMsMax?: number } = { watched: true },
): Promise<{ db: Database; news: ConnectionReport[] }> {
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = new URL(proxy.url).port
  const news: ConnectionReport[] = []
  const db = await openDatabase({
    url: url.href,
    applicationName: 'test',
    poolMax: 3,
    ...options,
    whileHanging,
    onConnectionReport: (one) => {
      news.push(one)
    },
  })
  opened.push(db)
  return { db, news }
}

const READ = statement({ name: 'read', effect: false, text: 'select 1 as one' })
const WRITE = statement({ name: 'write', effect: true, text: 'select 1 as one' })
const SLOW = statement<{ seconds: number }>({ name: 'slow', effect: false, text: 'select pg_sleep(:seconds::float8)' })
const kinds = (news: readonly ConnectionReport[]): string[] => news.map(({ kind }) => kind)
const untilHeard = (news: readonly ConnectionReport[], kind: ConnectionReport['kind']): Promise<string[]> =>
  until(
    async () => kinds(news),
    (heard) => heard.includes(kind),
  )
/** Longer than any suspicious silence. */
const LONG_SECONDS = (DEAD_AFTER_MS * 2) / 1_000

describe('a connection that died silently', () => {
  it('is replaced during a read, which another one answers', async () => {
    const { db, news } = await throughProxy()
    await Promise.all([db.query(SLOW, { seconds: 0.1 }), db.query(SLOW, { seconds: 0.1 })])
    proxy.freeze()
    expect(await db.query(READ, {})).toEqual([{ one: 1 }])
    expect(news).toEqual([{ kind: 'dead', connections: 1, dropped: 1 }])
  }, 60_000)

  it('fails a statement that changes something, and a transaction: their outcome is unknown', async () => {
    const { db, news } = await throughProxy()
    await db.query(READ, {})
    proxy.freeze()
    const error: unknown = await db.query(WRITE, {}).catch((thrown: unknown) => thrown)
    expect([isDatabaseUnavailable(error), kinds(news)]).toEqual([true, ['dead']])

    const transaction = db.transaction({ name: 'test', effect: true }, async (tx) => {
      await tx.query(READ, {})
      proxy.freeze()
      await tx.query(READ, {})
    })
    await expect(transaction).rejects.toThrow('the connection has died')
    expect(await db.query(READ, {})).toEqual([{ one: 1 }])
  }, 60_000)

  it('is not assumed for a statement that is slow or waits for a lock, nor for a transaction that pauses', async () => {
    const { db, news } = await throughProxy()
    const locked = Promise.withResolvers<void>()
    const holder = db.transaction({ name: 'test', effect: true }, async (tx) => {
      await tx.query(statement({ name: 'lock', effect: 'within', text: 'select pg_advisory_xact_lock(1)' }), {})
      locked.resolve()
      await sleep(LONG_SECONDS * 1_000)
      await tx.query(READ, {})
    })
    await locked.promise
    await Promise.all([
      holder,
      db.query({ ...READ, name: 'wait', text: 'select pg_advisory_xact_lock(1)' }, {}),
      db.query(SLOW, { seconds: LONG_SECONDS }),
    ])
    expect(news).toEqual([])
  }, 60_000)
})

describe('a database that hangs', () => {
  it('is refused at once, also for requests that wait for a connection, until it answers', async () => {
    const { db, news } = await throughProxy('refuse')
    await db.query(READ, {})
    proxy.hold()
    const errors: unknown[] = await Promise.all(
      Array.from({ length: 10 }, () => db.query(READ, {}).catch((error: unknown) => error)),
    )
    errors.push(await db.query(READ, {}).catch((error: unknown) => error))
    expect(errors.map((error) => [error instanceof Error && error.message, isDatabaseUnavailable(error)])).toEqual(
      Array.from({ length: 11 }, () => ['the database does not answer', true]),
    )
    expect(kinds(news)).toEqual(['hangs'])
    proxy.open()
    await untilHeard(news, 'answers')
    expect(await db.query(READ, {})).toEqual([{ one: 1 }])
  }, 60_000)

  it('is waited for where no caller can try again', async () => {
    const { db, news } = await throughProxy('wait')
    await db.query(READ, {})
    proxy.hold()
    const answer = db.query(WRITE, {})
    await untilHeard(news, 'hangs')
    proxy.open()
    expect(await answer).toEqual([{ one: 1 }])
    await untilHeard(news, 'answers')
    expect(kinds(news)).toEqual(['hangs', 'answers'])
  }, 60_000)

  it('is waited for also on a connection whose statement arrives after the first answer of another', async () => {
    const { db, news } = await throughProxy('wait')
    await db.query(READ, {})
    proxy.hold()
    const answer = db.query(WRITE, {})
    await untilHeard(news, 'hangs')
    proxy.openToNew()
    await untilHeard(news, 'answers')
    proxy.open()
    expect(await answer).toEqual([{ one: 1 }])
    expect(kinds(news)).toEqual(['hangs', 'answers'])
  }, 60_000)
})

describe('connections that are not watched', () => {
  it("are given up by the driver's own time limit, and replaced", async () => {
    const { db, news } = await throughProxy('refuse', { watched: false, statementMsMax: 500 })
    await db.query(READ, {})
    proxy.freeze()
    const error: unknown = await db.query(READ, {}).catch((thrown: unknown) => thrown)
    expect([isDatabaseUnavailable(error), news]).toEqual([true, []])
    expect(await db.query(READ, {})).toEqual([{ one: 1 }])
  }, 60_000)

  it('are those of a driver that the watch was not tested with', () => {
    const links = { add: () => undefined, remove: () => undefined, refusal: () => null }
    expect(() => watchedClient(links, { version: '99.0.0' })).toThrow(
      'this is 99.0.0. Set DATABASE_CONNECTIONS_WATCHED=false',
    )
  })
})
