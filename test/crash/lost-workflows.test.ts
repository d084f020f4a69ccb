import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Client, Connection } from '@temporalio/client'
import { verifyLedger } from '../../db/wallets/verify.ts'
import { type LocalTemporal, startTemporal } from '../../ops/local/temporal.ts'
import { fixture } from '../fixtures/load.ts'
import { leftovers } from '../support/child-process.ts'
import { findThrough, type LiveProviders, startLiveProviders, takeAllTurns, freeAllTurns } from '../support/live-providers.ts'
import { type TestDatabase, testDatabase } from '../support/postgres.ts'
import { readRunRecords } from '../support/run-records.ts'
import { type ServiceProcesses, startServiceProcesses } from '../support/service-processes.ts'
import { makeOverdue } from '../support/sweep.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'lost-workflows-'))
const dbFile = join(folder, 'temporal.db')
const start = (port: number): Promise<LocalTemporal> => startTemporal({
  executable: process.env['TEMPORAL_EXECUTABLE'] ?? '', dbFile, port, uiPort: null, namespace: 'default', log: console.error,
})
let temporal: LocalTemporal
let providers: LiveProviders
let database: TestDatabase
let service: ServiceProcesses

beforeAll(async () => {
  ;[temporal, providers, database] = await Promise.all([start(0), startLiveProviders(), testDatabase()])
  service = await startServiceProcesses({ databaseUrl: database.url, providers: providers.settings, temporal })
}, 60_000)
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service?.stop()
  await temporal?.stop()
  await database?.drop()
  await providers?.close()
  rmSync(folder, { recursive: true, force: true })
  expect(drifts).toEqual([])
  expect(leftovers()).toEqual([])
})
beforeEach(() => {
  providers.findymail.reset()
  providers.findymail.script({ ...fixture('findymail/found'), latencyMs: 12_000 })
})

async function askedRun(): Promise<string> {
  const { body } = await service.live.run(findThrough('findymail', { async: true }))
  await until(async () => providers.findymail.calls.length, (calls) => calls === 1)
  return body.run_id
}
const t0 = performance.now()
const say = (...what: unknown[]) => console.log(((performance.now() - t0) / 1000).toFixed(1), ...what)

describe('a workflow that an operator terminates while the provider works', () => {
  it('is started again and goes on', async () => {
    const runId = await askedRun()
    const connection = await Connection.connect({ address: temporal.address })
    const client = new Client({ connection })
    await client.workflow.getHandle(runId).terminate('by an operator')
    say('terminated')
    await makeOverdue(service.db)
    await connection.close()
    const { body } = await service.live.get(runId, 90)
    say(body.status, body.attempts, await readRunRecords(service.db, runId), providers.findymail.calls.length)
    say(service.worker().output())
  }, 150_000)
})

describe('a Temporal server that has lost its database', () => {
  it('goes on', async () => {
    const runId = await askedRun()
    await takeAllTurns(service.db, 'hunter')
    const queued = (await service.live.run(findThrough('hunter', { async: true }))).body.run_id
    await until(() => service.live.get(queued), ({ body }) => body.status === 'queued')
    say('killing')
    const port = Number(temporal.address.split(':')[1])
    await temporal.kill()
    const missing = (await service.live.run(findThrough('leadmagic', { async: true }))).body.run_id
    for (const end of ['', '-shm', '-wal']) rmSync(`${dbFile}${end}`, { force: true })
    temporal = await start(port)
    await freeAllTurns(service.db, 'hunter')
    say('back')
    await makeOverdue(service.db)
    for (const id of [runId, queued, missing]) {
      const { body } = await service.live.get(id, 90)
      say(body.status, body.attempts, await readRunRecords(service.db, id))
    }
    say(providers.findymail.calls.length, providers.hunter.calls.length, providers.leadmagic.calls.length)
    say(service.worker().output().slice(-5000))
  }, 150_000)
})
