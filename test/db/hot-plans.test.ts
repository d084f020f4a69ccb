import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { BEGIN_ATTEMPT } from '../../db/runs/attempts/begin.ts'
import { type OutcomeValues, RECORD_OUTCOME } from '../../db/runs/attempts/outcome.ts'
import { RECORD_AND_SETTLE, settleValues } from '../../db/runs/attempts/record-and-settle.ts'
import type { Database } from '../../db/database.ts'
import { RESERVE_RUNS, reserveValues, runValues } from '../../db/runs/attempts/reserve-runs.ts'
import { CLOSE_FINAL_BILL } from '../../db/runs/final-bill.ts'
import { endRun } from '../../usecases/runs/end-run.ts'
import { endsOf, SETTLE_RUN } from '../../db/runs/settle.ts'
import { RUN_STARTS } from '../../db/runs/start-queue.ts'
import { buildWorkspace } from '../build/workspace.ts'
import {
  buildAttemptEnd,
  buildPlan,
  buildRun,
  delivery as buildDelivery,
  failure as buildFailure,
  openTestDatabase,
} from './build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  const owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' as const }
  await Promise.all(Array.from({ length: 50 }, () => buildRun(db, owner, { status: 'running', hold: 1n })))
  // The planner must know that the tables are not empty.
  await db.pool.query('analyze')
})
afterAll(() => close())

const token = '00000000-0000-0000-0000-000000000000'
const unlimited = { concurrency: null, requestsPerSecond: null, burst: null }
const begin = { runId: 'none', number: 1, provider: 'p', accountId: 'p', token, leaseMs: 1, connectionId: null }
const failed: OutcomeValues = {
  runId: 'none',
  number: 1,
  token,
  outcome: 'provider_error',
  detail: null,
  output: null,
  raw: null,
  units: 0,
  accountId: 'p',
  exhaustedForSeconds: null,
  cost: null,
  rateCard: null,
  payload: null,
  subjects: null,
  removed: null,
}
const delivered: OutcomeValues = { ...failed, outcome: 'succeeded', output: '{}', raw: '{}', units: 1, subjects: '[]' }
const failure = { ends: endsOf([buildFailure('none')]) }
const delivery = { ends: endsOf([buildDelivery('none', 1n)]) }
const beforeBill = {
  ends: endsOf([{ ...buildDelivery('none', 1n), bill: { dueInSeconds: 1, withinSeconds: 1 } }]),
}

const wallet = { workspaceId: 'none', environment: 'test' } as const
const heldOnly = runValues({ runId: 'none', plan: buildPlan(1n), hold: 1n, routingReason: '' }, null)
const begun = { ...heldOnly, ...begin, ...unlimited }
const plain = {
  attempt: buildAttemptEnd({ ...begin, limits: unlimited }),
  run: buildDelivery('none', 1n),
  values: delivered,
}

const STATEMENTS: readonly (readonly [string, string, unknown[]])[] = [
  ['reserve_runs of a hold', RESERVE_RUNS.text, RESERVE_RUNS.bind(reserveValues(wallet, [heldOnly]))],
  ['reserve_runs of an attempt', RESERVE_RUNS.text, RESERVE_RUNS.bind(reserveValues(wallet, [begun]))],
  ['reserve_runs of a batch', RESERVE_RUNS.text, RESERVE_RUNS.bind(reserveValues(wallet, [begun, begun]))],
  ['record_and_settle', RECORD_AND_SETTLE.text, RECORD_AND_SETTLE.bind(settleValues(wallet, [plain]))],
  [
    'record_and_settle of a batch',
    RECORD_AND_SETTLE.text,
    RECORD_AND_SETTLE.bind(settleValues(wallet, [plain, plain])),
  ],
  ['begin_attempt', BEGIN_ATTEMPT.text, BEGIN_ATTEMPT.bind({ ...begin, ...unlimited })],
  ['record_outcome of a failure', RECORD_OUTCOME.text, RECORD_OUTCOME.bind(failed)],
  ['record_outcome of a delivery', RECORD_OUTCOME.text, RECORD_OUTCOME.bind(delivered)],
  ['settle_run of a failure', SETTLE_RUN.text, SETTLE_RUN.bind(failure)],
  ['settle_run of a delivery', SETTLE_RUN.text, SETTLE_RUN.bind(delivery)],
  ['read_started_runs of one run', RUN_STARTS.started.text, RUN_STARTS.started.bind({ ids: ['none'] })],
]
/** PostgreSQL plans a statement for its values this many times before it compares. */
const PLANS_BEFORE = 5

describe('a statement of every run', () => {
  it.each(STATEMENTS)('%s is planned once for each connection, and not for each call', async (name, text, values) => {
    const client = await db.pool.connect()
    try {
      for (let call = 0; call < PLANS_BEFORE + 2; call += 1) await client.query({ name: `hot: ${name}`, text, values })
      const { rows } = await client.query(
        `select generic_plans::integer as generic, custom_plans::integer as custom from pg_prepared_statements where name = $1`,
        [`hot: ${name}`],
      )
      expect(rows).toEqual([{ generic: 2, custom: PLANS_BEFORE }])
    } finally {
      client.release()
    }
  })

  it.each<[string, string, unknown[]]>([
    ['settle_run', SETTLE_RUN.text, SETTLE_RUN.bind(failure)],
    ['settle_run before its bill', SETTLE_RUN.text, SETTLE_RUN.bind(beforeBill)],
    ['close_final_bill', CLOSE_FINAL_BILL.text, CLOSE_FINAL_BILL.bind({ runId: 'none', total: '1' })],
  ])('%s finds its run by its key, however few are open when it is planned', async (_, text, values) => {
    const { rows: open } = await db.pool.query<{ id: string }>('select id from run where finished_at is null')
    await Promise.all(open.slice(1).map(({ id }) => endRun(db, buildFailure(id))))
    await db.pool.query('analyze run')
    const client = await db.pool.connect()
    try {
      const before = await scansOfOpenRuns(client)
      await client.query(text, values)
      expect(await scansOfOpenRuns(client)).toBe(before)
    } finally {
      client.release()
    }
  })
})

/** How often this session, and those whose counts have arrived, have read the list of open runs. */
async function scansOfOpenRuns(client: pg.PoolClient): Promise<number> {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ scans: number }>(
    `select sum(idx_scan)::integer as scans from pg_stat_user_indexes where indexrelname like 'run_overdue%'`,
  )
  return rows[0]?.scans ?? 0
}
