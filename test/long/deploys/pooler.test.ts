import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import pg from 'pg'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { leftovers, urlOf } from '../../support/child-process.ts'
import { findThrough, type LiveProviders, startLiveProviders } from '../../support/live-providers.ts'
import { type Pooler, startPooler } from '../../../dev/local/pgbouncer.ts'
import { describeWithPooler, pgBouncer } from '../../support/pgbouncer.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'
import { findContact, runClient } from '../../support/run-client.ts'
import { type ServiceProcesses, startServiceProcesses } from '../../support/service-processes.ts'
import { testTemporal } from '../../support/temporal.ts'

/** Fewer than the processes have: they take turns. */
const CONNECTIONS = 4
const RUNS = 80

describeWithPooler('api and worker through PgBouncer in transaction mode', () => {
  let providers: LiveProviders
  let database: TestDatabase
  let pooler: Pooler
  let service: ServiceProcesses
  beforeAll(async () => {
    ;[providers, database] = await Promise.all([startLiveProviders(), testDatabase()])
    pooler = await startPooler(pgBouncer(), { databaseUrl: database.url, connections: CONNECTIONS })
    service = await startServiceProcesses({
      databaseUrl: database.url,
      providers: providers.settings,
      temporal: testTemporal(),
      worker: '../../worker/main.ts',
      settings: {
        DATABASE_URL: pooler.url,
        DATABASE_LISTEN_URL: database.url,
        ...(pgBouncer().followsNames ? {} : { DATABASE_PREPARED: 'off' }),
      },
    })
  }, 300_000)
  afterAll(async () => {
    const { drifts } = await verifyLedger(service.db)
    await service.stop()
    await pooler.stop()
    await database.drop()
    await providers.close()
    expect(drifts).toEqual([])
    expect(leftovers()).toEqual([])
  })

  const sandbox = () => runClient(urlOf(service.api), service.workspace.keys.test)
  const sessions = async () =>
    (
      await service.db.pool.query<{ application: string; sessions: number }>(
        `select application_name as application, count(*)::integer as sessions from pg_stat_activity
         where datname = current_database() and application_name like any (array['api%', 'worker%', 'run end%'])
         group by 1`,
      )
    ).rows

  it(`answers ${RUNS} runs at once, and waits for them by their notices`, async () => {
    const answers = await Promise.all(Array.from({ length: RUNS }, () => sandbox().run(findContact())))
    expect(answers.map(({ body }) => body.status)).toEqual(Array.from({ length: RUNS }, () => 'succeeded'))
    // The pool's sessions belong to the pooler; only the listener has one past it.
    const found = await sessions()
    expect(found.find(({ application }) => application === 'run end notices')?.sessions).toBe(1)
    const pooled = found.filter(({ application }) => application !== 'run end notices')
    expect(pooled.reduce((sum, one) => sum + one.sessions, 0)).toBeLessThanOrEqual(CONNECTIONS)
  }, 120_000)

  it('keeps the time limits that the pooler sets, and lets no transaction see another', async () => {
    const client = new pg.Client({ connectionString: pooler.url })
    await client.connect()
    try {
      expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '15s' }])
    } finally {
      await client.end()
    }
    // The limits of sign-ups and requests have statements of a library.
    const account = { email: 'pooled@example.com', password: randomUUID(), workspace: 'pooled' }
    const signUps = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        sandbox().call('POST', '/v1/auth/signup', { ...account, email: `${n}-${account.email}` }),
      ),
    )
    expect(signUps.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const rows = { rows: [{ email: 'a@example.com' }, { email: 'b@example.com' }] }
    await service.live.call('POST', '/v1/features', { tables: true })
    const written = await Promise.all(
      Array.from({ length: 20 }, () => service.live.call<{ merged?: number }>('POST', '/v1/tables/leads/rows', rows)),
    )
    expect(new Set(written.map(({ status }) => status))).toEqual(new Set([200]))
    const read = await service.live.call<{ items: unknown[] }>('POST', '/v1/tables/leads/rows/query', {})
    expect(read.body.items).toHaveLength(2)
  }, 60_000)

  it('continues when the pooler is killed and comes back: a run under way ends, and is charged once', async () => {
    providers.set('hunter', 'slow', { ms: 1_500 })
    const accepted = await service.live.run(findThrough('hunter', { async: true }))
    await pooler.restart()
    const { body } = await service.live.get(accepted.body.run_id, 90)
    expect(body).toMatchObject({ status: 'succeeded', billing: { charged: expect.any(String) } })
    const transfers = await service.db.pool.query('select kind from transfer where run_id = $1 order by id', [
      accepted.body.run_id,
    ])
    expect(transfers.rows).toEqual([{ kind: 'hold' }, { kind: 'charge' }])
  }, 180_000)
})
