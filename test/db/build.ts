import { createHash, randomUUID } from 'node:crypto'
import { formatUsd, type Microdollars } from '../../domain/money/microdollars.ts'
import type { AccountLimits } from '../../domain/providers/manifest.ts'
import type { RoutePlan } from '../../domain/routing/plan.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { type AttemptToBegin, beginAttempt } from '../../db/runs/attempts/begin.ts'
import type { AttemptEnd } from '../../db/runs/attempts/outcome.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { acceptRun } from '../../usecases/runs/accept-run.ts'
import type { NewRun, RunContext } from '../../db/runs/accept.ts'
import { readRunToReserve } from '../../db/runs/to-reserve.ts'
import { reserveRun } from '../../db/runs/attempts/reserve-runs.ts'
import type { RunEnd } from '../../db/runs/settle.ts'
import { TEST_CONNECTIONS, testDatabase } from '../support/postgres.ts'

/** A new database with as many connections as tests make calls at once. */
export async function openTestDatabase(
  poolMax: number = TEST_CONNECTIONS.poolMax,
): Promise<{ db: Database; close(): Promise<void> }> {
  const database = await testDatabase()
  const db = await openDatabase({
    url: database.url,
    applicationName: 'test',
    ...TEST_CONNECTIONS,
    poolMax,
  })
  return {
    db,
    async close() {
      await db.close()
      await database.drop()
    },
  }
}

export interface Owner {
  readonly workspaceId: string
  readonly environment: Environment
}

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Of a request that names no recipient and writes into no table. */
export const NOTHING_REMEMBERED: RunContext = {
  subjects: [],
  send: null,
  enrichment: null,
  record: null,
  landing: null,
}

/** A request that is not accepted yet. */
export const buildNewRun = ({ workspaceId, environment }: Owner, more: Partial<NewRun> = {}): NewRun => ({
  id: newId('run'),
  workspaceId,
  environment,
  apiKeyId: null,
  connectedAppId: null,
  requestId: newId('req'),
  work: { capability: 'contact.find' },
  input: { full_name: 'Robin Sample', domain: 'example.com' },
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
  requestHash: hashOf('the request'),
  ...more,
})

export const buildPlan = (hold: Microdollars): RoutePlan => ({
  version: 1,
  strategy: 'best_value',
  pinned: false,
  billing: 'on_match',
  sends: false,
  skipped: [],
  excluded: [],
  hold: formatUsd(hold),
  candidates: [
    {
      provider: 'sandbox-alpha',
      price: { model: 'flat', amount: formatUsd(hold) },
      max_charge: formatUsd(hold),
      lane: 'quick',
      deadline_ms: 10_000,
      health: 'unknown',
    },
  ],
  shape: { fields: 'domain full_name', country: null },
})

export async function reserveAmount(db: Database, runId: string, hold: Microdollars) {
  const run = await readRunToReserve(db, runId)
  if (run === null) throw new Error('the run to reserve does not exist')
  return reserveRun(db, run, { runId, plan: buildPlan(hold), hold, routingReason: 'the first by best value.' })
}

export const UNLIMITED: AccountLimits = { concurrency: null, requestsPerSecond: null, burst: null }

/** The first attempt of a run by a new executor, at a provider without limits. */
export const buildAttempt = (runId: string, more: Partial<AttemptToBegin> = {}): AttemptToBegin => ({
  runId,
  number: 1,
  provider: 'sandbox-alpha',
  accountId: 'platform:sandbox-alpha',
  token: randomUUID(),
  leaseMs: 60_000,
  limits: UNLIMITED,
  connectionId: null,
  ...more,
})

/** How that attempt ended: delivered, unless the argument differs. */
export const buildAttemptEnd = (
  { runId, number, token, accountId }: AttemptToBegin,
  more: Partial<AttemptEnd> = {},
): AttemptEnd => ({
  runId,
  number,
  token,
  accountId,
  outcome: 'succeeded',
  detail: null,
  output: { email: 'robin@example.com' },
  raw: { found: true },
  units: 1,
  exhaustedForSeconds: null,
  cost: null,
  rateCard: null,
  costUnreadable: false,
  payload: undefined,
  subjects: null,
  ...more,
})

/** A delivery that costs `charge`. */
export const delivery = (runId: string, charge: Microdollars): RunEnd => ({
  runId,
  status: 'succeeded',
  charge,
  attempt: 1,
  provider: 'sandbox-alpha',
  outcomeReason: null,
  error: null,
  ownKey: false,
  releasesKey: false,
})

/** An end that costs zero and releases the hold. */
export const failure = (runId: string, more: Partial<RunEnd> = {}): RunEnd => ({
  runId,
  status: 'failed',
  charge: 0n,
  attempt: null,
  provider: null,
  outcomeReason: null,
  error: { code: 'provider_error', message: 'Every attempt failed.' },
  ownKey: false,
  releasesKey: false,
  ...more,
})

/** A stored run in this state; returns its id. */
export async function buildRun(
  db: Database,
  owner: Owner,
  { status, hold = 0n }: { status: 'created' | 'reserved' | 'running'; hold?: Microdollars },
  more: Partial<NewRun> = {},
): Promise<string> {
  const run = buildNewRun(owner, more)
  await acceptRun(db, run)
  if (status === 'created') return run.id
  const reserved = await reserveAmount(db, run.id, hold)
  if (reserved.kind !== 'reserved') throw new Error(`the run to build was not reserved: ${reserved.kind}`)
  if (status === 'running') await beginAttempt(db, buildAttempt(run.id))
  return run.id
}

/** The state and money of a run's row. */
export async function readBooks(db: Database, runId: string) {
  const {
    rows: [row],
  } = await db.pool.query(
    'select status, held::text, charged::text, quoted::text, finished_at is not null as finished, idempotency_key from run where id = $1',
    [runId],
  )
  return row
}
