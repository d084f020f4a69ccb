import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { leftovers, urlOf } from '../../support/child-process.ts'
import { findThrough, type LiveProviders, startLiveProviders } from '../../support/live-providers.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'
import { type OwnTemporal, ownTemporal } from '../../support/own-temporal.ts'
import { readRunRecords } from '../../support/run-records.ts'
import { type ServiceProcesses, startServiceProcesses } from '../../support/service-processes.ts'
import { makeOverdue } from '../../support/sweep.ts'
import { until } from '../../support/until.ts'

let temporal: OwnTemporal
let providers: LiveProviders
let database: TestDatabase
let service: ServiceProcesses

beforeAll(async () => {
  ;[temporal, providers, database] = await Promise.all([ownTemporal(), startLiveProviders(), testDatabase()])
  service = await startServiceProcesses({
    databaseUrl: database.url,
    providers: providers.settings,
    temporal,
    worker: '../../worker/main.ts',
  })
}, 300_000)
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  await Promise.all([temporal.remove(), database.drop(), providers.close()])
  expect(drifts).toEqual([])
  expect(leftovers()).toEqual([])
})

/** Half a minute: longer than any deadline or lease that a run could outlast by chance. */
const RUNS_MEANWHILE = 6
const RUN_EVERY_MS = 5_000

describe('half a minute without Temporal', () => {
  it('costs time only: runs are accepted meanwhile, calls under way are not repeated, and everything ends', async () => {
    providers.set('findymail', 'slow', { ms: 6_000 })
    const {
      body: { run_id: underWay },
    } = await service.live.run(findThrough('findymail', { async: true }))
    await until(
      async () => providers.calls('findymail').length,
      (calls) => calls === 1,
    )
    await temporal.kill()

    const meanwhile: string[] = []
    for (let run = 0; run < RUNS_MEANWHILE; run += 1) {
      const { status, body } = await service.live.run(findThrough('hunter', { wait_seconds: 1 }))
      expect([status, body.status]).toEqual([202, 'created'])
      meanwhile.push(body.run_id)
      await sleep(RUN_EVERY_MS - 1_000)
    }
    const ready = await fetch(`${urlOf(service.api)}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', checks: { database: 'ok', migrations: 'ok', temporal: 'unreachable' } },
    ])
    // The outcome of a call under way is stored although Temporal could not be reached.
    expect((await readRunRecords(service.db, underWay)).attempts).toMatchObject([{ outcome: 'succeeded' }])

    await temporal.start()
    await makeOverdue(service.db)
    for (const runId of [underWay, ...meanwhile]) {
      expect((await service.live.get(runId, 60)).body.status).toBe('succeeded')
      expect((await readRunRecords(service.db, runId)).transfers).toEqual(['hold', 'charge'])
    }
    expect([providers.calls('findymail').length, providers.calls('hunter').length]).toEqual([1, RUNS_MEANWHILE])
    // New runs do not need the sweeper for long.
    await until(
      () => service.live.run(findThrough('hunter', { wait_seconds: 5 })),
      ({ status }) => status === 200,
    )
  }, 300_000)

  it('is outlived by the worker, and ends one that starts or is stopped meanwhile', async () => {
    const outlived = service.worker()
    expect(outlived.running()).toBe(true)
    await temporal.kill()
    await expect(service.startWorker()).rejects.toThrow('ended (1)')
    expect(await outlived.stop()).toEqual({ code: 0, signal: null })
    const {
      body: { run_id: runId },
    } = await service.live.run(findThrough('hunter', { async: true }))
    await temporal.start()
    await service.startWorker()
    await makeOverdue(service.db)
    expect((await service.live.get(runId, 60)).body.status).toBe('succeeded')
  }, 300_000)
})
