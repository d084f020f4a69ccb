import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Client } from '@temporalio/client'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { leftovers } from '../../support/child-process.ts'
import {
  findThrough,
  freeAccount,
  type LiveProviders,
  startLiveProviders,
  occupyAccount,
} from '../../support/live-providers.ts'
import { type OwnTemporal, ownTemporal } from '../../support/own-temporal.ts'
import { connectTemporal } from '../../support/temporal.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'
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
  service = await startServiceProcesses({ databaseUrl: database.url, providers: providers.settings, temporal })
}, 300_000)
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  await Promise.all([temporal.remove(), database.drop(), providers.close()])
  expect(drifts).toEqual([])
  expect(leftovers()).toEqual([])
})
beforeEach(() => {
  providers.calm()
  providers.set('findymail', 'slow', { ms: 8_000 })
})

/** A run whose provider has received the call and answers after eight seconds. */
async function runAtProvider(): Promise<string> {
  const { status, body } = await service.live.run(findThrough('findymail', { async: true }))
  expect({ status, body }).toMatchObject({ status: 202 })
  try {
    await until(
      async () => providers.calls('findymail').length,
      (calls) => calls === 1,
    )
  } catch (error) {
    const { body: run } = await service.live.get(body.run_id)
    throw new Error(`${JSON.stringify(run)}\n${service.worker().output()}\n${service.api.output()}`, { cause: error })
  }
  return body.run_id
}

async function mustHaveSucceeded(runId: string): Promise<void> {
  const { body } = await service.live.get(runId, 60)
  expect(body).toMatchObject({ status: 'succeeded', attempts: [{ outcome: 'succeeded' }] })
  expect(body.attempts).toHaveLength(1)
  expect((await readRunRecords(service.db, runId)).transfers).toEqual(['hold', 'charge'])
}

async function terminate(runId: string): Promise<void> {
  const connection = await connectTemporal(temporal)
  try {
    await new Client({ connection, namespace: temporal.namespace }).workflow
      .getHandle(runId)
      .terminate('by an operator')
  } finally {
    await connection.close()
  }
}

describe('a workflow that an operator terminates', () => {
  it('while the provider works: the call continues, the sweeper starts the workflow again, and the answer counts', async () => {
    const runId = await runAtProvider()
    await terminate(runId)
    await makeOverdue(service.db)
    await mustHaveSucceeded(runId)
    expect(providers.calls('findymail')).toHaveLength(1)
  }, 300_000)

  it('while it waits for a share: the sweeper starts it again, and it keeps its hold', async () => {
    await occupyAccount(service.db, 'hunter')
    const {
      body: { run_id: runId },
    } = await service.live.run(findThrough('hunter', { async: true }))
    await until(
      () => service.live.get(runId),
      ({ body }) => body.status === 'queued',
    )
    await terminate(runId)
    await makeOverdue(service.db)
    await freeAccount(service.db, 'hunter')
    await mustHaveSucceeded(runId)
  }, 300_000)
})

describe('a Temporal server that has lost its database', () => {
  it('loses no run and repeats no call, whether a run was at a provider, waiting or not yet started', async () => {
    const working = await runAtProvider()
    await occupyAccount(service.db, 'hunter')
    const {
      body: { run_id: queued },
    } = await service.live.run(findThrough('hunter', { async: true }))
    await until(
      () => service.live.get(queued),
      ({ body }) => body.status === 'queued',
    )
    expect(providers.calls('hunter')).toEqual([])

    await temporal.kill()
    temporal.deleteDatabase()
    const {
      body: { run_id: unstarted },
    } = await service.live.run(findThrough('leadmagic', { async: true }))
    await temporal.start()
    await freeAccount(service.db, 'hunter')
    await makeOverdue(service.db)
    for (const runId of [working, queued, unstarted]) await mustHaveSucceeded(runId)
    expect([
      providers.calls('findymail').length,
      providers.calls('hunter').length,
      providers.calls('leadmagic').length,
    ]).toEqual([1, 1, 1])
    expect(service.worker().running()).toBe(true)
  }, 300_000)

  it('or has an older copy of it, as after a power cut: no run is lost, and no call or charge is repeated', async () => {
    const known = await runAtProvider()
    await temporal.kill()
    temporal.copyDatabase()
    await temporal.start()
    const ended = (await service.live.run(findThrough('leadmagic'))).body.run_id
    await mustHaveSucceeded(ended)
    await mustHaveSucceeded(known)
    await occupyAccount(service.db, 'hunter')
    const queued = (await service.live.run(findThrough('hunter', { async: true }))).body.run_id
    await until(
      () => service.live.get(queued),
      ({ body }) => body.status === 'queued',
    )
    await temporal.kill()
    temporal.restoreDatabase()
    await temporal.start()
    await freeAccount(service.db, 'hunter')
    await makeOverdue(service.db)
    for (const runId of [known, ended, queued]) await mustHaveSucceeded(runId)
    expect(['findymail', 'leadmagic', 'hunter'].map((provider) => providers.calls(provider).length)).toEqual([1, 1, 1])
  }, 300_000)
})
