import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../db/wallets/verify.ts'
import { leftovers, type ServiceProcess, urlOf } from '../../support/child-process.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { type MortalOptions, startMortal } from '../../support/mortal.ts'
import { drawing, THOROUGH } from '../../support/seed.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { workerEnv } from '../../support/worker-env.ts'

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
const KILLS = 18
/** So long a killed worker's successor may need for its first row, before the next kill comes all the same. */
const RECOVERY_SECONDS = Number(process.env['RECOVERY'] ?? 3)

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

/** Seconds until the next row ends; null: none has, in the time that there was. */
async function recovery(jobId: string): Promise<number | null> {
  const [before, from] = [await doneOf(jobId), performance.now()]
  for (;;) {
    const seconds = (performance.now() - from) / 1_000
    if ((await doneOf(jobId)) > before || before === ROWS) return seconds
    if (seconds > RECOVERY_SECONDS) return null
    await sleep(50)
  }
}

it(
  `a job of ${ROWS} rows whose worker and api are killed ${KILLS} times: every row once, and the ledger proves it`,
  async () => {
    const random = drawing('kills of a job')
    const processes = { api: await startOne('api-child.ts'), worker: await startOne('worker-child.ts') }
    const killed = () => httpClient(urlOf(processes.api), service.workspace.keys.test)
    const made = await killed().post('/v1/jobs', {
      capability: 'contact.verify',
      input: { email: '{{email}}' },
      rows: { items: EMAILS.map((email) => ({ email })) },
      ceiling: '50.00',
      pilot: 30,
      concurrency: 12,
    })
    expect(made.status).toBe(202)
    const jobId = String(made.at('job_id'))

    const t0 = performance.now()
    const lap = (what: string) => console.log(what, ((performance.now() - t0) / 1000).toFixed(2))
    const recoveries: (number | null)[] = []
    const dones: number[] = []
    for (let done = 0, number = 0; number < KILLS && done < ROWS; number += 1) {
      await sleep(random.int(0, 1_000))
      if (number % 2 === 0) {
        await kill(processes.worker)
        lap('worker killed')
        processes.worker = await startOne('worker-child.ts')
        lap('worker started')
        recoveries.push(await recovery(jobId))
      } else {
        const change = random.pick([
          () => killed().post(`/v1/jobs/${jobId}/pause`),
          () => killed().patch(`/v1/jobs/${jobId}`, { concurrency: random.int(8, 14) }),
        ])
        const changing = change().catch(() => null)
        await sleep(random.int(0, 20))
        await kill(processes.api)
        lap('api killed')
        await changing
        lap('changing')
        processes.api = await startOne('api-child.ts')
        lap('api started')
        expect([200, 409]).toContain((await killed().post(`/v1/jobs/${jobId}/resume`)).status)
      }
      done = await doneOf(jobId)
      dones.push(done)
      lap(`done ${done}`)
    }
    const from = performance.now()
    await until(() => client.get(`/v1/jobs/${jobId}?wait=30`), (job) => job.at('finished_at') !== null, 200)
    console.log(JSON.stringify({ recoveries, dones, end: (performance.now() - from) / 1000 }))

    await kill(processes.worker)
    await kill(processes.api)
    await expectOnce(jobId)
  },
  600_000,
)

async function expectOnce(jobId: string): Promise<void> {
  const job = await client.get(`/v1/jobs/${jobId}`)
  expect(job.body).toMatchObject({
    status: 'partially_succeeded',
    held: '0.00',
    progress: { rows: ROWS, done: ROWS, cancelled: 0, blocked: 0, invalid: 0 },
  })
  const { items } = Object((await client.get(`/v1/jobs/${jobId}/items?limit=1000`)).body)
  expect(items.map(({ outcome }: { outcome: unknown }) => outcome)).toEqual(EMAILS.map(outcomeOf))
  const { rows } = await service.db.pool.query(
    `select count(*)::integer as runs, count(distinct w.number)::integer as rows, sum(r.charged)::text as charged,
      (select spent::text from budget where holder_id = $1) as spent,
      (select count(*)::integer from transfer t join run o on o.id = t.run_id
        where o.job_id = $1 and t.kind = 'charge') as charges,
      count(*) filter (where r.charged > 0)::integer as paid
    from run r left join job_row w on w.run_id = r.id where r.job_id = $1`,
    [jobId],
  )
  const [{ charged, charges }] = rows
  expect(rows).toEqual([{ runs: ROWS, rows: ROWS, charged, spent: charged, charges, paid: charges }])
  expect((await client.get('/v1/wallet')).at('held')).toBe('0.00')
  const { items: events } = Object((await client.get('/v1/events')).body)
  expect(events.map(({ type }: { type: string }) => type)).toEqual(['job.pilot_finished', 'job.finished'])
}
