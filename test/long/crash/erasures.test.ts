import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { setTables } from '../../build/features.ts'
import { buildWorkspace, type TestWorkspace } from '../../build/workspace.ts'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import type { CrashAt } from '../../support/crash-point.ts'
import { expectDeath } from '../../support/dying.ts'
import { httpClient, type HttpClient } from '../../support/http.ts'
import { startMortal } from '../../support/mortal.ts'
import { tablesThatHold } from '../../support/plaintext.ts'
import { runClient } from '../../support/run-client.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { workerEnv } from '../../support/worker-env.ts'

const ADDRESS = 'canary-91c4@canary.example.com'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false, sweepEveryMs: 200 })
}, 300_000)
afterAll(async () => {
  await service.stop()
  expect(leftovers()).toEqual([])
})
afterEach(() => service.stopWorker())

/** It may die in its first round, before it has reported that it is ready. */
async function workerThatDies(env: Readonly<Record<string, string>>): Promise<void> {
  const started = startMortal({
    script: 'worker-child.ts',
    env: { ...workerEnv({ ...service, providers: {} }), SWEEP_EVERY_MS: '200', ...env },
  })
  await started.then(expectDeath, (error: Error) => {
    expect(error.message).toContain('SIGKILL')
  })
}

/** A run that mentions the person, and a row of theirs. */
async function liveWith({ keys }: TestWorkspace, client: HttpClient): Promise<void> {
  await service.startWorker()
  const run = await runClient(service.url, keys.test).run({ capability: 'contact.verify', input: { email: ADDRESS } })
  expect(run.body.status).toBe('succeeded')
  await service.stopWorker()
  await setTables(service.url, keys.test, true)
  expect((await client.post('/v1/tables/leads/rows', { rows: [{ email: ADDRESS }] })).status).toBe(200)
}

describe('a worker that dies while it erases', () => {
  it.each<CrashAt>(
    played([
      'claim_overdue_erasures:before',
      'claim_overdue_erasures:after',
      'find_erased_names:before',
      'find_erased_names:after',
      'erase_batch:before',
      'erase_batch:after',
      'finish_erasure:before',
      'finish_erasure:after',
    ]),
  )(
    '%s: everything is erased, and counted once',
    async (at) => {
      const workspace = await buildWorkspace(service.db)
      const client = httpClient(service.url, workspace.keys.test)
      await liveWith(workspace, client)
      const erasure = `/v1/erasures/${String((await client.post('/v1/erasures', { subject: ADDRESS })).at('erasure_id'))}`
      await workerThatDies({ CRASH_AT: at })
      await service.startWorker()
      const done = await until(
        () => client.get(erasure),
        (answer) => answer.at('status') === 'finished',
      )
      expect(done.at('erased')).toMatchObject({ runs: 1, rows: 1, events: 0 })
      expect(await tablesThatHold(service.db, ADDRESS)).toEqual([])
    },
    300_000,
  )
})
