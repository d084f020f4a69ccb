import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { BEGIN_ATTEMPT } from '../../db/attempts/begin.ts'
import { type OutcomeValues, RECORD_OUTCOME } from '../../db/attempts/outcome.ts'
import { RECORD_AND_SETTLE } from '../../db/attempts/record-and-settle.ts'
import { RECORD_AND_SETTLE_MANY } from '../../db/attempts/record-and-settle-many.ts'
import { RESERVE_AND_BEGIN } from '../../db/attempts/reserve-and-begin.ts'
import { RESERVE_AND_BEGIN_MANY } from '../../db/attempts/reserve-and-begin-many.ts'
import type { Database } from '../../db/database.ts'
import { RESERVE_RUN } from '../../db/runs/reserve.ts'
import { SETTLE_RUN } from '../../db/runs/settle.ts'
import { RUN_STARTS } from '../../db/runs/start-queue.ts'
import { buildWorkspace } from '../build/workspace.ts'
import { buildRun, openTestDatabase } from './build.ts'

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
const hold = { runId: 'none', hold: '1', plan: '{}', routingReason: '' }
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
}
const delivered: OutcomeValues = { ...failed, outcome: 'succeeded', output: '{}', raw: '{}', units: 1, subjects: '[]' }
const failure = {
  charge: '0',
  status: 'failed',
  attempt: null,
  outcomeReason: null,
  error: '{}',
  ownKey: false,
} as const
const success = { ...failure, charge: '1', status: 'succeeded', attempt: 1, error: null } as const
const settled = {
  runId: 'none',
  releasesKey: false,
  rowsWritten: false,
  tableResult: null,
  source: null,
  sourceRunId: null,
  sourceAttempt: null,
}

/** The rows of a batch, as the statement gets them. */
const several = <Row extends object>(row: Row) => ({
  ...(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, [value, value]])) as unknown as {
    [Name in keyof Row]: Row[Name][]
  }),
  workspaceId: 'none',
  environment: 'test' as const,
})

const STATEMENTS: readonly (readonly [string, string, unknown[]])[] = [
  ['reserve_run', RESERVE_RUN.text, RESERVE_RUN.bind(hold)],
  ['reserve_and_begin', RESERVE_AND_BEGIN.text, RESERVE_AND_BEGIN.bind({ ...hold, ...begin, ...unlimited })],
  [
    'reserve_and_begin at a provider with limits',
    RESERVE_AND_BEGIN.text,
    RESERVE_AND_BEGIN.bind({ ...hold, ...begin, concurrency: 1, requestsPerSecond: 1, burst: 1 }),
  ],
  [
    'reserve_and_begin_many',
    RESERVE_AND_BEGIN_MANY.text,
    RESERVE_AND_BEGIN_MANY.bind(several({ ...hold, ...begin, ...unlimited })),
  ],
  [
    'record_and_settle_many',
    RECORD_AND_SETTLE_MANY.text,
    RECORD_AND_SETTLE_MANY.bind(several({ ...delivered, ...success, provider: 'p' })),
  ],
  ['begin_attempt', BEGIN_ATTEMPT.text, BEGIN_ATTEMPT.bind({ ...begin, ...unlimited })],
  ['record_outcome of a failure', RECORD_OUTCOME.text, RECORD_OUTCOME.bind(failed)],
  ['record_outcome of a delivery', RECORD_OUTCOME.text, RECORD_OUTCOME.bind(delivered)],
  [
    'record_and_settle of a failure',
    RECORD_AND_SETTLE.text,
    RECORD_AND_SETTLE.bind({ ...failed, ...failure, provider: null }),
  ],
  [
    'record_and_settle of a delivery',
    RECORD_AND_SETTLE.text,
    RECORD_AND_SETTLE.bind({ ...delivered, ...success, provider: 'p' }),
  ],
  ['settle_run of a failure', SETTLE_RUN.text, SETTLE_RUN.bind({ ...settled, ...failure, provider: null })],
  ['settle_run of a delivery', SETTLE_RUN.text, SETTLE_RUN.bind({ ...settled, ...success, provider: 'p' })],
  ['read_runs_taken_up of one run', RUN_STARTS.takenUp.text, RUN_STARTS.takenUp.bind({ ids: ['none'] })],
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
})
