import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { leftovers, type ServiceProcess, urlOf } from '../../support/child-process.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { type MortalOptions, startMortal } from '../../support/mortal.ts'
import { drawing, THOROUGH } from '../../support/seed.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { workerEnv } from '../../support/worker-env.ts'
import { expectOnce } from './every-row-once.ts'

let service: TestService
let client: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
  client = httpClient(service.url, service.workspace.keys.test)
}, 300_000)
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
  expect(leftovers()).toEqual([])
})

const ROWS = 300
/** Every third of them is the worker's. */
const KILLS = 15
/** A little more than the ten seconds after which Temporal gives a dead worker's task to another. */
const RECOVERY_SECONDS = 12

/** Every third row takes a second at its provider, every fifth misses, and every seventh fails. */
const emailOf = (index: number): string => {
  const outcome = index % 7 === 3 ? '+error' : index % 5 === 2 ? '+no-match' : ''
  return `ada${index}${index % 3 === 0 ? '+slow-1' : ''}${outcome}@company${index}.example.com`
}
const EMAILS = Array.from({ length: ROWS }, (_, index) => emailOf(index))
const outcomeOf = (email: string): string =>
  email.includes('+error') ? 'failed' : email.includes('+no-match') ? 'missed' : 'found'

/** Thorough: processes, ended by SIGKILL. */
const startOne = (script: MortalOptions['script']): Promise<ServiceProcess> =>
  startMortal({
    script,
    signal: THOROUGH,
    env: {
      ...workerEnv({ ...service, providers: {} }),
      // As production's.
      SWEEP_EVERY_MS: '5000',
    },
  })

async function kill(process: ServiceProcess): Promise<void> {
  process.signal('SIGKILL')
  await process.exited
}

const doneOf = async (jobId: string): Promise<number> =>
  Number((await client.get(`/v1/jobs/${jobId}`)).at('progress', 'done'))

/** Waits until the next row ends, so that the next kill comes while rows move; not forever. */
async function untilRowsMove(jobId: string): Promise<void> {
  const [before, giveUpAt] = [await doneOf(jobId), performance.now() + RECOVERY_SECONDS * 1_000]
  await until(
    () => doneOf(jobId),
    (done) => done > before || done === ROWS || performance.now() > giveUpAt,
  )
}

it(`a job of ${ROWS} rows whose worker and api are killed ${KILLS} times: every row once, and the ledger proves it`, async () => {
  const random = drawing('kills of a job')
  const processes = { api: await startOne('api-child.ts'), worker: await startOne('worker-child.ts') }
  const killed = () => httpClient(urlOf(processes.api), service.workspace.keys.test)
  const made = await killed().post('/v1/jobs', {
    capability: 'contact.verify',
    input: { email: '{{email}}' },
    rows: { items: EMAILS.map((email) => ({ email })) },
    ceiling: '50.00',
    pilot: 10,
    concurrency: 6,
  })
  expect(made.status).toBe(202)
  const jobId = String(made.at('job_id'))

  for (let done = 0, number = 0; number < KILLS && done < ROWS; number += 1) {
    await sleep(random.int(0, 600))
    if (number % 3 === 0) {
      await kill(processes.worker)
      processes.worker = await startOne('worker-child.ts')
      await untilRowsMove(jobId)
    } else {
      const change = random.pick([
        () => killed().post(`/v1/jobs/${jobId}/pause`),
        () => killed().patch(`/v1/jobs/${jobId}`, { concurrency: random.int(4, 8) }),
      ])
      const changing = change().catch(() => null)
      await sleep(random.int(0, 20))
      await kill(processes.api)
      await changing
      processes.api = await startOne('api-child.ts')
      expect([200, 409]).toContain((await killed().post(`/v1/jobs/${jobId}/resume`)).status)
    }
    done = await doneOf(jobId)
  }
  await until(
    () => client.get(`/v1/jobs/${jobId}?wait=30`),
    (job) => job.at('finished_at') !== null,
    200,
  )

  await kill(processes.worker)
  await kill(processes.api)
  await expectOnce(service, client, { jobId, outcomes: EMAILS.map(outcomeOf) })
}, 600_000)
