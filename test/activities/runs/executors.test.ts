import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { MockActivityEnvironment } from '@temporalio/testing'
import { catalogOf } from '../../../domain/catalog/catalog.ts'
import { NOT_STATED } from '../../../domain/providers/facts.ts'
import type { AdapterResult, Offer, ProviderAdapter, ProviderManifest } from '../../../domain/providers/manifest.ts'
import { createSandboxEndpoints } from '../../../activities/providers/sandbox/endpoints.ts'
import { attemptProvider, type AttemptReply } from '../../../activities/runs/attempt-provider.ts'
import type { AttemptRequest } from '../../../domain/routing/attempt-request.ts'
import { createWalletBatches } from '../../../usecases/runs/wallet-batches.ts'
import { NOTHING_REMEMBERED } from '../../db/build.ts'
import { type Database, openDatabase } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { acceptRun } from '../../../usecases/runs/accept-run.ts'
import { reserveRun } from '../../../db/runs/attempts/reserve-runs.ts'
import { testCipher } from '../../build/connection.ts'
import { buildInbox } from '../../build/inbound.ts'
import { roomForAll } from '../../build/shares.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { untraced } from '../../../telemetry/spans.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase({ url: database.url, applicationName: 'executors', poolMax: 10 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** One scripted answer per call; a call waits until the test releases it. */
interface Call {
  release(result: AdapterResult): void
}
let calls: Call[] = []
let keys: string[] = []
beforeEach(() => {
  calls = []
  keys = []
})
const adapter: ProviderAdapter = {
  attempt: ({ idempotencyKey }) => {
    keys.push(idempotencyKey)
    return new Promise((resolve) => {
      calls.push({ release: resolve })
    })
  },
}
const delivered = (by: string): AdapterResult => ({ kind: 'delivered', output: { by }, raw: null, units: 1 })

const manifest = (repeat: Offer['repeat']): ProviderManifest => ({
  slug: 'carrier',
  title: 'Carrier',
  homepage: null,
  environment: 'live',
  credential: 'none',
  baseUrl: 'http://localhost',
  facts: NOT_STATED,
  sources: [],
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [
    {
      capability: 'email.send',
      pricing: { model: 'flat', amount: 10_000n },
      priceNote: '',
      verified: false,
      requires: [['to']],
      expectedLatencyMs: 10,
      deadlineMs: 50,
      repeat,
    },
  ],
})

/** A deadline of 50 ms makes a lease of a little over five seconds. */
const firstAttempt = (runId: string): AttemptRequest => ({
  runId,
  workspaceId: 'ws_1',
  capability: 'email.send',
  number: 1,
  provider: 'carrier',
  deadlineMs: 50,
  lane: 'quick',
})

const noEndpoints = {
  catalog: catalogOf([]),
  endpoints: new Map(),
  sandboxEndpoints: createSandboxEndpoints(),
  cipher: testCipher(),
  publicUrl: () => 'https://api.example.com',
  accountWith: () => ({ adapter: null, endpoints: null }),
  notifyEnded: () => undefined,
  startDeliveries: () => undefined,
  traced: untraced,
  ...roomForAll(),
  leases: { marginMs: 1_000, renewedMs: 30_000 },
}

/** An executor as a worker has it; `dead` never writes its outcome, like a process that has stopped. */
function executor(repeat: Offer['repeat'], runId: string, frozen?: Promise<void>): Promise<AttemptReply> {
  const slow: Database =
    frozen === undefined
      ? db
      : {
          ...db,
          query: async (statement, values) => {
            if (statement.name === 'record_outcome') await frozen
            return db.query(statement, values)
          },
        }
  const activity = attemptProvider({
    db: slow,
    walletBatches: createWalletBatches(slow),
    adapters: new Map([['carrier', adapter]]),
    ...noEndpoints,
    findManifest: () => manifest(repeat),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  return new MockActivityEnvironment({ isLocal: true }).run(activity, firstAttempt(runId))
}

async function reservedRun(): Promise<string> {
  const workspace = await buildWorkspace(db)
  const owner = { workspaceId: workspace.id, environment: 'live' } as const
  await buildInbox(db, owner, { provider: 'carrier', externalId: `${workspace.id}@example.com` })
  const runId = newId('run')
  await acceptRun(db, {
    id: runId,
    ...owner,
    apiKeyId: null,
    connectedAppId: null,
    requestId: newId('req'),
    work: { capability: 'email.send' },
    input: { to: 'a@example.com' },
    routing: {
      provider: 'auto',
      strategy: 'best_value',
      max_cost: null,
      allow_fallback: true,
      fresh: false,
      allow_repeat: false,
    },
    includeRaw: false,
    context: NOTHING_REMEMBERED,
    metadata: null,
    idempotencyKey: null,
    requestHash: randomBytes(32),
  })
  await reserveRun(db, owner, {
    runId,
    hold: 10_000n,
    routingReason: '',
    plan: {
      version: 1,
      strategy: 'best_value',
      pinned: false,
      billing: 'per_call',
      sends: true,
      candidates: [],
      skipped: [],
      excluded: [],
      hold: '0.01',
    },
  })
  return runId
}

const removeInboxOf = (runId: string) =>
  db.pool.query(
    `update inbox set status = 'removed' where workspace_id = (select workspace_id from run where id = $1)`,
    [runId],
  )
const expireLease = (runId: string) =>
  db.pool.query('update attempt set lease_until = clock_timestamp() where run_id = $1', [runId])
const attempts = async (runId: string) =>
  (await db.pool.query('select outcome, calls, output, detail from attempt where run_id = $1', [runId])).rows

describe('two executors of one attempt', () => {
  it('the second waits for the first and returns its outcome, without its own call', async () => {
    const runId = await reservedRun()
    const first = executor('never', runId)
    await until(
      async () => calls.length,
      (made) => made === 1,
    )
    const second = executor('never', runId)
    calls[0]?.release(delivered('first'))
    expect(await Promise.all([first, second])).toEqual(
      [1, 2].map(() => ({ kind: 'answered', answer: { provider: 'carrier', outcome: 'succeeded', units: 1 } })),
    )
    expect(calls).toHaveLength(1)
    expect(await attempts(runId)).toEqual([{ outcome: 'succeeded', calls: 1, output: { by: 'first' }, detail: null }])
  })

  it('a send that must not be repeated is called once: when its executor is lost, its outcome is unknown', async () => {
    const runId = await reservedRun()
    let thaw: () => void = () => undefined
    const first = executor(
      'never',
      runId,
      new Promise((resolve) => {
        thaw = resolve
      }),
    )
    await until(
      async () => calls.length,
      (made) => made === 1,
    )
    calls[0]?.release(delivered('first'))
    await expireLease(runId)
    expect(await executor('never', runId)).toEqual({
      kind: 'answered',
      answer: { provider: 'carrier', outcome: 'unknown', units: 0 },
    })
    // The slow one comes back too late: its outcome does not count, and it returns the one that does.
    thaw()
    expect(await first).toEqual({ kind: 'answered', answer: { provider: 'carrier', outcome: 'unknown', units: 0 } })
    expect(calls).toHaveLength(1)
    expect(await attempts(runId)).toEqual([
      { outcome: 'unknown', calls: 2, output: null, detail: expect.stringMatching(/^unknown: /) },
    ])
  })

  it('a keyed call is repeated under the same key, and one outcome counts', async () => {
    const runId = await reservedRun()
    let thaw: () => void = () => undefined
    const first = executor(
      'keyed',
      runId,
      new Promise((resolve) => {
        thaw = resolve
      }),
    )
    await until(
      async () => calls.length,
      (made) => made === 1,
    )
    calls[0]?.release(delivered('first'))
    await expireLease(runId)
    const second = executor('keyed', runId)
    await until(
      async () => calls.length,
      (made) => made === 2,
    )
    calls[1]?.release(delivered('second'))
    expect(await second).toMatchObject({ kind: 'answered', answer: { outcome: 'succeeded' } })
    thaw()
    expect(await first).toMatchObject({ kind: 'answered', answer: { outcome: 'succeeded' } })
    expect(keys).toEqual([`${runId}:1`, `${runId}:1`])
    expect(await attempts(runId)).toEqual([{ outcome: 'succeeded', calls: 2, output: { by: 'second' }, detail: null }])
  })

  it('a keyed send whose inbox is gone by the time of its repetition is unknown, not refused: it may have gone out', async () => {
    const runId = await reservedRun()
    let thaw: () => void = () => undefined
    const first = executor(
      'keyed',
      runId,
      new Promise((resolve) => {
        thaw = resolve
      }),
    )
    await until(
      async () => calls.length,
      (made) => made === 1,
    )
    calls[0]?.release(delivered('first'))
    await expireLease(runId)
    await removeInboxOf(runId)
    expect(await executor('keyed', runId)).toMatchObject({ answer: { outcome: 'unknown' } })
    thaw()
    expect(await first).toMatchObject({ answer: { outcome: 'unknown' } })
    expect(calls).toHaveLength(1)
  })

  it('a send without its own inbox is refused before a call', async () => {
    const runId = await reservedRun()
    await removeInboxOf(runId)
    expect(await executor('keyed', runId)).toMatchObject({ answer: { outcome: 'rejected' } })
    expect(calls).toHaveLength(0)
  })

  it('executed again later, it returns the stored outcome', async () => {
    const runId = await reservedRun()
    const first = executor('free', runId)
    await until(
      async () => calls.length,
      (made) => made === 1,
    )
    calls[0]?.release({ kind: 'noMatch', detail: 'nobody', raw: null })
    const answer = await first
    expect(await executor('free', runId)).toEqual(answer)
    expect(calls).toHaveLength(1)
  })

  it('does not begin a run that was cancelled', async () => {
    const runId = await reservedRun()
    await db.pool.query(
      `update run set status = 'cancelled', finished_at = now(), held = 0, error = '{}' where id = $1`,
      [runId],
    )
    expect(await executor('free', runId)).toEqual({ kind: 'ended', status: 'cancelled' })
    expect(calls).toHaveLength(0)
  })

  it('an adapter that throws fails a lookup and leaves a send unknown', async () => {
    for (const [repeat, outcome] of [
      ['free', 'provider_error'],
      ['never', 'unknown'],
      ['keyed', 'unknown'],
    ] as const) {
      const runId = await reservedRun()
      const broken: ProviderAdapter = { attempt: () => Promise.reject(new Error('a defect')) }
      const activity = attemptProvider({
        db,
        walletBatches: createWalletBatches(db),
        adapters: new Map([['carrier', broken]]),
        ...noEndpoints,
        findManifest: () => manifest(repeat),
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      })
      expect(await new MockActivityEnvironment({ isLocal: true }).run(activity, firstAttempt(runId))).toMatchObject({
        answer: { outcome },
      })
    }
  })
})
