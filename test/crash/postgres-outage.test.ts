import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { migrate } from '../../db/migrate.ts'
import { verifyLedger } from '../../db/wallets/verify.ts'
import { type LocalPostgres, startPostgres } from '../../ops/local/postgres.ts'
import { sharedFolder } from '../../ops/setup/folders.mjs'
import { fixture } from '../fixtures/load.ts'
import { leftovers } from '../support/child-process.ts'
import { findThrough, type LiveProviders, startLiveProviders } from '../support/live-providers.ts'
import { readRunRecords } from '../support/run-records.ts'
import { type ServiceProcesses, startServiceProcesses } from '../support/service-processes.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'

const dataDir = mkdtempSync(join(sharedFolder('tests'), 'outage-'))
const start = (port: number): Promise<LocalPostgres> => startPostgres({
  dataDir, binaries: process.env['POSTGRES_BINARIES'] ?? '', port, database: 'service', log: console.error,
})
let postgres: LocalPostgres
let providers: LiveProviders
let service: ServiceProcesses

beforeAll(async () => {
  ;[postgres, providers] = await Promise.all([start(0), startLiveProviders()])
  await migrate(postgres.url)
  service = await startServiceProcesses({
    databaseUrl: postgres.url, providers: providers.settings, temporal: testTemporal(), worker: '../../worker/main.ts',
  })
}, 60_000)
afterAll(async () => {
  await service?.stop()
  await postgres?.stop()
  await providers?.close()
  rmSync(dataDir, { recursive: true, force: true })
  expect(leftovers()).toEqual([])
})

/** Its next start takes the same port, where the processes look for it. */
async function restart(how: 'stop' | 'kill', awayMs: number): Promise<void> {
  const { port } = postgres
  await postgres[how]()
  await sleep(awayMs)
  postgres = await start(port)
  expect(postgres.port).toBe(port)
}

describe('a restart of PostgreSQL under way', () => {
  it.each(['stop', 'kill'] as const)('answers unavailable and never fails otherwise, and loses no run (%s)', async (how) => {
    providers.findymail.reset()
    providers.findymail.script({ ...fixture('findymail/found'), latencyMs: 2_000 })
    const slow = await service.live.run(findThrough('findymail', { async: true }))
    await until(async () => providers.findymail.calls.length, (calls) => calls === 1)

    const answers: { status: number; runId?: string | undefined; code?: string | undefined }[] = []
    const asking = new AbortController()
    const ask = async (): Promise<void> => {
      while (!asking.signal.aborted) {
        const { status, body } = await service.live.run(findThrough('hunter', { ...(answers.length % 3 === 0 ? { wait_seconds: 1 } : { async: true }), idempotency_key: `outage-${how}-${answers.length}-${Math.random()}` }))
        answers.push({ status, runId: body.run_id, code: body.error?.code })
        const id = answers.find(({ runId }) => runId !== undefined)?.runId
        if (id !== undefined) {
          const read = await service.live.get(id)
          answers.push({ status: read.status, code: read.body.error?.code })
        }
        await sleep(50)
      }
    }
    const asked = [ask(), ask(), ask(), ask()]
    await sleep(1_000)
    await restart(how, 2_000)
    await sleep(2_000)
    asking.abort()
    await Promise.all(asked)
    const tally: Record<string, number> = {}
    for (const { status, code } of answers) tally[`${status} ${code}`] = (tally[`${status} ${code}`] ?? 0) + 1
    console.log(how, tally, 'api', service.api.running(), 'worker', service.worker().running())
    const all = await until(async () => (await service.db.pool.query(`select status, count(*)::int from run group by 1`)).rows, (rows: {status: string}[]) => rows.every(({ status }) => ['succeeded', 'failed'].includes(status)), 100)
    console.log(all, await readRunRecords(service.db, slow.body.run_id), providers.findymail.calls.length)
    console.log((await verifyLedger(service.db)).drifts)
    console.log(service.api.output().split('\n').filter((l) => /"level":[456]0/.test(l)).filter((l) => !/waiters|notices|poll/.test(l)).slice(0, 10).join('\n'))
  }, 150_000)
})
