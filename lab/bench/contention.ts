import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { parseUsd } from '../../domain/money/microdollars.ts'
import { type AttemptToBegin, beginAttempt } from '../../db/runs/attempts/begin.ts'
import type { AttemptEnd } from '../../db/runs/attempts/outcome.ts'
import { recordOutcome } from '../../usecases/runs/record-outcome.ts'
import { createWalletBatches, type WalletBatches } from '../../usecases/runs/wallet-batches.ts'
import type { Database } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import type { RoutePlan } from '../../domain/routing/plan.ts'
import { insertRun, type NewRun } from '../../db/runs/accept.ts'
import { type Reservation, reserveRun } from '../../db/runs/attempts/reserve-runs.ts'
import { writeOne } from './growing/events-data.ts'
import { fixed, print, progress, table } from '../../ops/report/markdown.ts'
import { type Bench, openBenchDatabase } from './measure.ts'
import { type BenchWorkspace, createBenchWorkspace } from './workspace.ts'

/** The numbers of concurrent writers: more than the cores, because a writer waits for the disk and for its turn. */
const WRITERS = [1, 4, 16, 32] as const
const BLOCK = 160
const BLOCK_QUICK = 16
/** The best block counts: neighbours on the machine can only slow it down. */
const BLOCKS = 6
const HOLD = parseUsd('0.01')
const ACCOUNT = 'bench account'
/** The calls under way at a provider with a limit of 300. */
const LEASES = 300

interface Row {
  readonly name: string
  /** Does one operation; `writer` selects the row where each writer has its own. */
  readonly one: (writer: number) => Promise<unknown>
}

const PLAN: RoutePlan = {
  version: 1,
  strategy: 'best_value',
  pinned: false,
  billing: 'per_call',
  sends: false,
  candidates: [],
  skipped: [],
  excluded: [],
  hold: '0.01',
}
const NO_CONTEXT: NewRun['context'] = { subjects: [], send: null, enrichment: null, record: null, landing: null }
const runOf = (workspace: BenchWorkspace): NewRun => ({
  metadata: null,
  id: newId('run'),
  workspaceId: workspace.id,
  environment: 'test',
  apiKeyId: null,
  connectedAppId: null,
  requestId: newId('req'),
  work: { capability: 'web.search' },
  input: { query: 'durable workflow engines' },
  routing: {
    provider: 'auto',
    strategy: 'best_value',
    max_cost: null,
    allow_fallback: true,
    fresh: false,
    allow_repeat: false,
  },
  includeRaw: false,
  context: NO_CONTEXT,
  idempotencyKey: null,
  requestHash: createHash('sha256').update(randomBytes(8)).digest(),
})

/** Prints how many times a second many writers can write one row, compared with rows that are not shared. */
export async function measureContention(bench: Bench): Promise<boolean> {
  const { db } = await openBenchDatabase(bench, 'contention', Math.max(...WRITERS))
  const workspaces: BenchWorkspace[] = []
  for (const writer of Array.from({ length: Math.max(...WRITERS) }, (_, index) => index))
    workspaces.push(await createBenchWorkspace(db, `writer ${writer}`))
  const [first] = workspaces
  if (first === undefined) throw new Error('unreachable')
  const own = (writer: number): BenchWorkspace => workspaces[writer] ?? first
  await db.pool.query(
    `insert into provider_account (id, provider, usable, leases) values ($1, 'bench', true, '{}'),
    ($1 || ' full', 'bench', true, (select jsonb_object_agg('run_' || lpad(n::text, 26, '0') || ':1', 9e15)
      from generate_series(1, ${LEASES}) n))`,
    [ACCOUNT],
  )

  const batches = createWalletBatches(db)
  const kinds: readonly Row[] = [
    { name: 'wallet: hold and settle, one wallet', one: () => holdAndSettle(db, batches, first) },
    { name: 'wallet: hold and settle, a wallet each', one: (writer) => holdAndSettle(db, batches, own(writer)) },
    { name: 'events: one stream', one: () => writeOne(db, { workspaceId: first.id, environment: 'live' }) },
    {
      name: 'events: a stream each',
      one: (writer) => writeOne(db, { workspaceId: own(writer).id, environment: 'live' }),
    },
    { name: 'provider: turn and outcome, one account', one: (writer) => turnAndOutcome(db, own(writer), ACCOUNT) },
    {
      name: `provider: the same with ${LEASES} calls under way`,
      one: (writer) => turnAndOutcome(db, own(writer), `${ACCOUNT} full`),
    },
    { name: 'provider: without limits, which takes no turn', one: (writer) => turnAndOutcome(db, own(writer), null) },
  ]
  const rows: string[][] = []
  for (const { name, one } of kinds) {
    progress(`scale: ${name}`)
    const cells: string[] = []
    for (const writers of WRITERS)
      cells.push(fixed(await perSecond(one, writers, bench.options.quick ? BLOCK_QUICK : BLOCK)))
    rows.push([name, ...cells])
  }
  print(
    `### One row, many writers: operations a second, the best of ${BLOCKS} blocks`,
    table(['operation', ...WRITERS.map((writers) => `${writers} at once`)], rows),
  )
  return true
}

async function perSecond(one: Row['one'], writers: number, operations: number): Promise<number> {
  // Every connection plans each statement again the first five times.
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let time = 0; time < 6; time += 1) await one(writer)
    }),
  )
  let best = 0
  for (let block = 0; block < BLOCKS; block += 1) best = Math.max(best, await blockPerSecond(one, writers, operations))
  return best
}

async function blockPerSecond(one: Row['one'], writers: number, operations: number): Promise<number> {
  let left = operations
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      while (left > 0) {
        left -= 1
        await one(writer)
      }
    }),
  )
  return operations / ((performance.now() - startedAt) / 1_000)
}

/** A quick run's two writes to its wallet, with its insert before them. */
async function holdAndSettle(db: Database, batches: WalletBatches, workspace: BenchWorkspace): Promise<void> {
  const run = runOf(workspace)
  await insertRun(db, run)
  const wallet = { workspaceId: workspace.id, environment: run.environment }
  const attempt = attemptOf(run.id, { accountId: ACCOUNT, limits: NO_LIMITS })
  const begun = await batches.reserveAndBegin(wallet, { reservation: reservationOf(run.id), attempt })
  if (begun.kind !== 'begun') throw new Error(`the attempt was not begun: ${begun.kind}`)
  const status = await batches.recordAndSettle(wallet, endOf(attempt), {
    runId: run.id,
    status: 'succeeded',
    charge: HOLD,
    attempt: 1,
    provider: 'bench',
    outcomeReason: null,
    error: null,
    ownKey: false,
    releasesKey: false,
  })
  if (status !== 'succeeded') throw new Error(`the run was not settled: ${String(status)}`)
}

const reservationOf = (runId: string): Reservation => ({ runId, plan: PLAN, hold: HOLD, routingReason: 'bench' })

const NO_LIMITS: AttemptToBegin['limits'] = { concurrency: null, requestsPerSecond: null, burst: null }

const attemptOf = (runId: string, at: Pick<AttemptToBegin, 'accountId' | 'limits'>): AttemptToBegin => ({
  runId,
  number: 1,
  provider: 'bench',
  token: randomUUID(),
  leaseMs: 30_000,
  connectionId: null,
  ...at,
})

const endOf = ({ runId, number, token, accountId }: AttemptToBegin): AttemptEnd => ({
  runId,
  number,
  token,
  accountId,
  outcome: 'succeeded',
  detail: null,
  output: { ok: true },
  raw: null,
  payload: undefined,
  units: 1,
  subjects: null,
  cost: null,
  rateCard: null,
  costUnreadable: false,
  exhaustedForSeconds: null,
})

async function turnAndOutcome(db: Database, workspace: BenchWorkspace, accountId: string | null): Promise<void> {
  const run = runOf(workspace)
  await insertRun(db, run)
  await reserveRun(db, run, reservationOf(run.id))
  const attempt = attemptOf(run.id, {
    accountId: accountId ?? ACCOUNT,
    limits: accountId === null ? NO_LIMITS : { ...NO_LIMITS, concurrency: 100_000 },
  })
  const begun = await beginAttempt(db, attempt)
  if (begun.kind !== 'begun') throw new Error(`the attempt was not begun: ${begun.kind}`)
  await recordOutcome(db, endOf(attempt))
}
