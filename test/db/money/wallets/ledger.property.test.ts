import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Database } from '../../../../db/database.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'
import { play } from './ledger-commands.ts'
import { LedgerModel, type PlatformModel } from './ledger-model.ts'
import { type Command, sequenceOf } from './ledger-sequences.ts'
import { numRunsFor } from '../../../support/seed.ts'

const SEQUENCES = numRunsFor(200)
/** Sequences that meet everything that can happen; the others are new each time. */
const KNOWN = { seed: 20_260_720, numRuns: 40 }
const COMMANDS_MAX = 40
/** On a busy machine fewer sequences are tried; what they met is checked all the same. */
const TIME_MS_MAX = 60_000

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

/**
 * Everything the steps may change, read from the database; a comparison after every step shows what a refusal changed.
 */
async function readState(workspaceIds: readonly string[]) {
  const {
    rows: [row],
  } = await db.pool.query(
    `select
      (select jsonb_agg(jsonb_build_array(w.workspace_id, w.environment, w.available::text, w.held::text,
        w.spent::text, w.guard_enabled,
        w.daily_limit::text, w.per_run_limit::text) order by w.workspace_id, w.environment) from wallet w
          where w.workspace_id = any($1)) as wallets,
      (select coalesce(jsonb_agg(jsonb_build_array(r.id, r.status, r.held::text, r.quoted::text, r.charged::text,
        r.idempotency_key,
        a.token, a.outcome) order by r.id), '[]') from run r left join attempt a on a.run_id = r.id
          where r.workspace_id = any($1)) as runs,
      (select count(*)::integer from transfer t join account a on a.id in (t.debit_account_id, t.credit_account_id)
        and a.kind = 'available'
        where a.workspace_id = any($1)) + (select count(*)::integer from transfer t
          join account a on a.id = t.debit_account_id and a.kind = 'held'
        join account c on c.id = t.credit_account_id and c.kind = 'revenue' where a.workspace_id = any($1)) as
          transfers`,
    [workspaceIds],
  )
  return row
}

const text = (amount: bigint | null): string | null => amount?.toString() ?? null
const byId = (a: readonly unknown[], b: readonly unknown[]): number => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1)

const stateOf = (model: LedgerModel) => ({
  wallets: model.wallets
    .map(({ workspace: { id, guard }, environment, available, held, spent }) => [
      id,
      environment,
      text(available),
      text(held),
      text(spent),
      guard.enabled,
      text(guard.dailyLimit),
      text(guard.perRunLimit),
    ])
    .toSorted(byId),
  runs: model.runs
    .map(({ id, status, held, quoted, charged, key, attempt }) => [
      id,
      status,
      text(held),
      text(quoted),
      text(charged),
      key,
      attempt?.token ?? null,
      attempt?.outcome ?? null,
    ])
    .toSorted(byId),
  transfers: model.transfers,
})

/** The balance of every account, from its transfers only. */
async function balances(): Promise<Map<string, bigint>> {
  const { rows } = await db.pool.query<{ id: string; total: string }>(
    `select a.id, sum(case when t.credit_account_id = a.id then t.amount else -t.amount end)::text as total
      from account a join transfer t on a.id in (t.credit_account_id, t.debit_account_id) group by a.id`,
  )
  return new Map(rows.map(({ id, total }) => [id, BigInt(total)]))
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n)

const KINDS = ['promotion', 'revenue'] as const
const moved = (before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>): PlatformModel => {
  const change = (kind: string, environment: string) =>
    (after.get(`platform:${environment}:${kind}`) ?? 0n) - (before.get(`platform:${environment}:${kind}`) ?? 0n)
  const [promotion, revenue] = KINDS.map((kind) => ({
    test: change(kind, 'test'),
    live: change(kind, 'live'),
  }))
  if (promotion === undefined || revenue === undefined) throw new Error('unreachable')
  return { promotion, revenue }
}

const today = async (): Promise<string> =>
  (await db.pool.query("select (clock_timestamp() at time zone 'utc')::date::text as day")).rows[0].day

/** The counted steps of a sequence, so that the test cannot pass without doing anything. */
const seen = new Map<string, number>()

async function playAll(commands: readonly Command[]): Promise<void> {
  const workspaceIds = await Promise.all(
    [0, 1].map(async () => (await buildWorkspace(db, { test: '0', live: '0' })).id),
  )
  const model = new LedgerModel(workspaceIds)
  const before = await balances()
  const sequence = randomUUID()
  for (const step of commands) {
    for (const happened of await play({ db, model, sequence }, step)) seen.set(happened, (seen.get(happened) ?? 0) + 1)
    expect(await readState(workspaceIds)).toEqual(stateOf(model))
  }
  const after = await balances()
  expect(sum(after.values())).toBe(0n)
  expect(moved(before, after)).toEqual(model.platform)
  for (const { workspace, environment, available, held } of model.wallets) {
    const account = `${workspace.id}:${environment}`
    expect([after.get(`${account}:available`) ?? 0n, after.get(`${account}:held`) ?? 0n]).toEqual([available, held])
    expect(held).toBe(
      sum(
        model.runs
          .filter(({ wallet }) => wallet.workspace === workspace && wallet.environment === environment)
          .map((run) => run.held),
      ),
    )
  }
  expect((await verifyLedger(db)).drifts).toEqual([])
}

/** The model has no midnight: a sequence that ran over it is ignored and repeated. */
async function playOnOneDay(commands: readonly Command[]): Promise<void> {
  const day = await today()
  try {
    await playAll(commands)
  } catch (error) {
    if (day === (await today())) throw error
    await playAll(commands)
  }
}

describe('the ledger, over random sequences of every step', () => {
  it.each([
    ['known', KNOWN],
    ['new', {}],
  ])(
    'answers and changes exactly what its rules state, keeps every microdollar, and changes nothing when it refuses (%s ones)',
    async (_, seed) => {
      let playing = Promise.resolve()
      const sequences = fc.asyncProperty(sequenceOf(COMMANDS_MAX), async (commands) => {
        playing = playOnOneDay(commands)
        await playing
      })
      await fc.assert(sequences, { numRuns: SEQUENCES, interruptAfterTimeLimit: TIME_MS_MAX, ...seed })
      // The sequence under way at the time limit continues: the next test would count its transfers.
      await playing
    },
    300_000,
  )

  it.each([
    'credit: true',
    'credit: false',
    'accept: inserted',
    'accept: replayed',
    'reserve: reserved',
    'reserve: statusChanged',
    'reserve: per_run_limit',
    'reserve: daily_limit',
    'reserve: balance',
    'reserve together: begun',
    'reserve together: queued',
    'reserve together: statusChanged',
    'reserve together: per_run_limit',
    'reserve together: daily_limit',
    'reserve together: balance',
    'settle together: ended',
    'settle together: unchanged',
    'settle together: above the hold',
    'begin: begun',
    'begin: taken',
    'begin: ended',
    'record: true',
    'record: false',
    'deliver: ended',
    'deliver: above the hold',
    'fail: ended',
    'miss: ended',
    'cancel: cancelled',
    'cancel: refused',
    'guard',
  ])('met "%s"', (happened) => {
    expect(seen.get(happened) ?? 0).toBeGreaterThan(0)
  })
})
