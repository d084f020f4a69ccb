import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database, Queries } from '../../../db/database.ts'
import { hashToken } from '../../../db/hash-token.ts'
import { PURGE_ANSWERS } from '../../../db/delivery/idempotency/answers.ts'
import { STORE_ARTIFACT } from '../../../db/access/oauth/artifacts.ts'
import { REGISTER_CLIENT } from '../../../db/access/oauth/clients.ts'
import { CLAIM_OVERDUE_TOPUPS } from '../../../db/money/payments/sweep.ts'
import { READ_PAYLOADS_TO_PURGE } from '../../../db/runs/payloads.ts'
import { CLAIM_OVERDUE_RUNS } from '../../../db/runs/sweep.ts'
import { PURGE_SESSIONS } from '../../../db/access/sessions/queries.ts'
import { CLAIM_OVERDUE_REFRESHES } from '../../../db/tables/watches/sweep.ts'
import { CLAIM_OVERDUE_DELIVERIES } from '../../../db/delivery/webhooks/sweep.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'
import { rowsRead } from '../../db/rows-read.ts'

/** Rows that all stay, and that no other test reads. */
const MANY = 20_000
/** The most blocks that a statement may read to find no row. */
const FEW = 50

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  const { id } = await buildWorkspace(db)
  await db.pool.query(
    `insert into app_user (id, email, password_hash, workspace_id) values ('usr_1', 'robin@example.com', '$argon2id$', $1)`,
    [id],
  )
  const many = `generate_series(1, ${MANY}) as n`
  const hash = `sha256(n::text::bytea)`
  await db.pool.query(
    `insert into session (id, user_id, workspace_id, token_hash, expires_at) select 'sess_' || n, 'usr_1', $1, ${hash}, clock_timestamp() + n * interval '1 minute' from ${many}`,
    [id],
  )
  await db.pool.query(
    `insert into idempotent_answer (workspace_id, environment, key, token, lease_until, request_mac, mac_version) select $1, 'test', n, gen_random_uuid(), clock_timestamp(), ${hash}, 1 from ${many}`,
    [id],
  )
  await db.pool.query(
    `insert into oauth_client (id, name, metadata) select 'client_' || n, 'Sample', '{}' from ${many}`,
  )
  await db.pool.query(
    `insert into oauth_artifact (kind, id_hash, payload, expires_at) select 'Interaction', ${hash}, '{}', clock_timestamp() + n * interval '1 minute' from ${many}`,
  )
  await db.pool.query(
    `insert into topup (id, workspace_id, environment, origin, amount, status, simulated, paid_at, ended_at) select 'topup_' || n, $1, 'test', 'automatic', 10000, 'paid', true, clock_timestamp(), clock_timestamp() from ${many}`,
    [id],
  )
  await db.pool.query(
    `insert into watch (id, workspace_id, environment, capability, input, routing, every, every_ms, webhook) select 'watch_' || n, $1, 'test', 'web.search', '{}', '{}', '1h', 3600000, true from ${many}`,
    [id],
  )
  await db.pool.query(
    `insert into run (id, workspace_id, environment, request_id, kind, capability, input, routing, include_raw,
      request_hash, subjects, sweep_at)
     select 'run_' || n, $1, 'test', 'req', 'capability', 'web.search', '{}', '{}', false, ${hash}, '[]',
       clock_timestamp() + interval '1 hour' from ${many}`,
    [id],
  )
  await db.pool.query(
    `insert into webhook_endpoint (id, workspace_id, environment, url) values ('wh_1', $1, 'test', 'https://example.com/hook')`,
    [id],
  )
  await db.pool.query(
    `insert into webhook_delivery (id, webhook_id, workspace_id, environment, event_id, event_type, generation,
      attempts_max, next_attempt_at, sweep_at)
     select 'whd_' || n, 'wh_1', $1, 'test', 'evt_' || n, 'email.received', 1, 7, clock_timestamp(), clock_timestamp()
       + interval '1 hour' from ${many}`,
    [id],
  )
  await db.pool.query(
    `insert into watch_refresh (id, watch_id, workflow_id, run_id, sweep_at) select 'refresh_' || n, 'watch_' || n, 'one', 'run_' || n, clock_timestamp() + interval '1 hour' from ${many}`,
  )
  await db.pool.query('analyze')
}, 120_000)
afterAll(() => close())

type Sends = (queries: Queries) => Promise<unknown>

describe('a search for due rows, without any', () => {
  it.each<[string, Sends]>([
    ['sessions that have expired, with each new one', (queries) => queries.query(PURGE_SESSIONS, {})],
    ['answers past their retention, with each new key', (queries) => queries.query(PURGE_ANSWERS, {})],
    [
      'codes and tokens that have expired, with each new one',
      (queries) =>
        queries.query(STORE_ARTIFACT, {
          kind: 'Interaction',
          idHash: hashToken('new'),
          appId: null,
          payload: '{}',
          secondsToLive: 60,
        }),
    ],
    [
      'clients that were never connected, with each new one',
      (queries) => queries.query(REGISTER_CLIENT, { id: 'client', name: 'Sample', metadata: '{}' }),
    ],
    [
      'refreshes that are overdue',
      (queries) => queries.query(CLAIM_OVERDUE_REFRESHES, { limit: 100, leaveSeconds: 60 }),
    ],
    [
      'workspaces with payloads that are too old',
      (queries) =>
        queries.query(READ_PAYLOADS_TO_PURGE, { workspaceId: '', environment: '', at: new Date(), limit: 100 }),
    ],
    ['runs that are overdue', (queries) => queries.query(CLAIM_OVERDUE_RUNS, { limit: 100, againAfterSeconds: 30 })],
    [
      'deliveries that are overdue',
      (queries) => queries.query(CLAIM_OVERDUE_DELIVERIES, { limit: 100, retryDelaysMs: [1_000] }),
    ],
    [
      'automatic top-ups that are overdue',
      (queries) => queries.query(CLAIM_OVERDUE_TOPUPS, { limit: 100, againAfterSeconds: 60 }),
    ],
  ])('%s: costs the same with any number of rows', async (_what, sends) => {
    expect(await rowsRead(db, sends)).toBeLessThan(FEW)
  })
})

/** The most rows that a claim of a hundred may read: each row a few times on its way from the index to its update. */
const FEW_FOR_A_HUNDRED = 2_500

describe('a search for due rows, where one workspace has a backlog', () => {
  it.each<[string, 'run' | 'webhook_delivery', Sends]>([
    ['runs', 'run', (queries) => queries.query(CLAIM_OVERDUE_RUNS, { limit: 100, againAfterSeconds: 30 })],
    [
      'deliveries',
      'webhook_delivery',
      (queries) => queries.query(CLAIM_OVERDUE_DELIVERIES, { limit: 100, retryDelaysMs: [1_000] }),
    ],
  ])('%s: costs what is claimed and not what is due', async (_what, table, sends) => {
    await db.pool.query(`update ${table} set sweep_at = clock_timestamp() - interval '1 minute'`)
    await db.pool.query(`vacuum analyze ${table}`)
    expect(await rowsRead(db, sends)).toBeLessThan(FEW_FOR_A_HUNDRED)
  })
})
