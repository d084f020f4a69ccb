import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { MockActivityEnvironment } from '@temporalio/testing'
import { catalogOf } from '../../../domain/catalog/catalog.ts'
import { NOT_STATED } from '../../../domain/providers/facts.ts'
import type { AdapterResult, Offer, ProviderManifest } from '../../../domain/providers/manifest.ts'
import { createSandboxEndpoints } from '../../../activities/providers/sandbox/endpoints.ts'
import { attemptProvider, type AttemptReply } from '../../../activities/runs/attempt-provider.ts'
import type { AttemptRequest } from '../../../domain/routing/attempt-request.ts'
import { createWalletBatches } from '../../../usecases/runs/wallet-batches.ts'
import type { Database } from '../../../db/database.ts'
import { buildInbox } from '../../build/inbound.ts'
import { testCipher } from '../../build/connection.ts'
import { roomForAll } from '../../build/shares.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner, readBooks } from '../../db/build.ts'
import {
  buildSend,
  claimsOf,
  reserveSend,
  suppress,
  touchesOf,
  turnTablesOn,
} from '../../db/outreach/outbound/build.ts'
import { untraced } from '../../../telemetry/spans.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
let runId: string
let calls: number
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  const { id: workspaceId } = await buildWorkspace(db)
  owner = { workspaceId, environment: 'live' }
  await turnTablesOn(db, workspaceId)
  await buildInbox(db, owner, { provider: 'carrier', externalId: `${workspaceId}@example.net` })
  runId = await buildSend(db, owner)
  expect(await reserveSend(db, runId)).toEqual({ kind: 'reserved' })
  calls = 0
})

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
      deadlineMs: 2_000,
      repeat,
    },
  ],
})
const unsubscribe = () => suppress(db, owner, 'email', 'robin@example.com', 'unsubscribe')

/** One executor of the first attempt; `answer` is its provider's answer. */
function attempt({
  over = db,
  answer,
  repeat = 'keyed',
}: {
  over?: Database
  answer: () => Promise<AdapterResult>
  repeat?: Offer['repeat']
}): Promise<AttemptReply> {
  const request: AttemptRequest = {
    runId,
    workspaceId: 'ws_1',
    capability: 'email.send',
    number: 1,
    provider: 'carrier',
    deadlineMs: 2_000,
    lane: 'quick',
  }
  const activity = attemptProvider({
    db: over,
    walletBatches: createWalletBatches(over),
    adapters: new Map([
      [
        'carrier',
        {
          attempt: () => {
            calls += 1
            return answer()
          },
        },
      ],
    ]),
    findManifest: () => manifest(repeat),
    catalog: catalogOf([]),
    endpoints: new Map(),
    sandboxEndpoints: createSandboxEndpoints(),
    cipher: testCipher(),
    publicUrl: () => 'https://api.example.com',
    accountWith: () => ({ adapter: null, endpoints: null }),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    notifyEnded: () => undefined,
    startDeliveries: () => undefined,
    traced: untraced,
    ...roomForAll(),
    leases: { marginMs: 1_000, renewedMs: 30_000 },
  })
  return new MockActivityEnvironment({ isLocal: true }).run(activity, request)
}
const delivered = async (): Promise<AdapterResult> => ({
  kind: 'delivered',
  output: { message_id: 'm' },
  raw: null,
  units: 1,
})
/** As if this happened right after the statement with that name. */
const after = (name: string, happens: () => Promise<unknown>): Database => ({
  ...db,
  async query(statement, values) {
    const rows = await db.query(statement, values)
    if (statement.name === name) await happens()
    return rows
  },
})
const attempts = async () =>
  (await db.pool.query('select outcome, detail from attempt where run_id = $1', [runId])).rows
const BLOCKED = { kind: 'ended', status: 'blocked' }

describe('a send whose recipient is suppressed', () => {
  it('before it has a slot is blocked, its hold is released and its claim is released', async () => {
    await unsubscribe()
    expect(await attempt({ answer: delivered })).toEqual(BLOCKED)
    expect([calls, await attempts(), await claimsOf(db, runId)]).toEqual([0, [], []])
    expect(await readBooks(db, runId)).toMatchObject({ status: 'blocked', held: '0', charged: null })
    expect((await db.pool.query('select error from run where id = $1', [runId])).rows).toMatchObject([
      { error: { code: 'suppressed' } },
    ])
  })

  it('after it got a slot and before the provider is called is blocked as well', async () => {
    expect(await attempt({ over: after('begin_attempt', unsubscribe), answer: delivered })).toEqual(BLOCKED)
    expect([calls, await attempts()]).toMatchObject([0, [{ outcome: 'rejected' }]])
    expect(await readBooks(db, runId)).toMatchObject({ status: 'blocked', held: '0' })
  })

  it('after the provider has refused it with a pause is not called again', async () => {
    const refusing = async (): Promise<AdapterResult> => {
      await unsubscribe()
      return { kind: 'failed', outcome: 'rate_limited', detail: 'HTTP 429', retryAfterMs: 10 }
    }
    expect(await attempt({ answer: refusing })).toEqual(BLOCKED)
    expect([calls, await attempts(), await touchesOf(db, runId)]).toMatchObject([1, [{ outcome: 'rejected' }], []])
  })

  it('after its worker was lost is unknown, and not sent again', async () => {
    await attempt({
      over: after('begin_attempt', () => Promise.reject(new Error('the worker dies'))),
      answer: delivered,
    }).catch(() => undefined)
    await db.pool.query('update attempt set lease_until = clock_timestamp() where run_id = $1', [runId])
    await unsubscribe()
    expect(await attempt({ answer: delivered })).toMatchObject({ kind: 'answered', answer: { outcome: 'unknown' } })
    expect([calls, await attempts()]).toMatchObject([
      0,
      [{ outcome: 'unknown', detail: expect.stringMatching(/^unknown: /) }],
    ])
  })

  it('after it went out is delivered: the send is charged', async () => {
    const unsubscribing = async (): Promise<AdapterResult> => {
      await unsubscribe()
      return delivered()
    }
    expect(await attempt({ answer: unsubscribing })).toMatchObject({
      kind: 'answered',
      answer: { outcome: 'succeeded' },
    })
  })
})

describe('a send that must not be repeated', () => {
  it('is not repeated after its worker was lost: its outcome is unknown', async () => {
    const dies = after('begin_attempt', () => Promise.reject(new Error('the worker dies')))
    await attempt({ over: dies, answer: delivered, repeat: 'never' }).catch(() => undefined)
    await db.pool.query('update attempt set lease_until = clock_timestamp() where run_id = $1', [runId])
    expect(await attempt({ answer: delivered, repeat: 'never' })).toMatchObject({
      kind: 'answered',
      answer: { outcome: 'unknown' },
    })
    expect([calls, await attempts()]).toMatchObject([0, [{ outcome: 'unknown' }]])
  })
})
