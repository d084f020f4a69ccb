import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { migrate } from '../../../ops/schema/migrate.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { type LocalPostgres, startPostgres } from '../../../dev/local/postgres.ts'
import { sharedFolder } from '../../../dev/setup/folders.mjs'
import { leftovers } from '../../support/child-process.ts'
import { findThrough, type LiveProviders, startLiveProviders } from '../../support/live-providers.ts'
import { readRunRecords } from '../../support/run-records.ts'
import { type ServiceProcesses, startServiceProcesses } from '../../support/service-processes.ts'
import { testTemporal } from '../../support/temporal.ts'
import { until } from '../../support/until.ts'

const dataDir = mkdtempSync(join(sharedFolder('tests'), 'outage-'))
const start = (port: number): Promise<LocalPostgres> =>
  startPostgres({
    dataDir,
    binaries: process.env['POSTGRES_BINARIES'] ?? '',
    port,
    database: 'service',
    log: console.error,
  })
let postgres: LocalPostgres
let providers: LiveProviders
let service: ServiceProcesses

beforeAll(async () => {
  ;[postgres, providers] = await Promise.all([start(0), startLiveProviders()])
  await migrate(postgres.url)
  service = await startServiceProcesses({
    databaseUrl: postgres.url,
    providers: providers.settings,
    temporal: testTemporal(),
    worker: '../../worker/main.ts',
  })
}, 300_000)
afterAll(async () => {
  await service.stop()
  await postgres.stop()
  await providers.close()
  rmSync(dataDir, { recursive: true, force: true })
  expect(leftovers()).toEqual([])
})

/** On the same port, where the processes look for it. */
async function restart(how: 'stop' | 'kill', awayMs: number): Promise<void> {
  const { port } = postgres
  await postgres[how]()
  await sleep(awayMs)
  postgres = await start(port)
  expect(postgres.port).toBe(port)
}

interface Traffic {
  /** The number of answers by status and error code. */
  readonly answers: ReadonlyMap<string, number>
  /** Runs that a caller got an id of. */
  readonly runIds: ReadonlySet<string>
  stop(): Promise<void>
}

const CALLERS = 4
const PAUSE_MS = 50

/** Callers that start runs and read them with hardly a pause; some wait for the end, some do not. */
function startTraffic(): Traffic {
  const answers = new Map<string, number>()
  const runIds = new Set<string>()
  const stopping = new AbortController()
  const note = (status: number, code = ''): void => {
    const kind = `${status} ${code}`.trim()
    answers.set(kind, (answers.get(kind) ?? 0) + 1)
  }
  async function call(waits: boolean): Promise<void> {
    while (!stopping.signal.aborted) {
      const { status, body } = await service.live.run(
        findThrough('hunter', {
          ...(waits ? { wait_seconds: 1 } : { async: true }),
          idempotency_key: randomUUID(),
        }),
      )
      note(status, body.error?.code)
      if (body.run_id !== undefined) runIds.add(body.run_id)
      const [known] = runIds
      if (known !== undefined) {
        const read = await service.live.get(known)
        note(read.status, read.body.error?.code)
      }
      await sleep(PAUSE_MS)
    }
  }
  const calling = Promise.all(Array.from({ length: CALLERS }, (_, index) => call(index % 2 === 0)))
  return {
    answers,
    runIds,
    async stop() {
      stopping.abort()
      await calling
    },
  }
}

const openRuns = async (): Promise<unknown[]> =>
  (await service.db.pool.query('select id, status from run where finished_at is null')).rows

describe('a PostgreSQL that goes away under load', () => {
  it.each([
    ['is restarted', 'stop'],
    ['crashes', 'kill'],
  ] as const)(
    '%s: callers get unavailable and no other error, and every accepted run ends and is paid once',
    async (_what, how) => {
      providers.calm()
      // It answers while the database is away.
      providers.set('findymail', 'slow', { ms: 2_000 })
      const {
        body: { run_id: slow },
      } = await service.live.run(findThrough('findymail', { async: true }))
      await until(
        async () => providers.calls('findymail').length,
        (calls) => calls === 1,
      )

      const traffic = startTraffic()
      await sleep(1_000)
      await restart(how, 2_000)
      await sleep(2_000)
      await traffic.stop()

      expect([...traffic.answers.keys()].filter((kind) => !['200', '202', '503 unavailable'].includes(kind))).toEqual(
        [],
      )
      expect(traffic.answers.get('503 unavailable')).toBeGreaterThan(0)
      expect(await until(openRuns, (open) => open.length === 0, 90)).toEqual([])
      for (const runId of [slow, ...traffic.runIds]) {
        expect((await service.live.get(runId)).body.status).toBe('succeeded')
        expect((await readRunRecords(service.db, runId)).transfers).toEqual(['hold', 'charge'])
      }
      // The worker had the answer, so it stores it as soon as that is possible.
      expect(providers.calls('findymail')).toHaveLength(1)
      expect((await verifyLedger(service.db)).drifts).toEqual([])
      expect([service.api.running(), service.worker().running()]).toEqual([true, true])
    },
    150_000,
  )
})
