import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import type { ActivityLog } from '../../activities/deps.ts'
import { MANIFESTS } from '../../activities/providers/manifests.ts'
import { STORED_KINDS } from '../../domain/metrics/stored-kinds.ts'
import { beginAttempt } from '../../db/runs/attempts/begin.ts'
import { recordOutcome } from '../../usecases/runs/record-outcome.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { createProviderHealth } from '../../db/catalog/health/provider-health.ts'
import { createOfferCatalog } from '../../db/catalog/offers/catalog.ts'
import { announceAccounts } from '../../db/catalog/provider-accounts/queries.ts'
import { CIRCUIT_FAILURES } from '../../domain/routing/thresholds.ts'
import type { AttemptOutcome } from '../../domain/runs/states.ts'
import { createMetering, type Metering } from '../../telemetry/metering.ts'
import { startGauges } from '../../worker/gauges.ts'
import { testCipher } from '../build/connection.ts'
import { buildEvent, buildWebhook, commitEvents } from '../build/webhook.ts'
import { buildWorkspace } from '../build/workspace.ts'
import { buildAttempt, buildAttemptEnd, buildRun, type Owner } from '../db/build.ts'
import { countAll } from '../db/catalog/health/calls.ts'
import { type TestDatabase, testDatabase } from '../support/postgres.ts'
import { readPage, type Page, valueOf } from '../support/prometheus.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let db: Database
let owner: Owner
let stop: () => Promise<void>
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase({ url: database.url, applicationName: 'test', poolMax: 6 })
  await announceAccounts(
    db,
    MANIFESTS.map(({ slug }) => ({ slug, usable: ['hunter', 'findymail', 'prospeo'].includes(slug) })),
  )
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
})
afterEach(() => stop())
afterAll(async () => {
  await db.close()
  await database.drop()
})

const logged: string[] = []
const log: ActivityLog = {
  info: () => undefined,
  warn: () => undefined,
  error: (_, message) => {
    logged.push(message)
  },
}

/** Reads the gauges until `satisfies`, every few milliseconds instead of every quarter of a minute. */
async function shown(satisfies: (page: Page) => boolean, of = db): Promise<Page> {
  const metering: Metering = createMetering({ process: 'worker', providers: MANIFESTS, processMetrics: false })
  const measured = { db: of, now: Date.now, maxAgeMs: 0 }
  const rounds = startGauges({
    db: of,
    log,
    metrics: metering.meter,
    offers: createOfferCatalog({ ...measured, health: createProviderHealth(measured), manifests: MANIFESTS }),
    everyMs: 50,
  })
  stop = async () => {
    await Promise.all(rounds.map((round) => round.stop()))
  }
  return until(async () => readPage(await metering.page()), satisfies)
}

it('waiting work is shown with its age, and an empty queue is 0', async () => {
  const empty = await shown((page) => valueOf(page, 'runs_overdue') !== undefined)
  expect(
    [
      'runs_overdue',
      'runs_oldest_open_age_seconds',
      'webhook_deliveries_pending',
      'webhook_oldest_due_age_seconds',
      'inbound_messages_waiting',
    ].map((name) => valueOf(empty, name)),
  ).toEqual([0, 0, 0, 0, 0])
  await stop()
  const [open, late] = [
    await buildRun(db, owner, { status: 'running' }),
    await buildRun(db, owner, { status: 'created' }),
  ]
  await db.pool.query(`update run set created_at = now() - interval '2 hours' where id = $1`, [open])
  await db.pool.query(`update run set sweep_at = now() - interval '10 minutes' where id = $1`, [late])
  await buildWebhook({ db, cipher: testCipher() }, owner, 'https://example.com/hooks')
  const { deliveries } = await commitEvents(db, owner, [buildEvent(), buildEvent()])
  await db.pool.query(`update webhook_delivery set next_attempt_at = now() - interval '5 minutes' where id = $1`, [
    deliveries[0]?.id,
  ])
  await db.pool.query(`update webhook_delivery set next_attempt_at = now() + interval '5 minutes' where id = $1`, [
    deliveries[1]?.id,
  ])
  await db.pool.query(
    `insert into inbound_message (id, provider, external_id, body, turn_key, received_at, sweep_at)
      values ('inb_1', 'resend', 'x', '{}', 'inbox', now() - interval '1 minute', now())`,
  )
  const page = await shown((now) => valueOf(now, 'runs_overdue') === 1)
  expect([
    valueOf(page, 'runs_open', { status: 'running' }),
    valueOf(page, 'runs_open', { status: 'created' }),
    valueOf(page, 'runs_open', { status: 'queued' }),
  ]).toEqual([1, 1, 0])
  const age = (name: string): number => Math.floor((valueOf(page, name) ?? 0) / 60)
  expect(
    [
      'runs_oldest_open_age_seconds',
      'runs_oldest_overdue_age_seconds',
      'webhook_oldest_due_age_seconds',
      'inbound_oldest_waiting_age_seconds',
    ].map(age),
  ).toEqual([120, 10, 5, 1])
  expect(
    ['webhook_deliveries_pending', 'webhook_deliveries_due', 'inbound_messages_waiting'].map((name) =>
      valueOf(page, name),
    ),
  ).toEqual([2, 1, 1])
})

it('a provider is in rotation as routing sees it: a circuit takes one offer out, a used-up account all of them, and one without an account is not shown', async () => {
  for (let failure = 0; failure < CIRCUIT_FAILURES; failure += 1) {
    const attempt = buildAttempt(await buildRun(db, owner, { status: 'reserved' }), {
      provider: 'hunter',
      accountId: 'platform:hunter',
    })
    await beginAttempt(db, attempt)
    await recordOutcome(db, buildAttemptEnd(attempt, { outcome: 'provider_error', output: null }))
  }
  await db.pool.query(
    `update provider_account set exhausted_until = now() + interval '1 hour' where id = 'platform:findymail'`,
  )
  const page = await shown(
    (now) => valueOf(now, 'provider_offers', { provider: 'hunter', state: 'circuit_open' }) === 1,
  )
  const rotation = (provider: string): number | undefined => valueOf(page, 'provider_in_rotation', { provider })
  expect(['hunter', 'prospeo', 'findymail', 'apollo'].map(rotation)).toEqual([1, 1, 0, undefined])
  expect(valueOf(page, 'provider_offers', { provider: 'findymail', state: 'exhausted' })).toBeGreaterThan(1)
})

it('how often an offer finds is shown with the number of its answers, and only the number while they are few', async () => {
  const answers = async (provider: string, outcomes: readonly AttemptOutcome[]) => {
    for (const outcome of outcomes) {
      const run = await buildRun(db, owner, { status: 'reserved' })
      const attempt = buildAttempt(run, { provider, accountId: `platform:${provider}` })
      await beginAttempt(db, attempt)
      await recordOutcome(
        db,
        buildAttemptEnd(attempt, { outcome, ...(outcome === 'succeeded' ? {} : { output: null }) }),
      )
    }
  }
  await answers('prospeo', [
    ...Array.from({ length: 9 }, () => 'no_match' as const),
    'succeeded',
    'succeeded',
    'succeeded',
  ])
  await answers('findymail', ['succeeded', 'provider_timeout'])
  await countAll(db)
  const of = (provider: string) => ({ provider, capability: 'contact.find' })
  const page = await shown((now) => valueOf(now, 'provider_hit_sample_size', of('prospeo')) === 12)
  expect(valueOf(page, 'provider_hit_rate', of('prospeo'))).toBe(0.25)
  expect(valueOf(page, 'provider_hit_sample_size', of('findymail'))).toBe(1)
  expect(valueOf(page, 'provider_hit_rate', of('findymail'))).toBeUndefined()
})

it('open attempts are shown by provider with their age, and a provider with an account but without attempts is 0', async () => {
  const [first, second] = [
    await buildRun(db, owner, { status: 'reserved' }),
    await buildRun(db, owner, { status: 'reserved' }),
  ]
  for (const run of [first, second])
    await beginAttempt(db, buildAttempt(run, { provider: 'hunter', accountId: 'platform:hunter' }))
  await db.pool.query(`update attempt set started_at = now() - interval '5 minutes' where run_id = $1`, [first])
  const open = (page: Page, provider: string): (number | undefined)[] => [
    valueOf(page, 'provider_attempts_open', { provider }),
    minutes(valueOf(page, 'provider_oldest_open_attempt_age_seconds', { provider })),
  ]
  const minutes = (seconds: number | undefined): number | undefined =>
    seconds === undefined ? undefined : Math.floor(seconds / 60)
  const page = await shown((now) => valueOf(now, 'provider_attempts_open', { provider: 'hunter' }) !== undefined)
  expect(['hunter', 'findymail', 'apollo'].map((provider) => open(page, provider))).toEqual([
    [2, 5],
    [0, 0],
    [undefined, undefined],
  ])
  await stop()
  await db.pool.query(`update attempt set outcome = 'provider_timeout', finished_at = now() where run_id = any($1)`, [
    [first, second],
  ])
  expect(
    open(await shown((now) => valueOf(now, 'provider_attempts_open', { provider: 'hunter' }) !== undefined), 'hunter'),
  ).toEqual([0, 0])
})

it('the end of the partitions is months away', async () => {
  const page = await shown((now) => valueOf(now, 'partitions_end_in_seconds') !== undefined)
  const days = (valueOf(page, 'partitions_end_in_seconds') ?? 0) / 86_400
  // Three months are made ahead; how long they are depends on the day.
  expect([days > 85, days < 125]).toEqual([true, true])
})

it('the size of what is kept is shown by its kind', async () => {
  const page = await shown((now) => valueOf(now, 'stored_bytes', { kind: 'job_rows' }) !== undefined)
  const sizes = STORED_KINDS.map((kind) => valueOf(page, 'stored_bytes', { kind }) ?? 0)
  // An index has at least one page.
  expect(sizes.filter((bytes) => bytes < 8_192)).toEqual([])
})

it('a drift of the ledger is shown by its invariant', async () => {
  await db.pool.query(`update wallet set available = available + 1 where workspace_id = $1 and environment = 'live'`, [
    owner.workspaceId,
  ])
  await db.pool.query(`update wallet_proof set proved_at = now() - interval '20 minutes'`)
  const page = await shown((now) => valueOf(now, 'ledger_drifts', { promise: 'available' }) === 1)
  expect([
    valueOf(page, 'ledger_drifts', { promise: 'held' }),
    (valueOf(page, 'ledger_oldest_proof_age_seconds') ?? 1e9) < 1_000,
  ]).toEqual([0, true])
  expect(logged).toContain('ledger_drift')
})

it('what cannot be read is absent and counted, and never 0', async () => {
  const away = await openDatabase({ url: database.url, applicationName: 'test', poolMax: 1 })
  await away.close()
  const page = await shown(
    (now) =>
      ['backlog', 'providers', 'ledger'].every(
        (round) => (valueOf(now, 'metrics_rounds_failed_total', { round }) ?? 0) > 0,
      ),
    away,
  )
  expect(
    [
      'runs_overdue',
      'webhook_deliveries_due',
      'ledger_drifts',
      'ledger_oldest_proof_age_seconds',
      'provider_in_rotation',
      'provider_attempts_open',
    ].map((name) => valueOf(page, name)),
  ).toEqual([undefined, undefined, undefined, undefined, undefined, undefined])
  expect(logged).toContain('gauge_read_failed')
})
