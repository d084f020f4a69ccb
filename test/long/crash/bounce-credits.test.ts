import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { readStream } from '../../build/inbound.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { expectDeath } from '../../support/dying.ts'
import { startMortal } from '../../support/mortal.ts'
import { runClient } from '../../support/run-client.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { workerEnv } from '../../support/worker-env.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false, sweepEveryMs: 200 })
}, 300_000)
afterAll(async () => {
  await service.stop()
  expect(leftovers()).toEqual([])
})

it.each(played(['settle_address_report:before', 'settle_address_report:after'] as const))(
  'a worker that dies at %s: the charge of the run comes back once, with one event',
  async (at) => {
    const workspace = await buildWorkspace(service.db)
    const client = runClient(service.url, workspace.keys.test)
    await service.startWorker()
    const { body: found } = await client.run({
      capability: 'contact.find',
      input: { full_name: 'Robin Sample+bounce', domain: 'example.com' },
    })
    await service.stopWorker()
    const worker = await startMortal({
      script: 'worker-child.ts',
      env: { ...workerEnv({ ...service, providers: {} }), CRASH_AT: at, SWEEP_EVERY_MS: '200' },
    })
    await client.run({
      capability: 'email.send',
      input: { to: found.result?.['email'], subject: 's', text: 't' },
    })
    await expectDeath(worker)

    await service.startWorker()
    const events = await until(
      () => readStream(service.db, { workspaceId: workspace.id, environment: 'test' }),
      (all) => all.length === 2,
    )
    expect(events.map(({ type }) => type)).toEqual(['email.bounced', 'run.credited'])
    const run = await client.call<{ billing: object }>('GET', `/v1/runs/${found.run_id}`)
    expect(run.body.billing).toMatchObject({ credited: found.billing.charged })
    await until(
      async () => (await service.db.pool.query('select from address_report')).rowCount,
      (left) => left === 0,
    )
    expect((await verifyLedger(service.db)).drifts).toEqual([])
    await service.stopWorker()
  },
  300_000,
)
