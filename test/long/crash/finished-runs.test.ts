import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildWorkspace } from '../../build/workspace.ts'
import { leftovers, type ServiceProcess } from '../../support/child-process.ts'
import type { CrashAt } from '../../support/crash-point.ts'
import { played } from '../../support/crash-rows.ts'
import { at, httpClient } from '../../support/http.ts'
import { startMortal } from '../../support/mortal.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { findContact } from '../../support/run-client.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { within } from '../../support/within.ts'
import { workerEnv } from '../../support/worker-env.ts'

let service: TestService
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({ worker: false })
}, 120_000)
afterAll(async () => {
  await service.stop()
  await receiver.close()
  expect(leftovers()).toEqual([])
})

const startWorker = (crashAt?: CrashAt): Promise<ServiceProcess> =>
  startMortal({
    script: 'worker-child.ts',
    env: {
      ...workerEnv({ ...service, providers: {} }),
      SWEEP_EVERY_MS: '500',
      ...(crashAt === undefined ? {} : { CRASH_AT: crashAt }),
    },
    signal: crashAt !== undefined,
  })

describe('a worker that dies while it reports the end of a run', () => {
  it.each<[CrashAt]>(played([['report_finished_runs:before'], ['report_finished_runs:after']]))(
    '%s: the end is one event with one delivery, which arrives once',
    async (crashAt) => {
      receiver.reset()
      const client = httpClient(service.url, (await buildWorkspace(service.db)).keys.test)
      await client.post('/v1/webhooks', { url: `${receiver.url}/finished`, events: ['run.finished'] })
      const dying = await startWorker(crashAt)
      const { body } = await client.post('/v1/run', findContact('', { async: true }))
      const { signal } = await within(110, 'the crash point was not reached', dying.exited)
      expect(signal).toBe('SIGKILL')
      const worker = await startWorker()
      // Its delivery was not started: the sweeper starts it.
      await until(
        async () => receiver.received.length,
        (count) => count > 0,
        90,
      )
      const events = [(await client.get('/v1/events?types=run.finished')).at('items')].flat()
      expect(events.map((event) => at(event, 'data', 'run_id'))).toEqual([at(body, 'run_id')])
      expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(events.map((one) => at(one, 'id')))
      worker.signal('SIGKILL')
      await worker.exited
    },
    400_000,
  )
})
