import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { leftovers } from '../../support/child-process.ts'
import { findThrough, type LiveProviders, startLiveProviders } from '../../support/live-providers.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'
import { readRunRecords } from '../../support/run-records.ts'
import { type ServiceProcesses, startServiceProcesses } from '../../support/service-processes.ts'
import { testTemporal } from '../../support/temporal.ts'
import { until } from '../../support/until.ts'

let providers: LiveProviders
let database: TestDatabase
let service: ServiceProcesses
beforeAll(async () => {
  ;[providers, database] = await Promise.all([startLiveProviders(), testDatabase()])
  service = await startServiceProcesses({
    databaseUrl: database.url,
    providers: providers.settings,
    temporal: testTemporal(),
    worker: '../../worker/main.ts',
  })
}, 300_000)
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  await database.drop()
  await providers.close()
  expect(drifts).toEqual([])
  expect(leftovers()).toEqual([])
})
beforeEach(() => {
  providers.calm()
  providers.set('findymail', 'slow', { ms: 6_000 })
  providers.set('hunter', 'slow', { ms: 1_500 })
})

/** A run whose provider has its call and has not answered yet. */
async function calledRun(provider: 'hunter' | 'findymail'): Promise<string> {
  const { status, body } = await service.live.run(findThrough(provider, { async: true }))
  expect(status).toBe(202)
  await until(
    async () => providers.calls(provider).length,
    (calls) => calls === 1,
  )
  return body.run_id
}

async function mustHaveSucceeded(runId: string, executions: number): Promise<void> {
  const { body } = await service.live.get(runId, 90)
  expect(body).toMatchObject({ status: 'succeeded', attempts: [{ outcome: 'succeeded' }] })
  expect(await readRunRecords(service.db, runId)).toMatchObject({
    transfers: ['hold', 'charge'],
    attempts: [{ executions }],
  })
}

describe('a worker that is killed while the provider works', () => {
  it('is followed by the next one, which repeats the call once and charges once', async () => {
    const runId = await calledRun('findymail')
    service.worker().signal('SIGKILL')
    expect(await service.worker().exited).toMatchObject({ signal: 'SIGKILL' })
    await service.startWorker()
    await mustHaveSucceeded(runId, 2)
    expect(providers.calls('findymail')).toHaveLength(2)
  }, 300_000)
})

describe('a worker that is stopped while the provider works', () => {
  it.each(['hunter', 'findymail'] as const)(
    'waits for the answer of %s, stores it and ends by itself',
    async (provider) => {
      const runId = await calledRun(provider)
      const [exit] = await Promise.all([service.worker().stop(), service.startWorker()])
      expect(exit).toEqual({ code: 0, signal: null })
      await mustHaveSucceeded(runId, 1)
      expect(providers.calls(provider)).toHaveLength(1)
    },
    300_000,
  )
})
