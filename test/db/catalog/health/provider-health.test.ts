import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { createProviderHealth } from '../../../../db/catalog/health/provider-health.ts'
import { FOLD_HEALTH } from '../../../../db/catalog/health/fold.ts'
import { READ_MONTH, readMonth } from '../../../../db/catalog/health/month.ts'
import { READ_RECENT } from '../../../../db/catalog/health/recent.ts'
import { writeReported } from '../../../../db/catalog/health/reported.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'
import { type Call, countAll, forgetCounts, repeated, writeCalls } from './calls.ts'

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600

let db: Database
let close: () => Promise<void>
let workspaceId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  workspaceId = (await buildWorkspace(db)).id
})
afterAll(() => close())
beforeEach(async () => {
  await db.pool.query('truncate run, reported_health cascade')
  await forgetCounts(db)
})

const write = (calls: readonly Call[]) => writeCalls(db, workspaceId, calls)
const view = () => createProviderHealth({ db, now: Date.now, maxAgeMs: 0 }).latest()
const healthOf = async (provider = 'one', target = 'contact.find') => (await view()).healthOf(provider, target)

describe('the health of an offer', () => {
  it('is unknown before its first call', async () => {
    expect(await healthOf()).toEqual({
      status: 'unknown',
      latency_ms_p50: null,
      latency_ms_p95: null,
      success_rate: null,
      sample_size: 0,
      window_days: 30,
      source: 'measured',
    })
  })

  it('is known at once, and counted later: the first hour of a new offer is not waited for', async () => {
    await write(repeated(20, { outcome: 'succeeded', ageSeconds: 30, durationMs: 120 }))
    const before = await healthOf()
    expect(before).toMatchObject({
      status: 'healthy',
      success_rate: 1,
      sample_size: 20,
      latency_ms_p50: 120,
      source: 'measured',
    })
    await countAll(db)
    const after = await healthOf()
    expect({ ...after, latency_ms_p50: null, latency_ms_p95: null }).toEqual({
      ...before,
      latency_ms_p50: null,
      latency_ms_p95: null,
    })
    expect(Math.abs((after.latency_ms_p50 ?? 0) - 120)).toBeLessThanOrEqual(120 * 0.14)
  })

  it('covers 30 days, and no more', async () => {
    await write([
      ...repeated(90, { outcome: 'succeeded', ageSeconds: 29 * DAY_SECONDS, durationMs: 100 }),
      ...repeated(10, { outcome: 'no_match', ageSeconds: 5 * DAY_SECONDS, durationMs: 4_000 }),
      ...repeated(50, { outcome: 'provider_error', ageSeconds: 30 * DAY_SECONDS + 2 * HOUR_SECONDS }),
    ])
    await countAll(db)
    const health = await healthOf()
    expect(health).toMatchObject({ status: 'stable', success_rate: 1, sample_size: 100 })
    expect(Math.abs((health.latency_ms_p50 ?? 0) - 100)).toBeLessThanOrEqual(100 * 0.14)
    expect(Math.abs((health.latency_ms_p95 ?? 0) - 4_000)).toBeLessThanOrEqual(4_000 * 0.14)
    const [record] = await readMonth(db)
    expect(record?.month).toMatchObject({ found: 90, missed: 10, failures: 0 })
  })

  it('is an outage as soon as it is one, whatever the month shows', async () => {
    await write([
      ...repeated(300, { outcome: 'succeeded', ageSeconds: 2 * DAY_SECONDS }),
      ...repeated(5, { outcome: 'provider_timeout', ageSeconds: 20 }),
    ])
    await countAll(db)
    expect((await healthOf()).status).toBe('outage')
    await write([{ outcome: 'no_match', ageSeconds: 1 }])
    expect((await healthOf()).status).toBe('healthy')
  })

  it('belongs to one endpoint: failures of others change nothing', async () => {
    await write([
      ...repeated(40, { outcome: 'succeeded', ageSeconds: 60 }),
      ...repeated(40, { outcome: 'provider_timeout', ageSeconds: 60, target: 'POST /v1/slow' }),
    ])
    await countAll(db)
    expect([
      (await healthOf()).status,
      (await healthOf('one', 'POST /v1/slow')).status,
      (await healthOf('two')).status,
    ]).toEqual(['healthy', 'outage', 'unknown'])
  })
})

describe("a provider's own figures", () => {
  const report = (ageDays: number, successes: number) =>
    writeReported(db, {
      provider: 'actors',
      target: 'POST /v2/run',
      readAt: new Date(Date.now() - ageDays * DAY_SECONDS * 1000),
      calls: 1_000,
      successes,
    })
  const reported = () => healthOf('actors', 'POST /v2/run')

  it("apply where no call was measured, and are marked as the provider's", async () => {
    await report(0, 980)
    expect(await reported()).toEqual({
      status: 'stable',
      latency_ms_p50: null,
      latency_ms_p95: null,
      success_rate: 0.98,
      sample_size: 1_000,
      window_days: 30,
      source: 'provider_reported',
    })
  })

  it('are replaced by later ones, and are valid for a week', async () => {
    await report(6, 980)
    await report(1, 500)
    expect(await reported()).toMatchObject({ status: 'degraded', success_rate: 0.5 })
    await report(8, 980)
    expect(await reported()).toMatchObject({ status: 'unknown', sample_size: 0, source: 'measured' })
  })

  it('are replaced by own measurements as soon as those suffice', async () => {
    await report(0, 500)
    await write(repeated(9, { outcome: 'succeeded', ageSeconds: 60, provider: 'actors', target: 'POST /v2/run' }))
    expect(await reported()).toMatchObject({ source: 'provider_reported', sample_size: 1_000 })
    await write(repeated(1, { outcome: 'succeeded', ageSeconds: 60, provider: 'actors', target: 'POST /v2/run' }))
    expect(await reported()).toMatchObject({ status: 'healthy', source: 'measured', sample_size: 10, success_rate: 1 })
  })
})

describe('the health book', () => {
  it('reads once for all callers within its maximum age, and repeats a failed read', async () => {
    let now = 0
    const statements: string[] = []
    let failing = true
    const query: Database['query'] = async (statement, values) => {
      statements.push(statement.name)
      if (failing) throw new Error('away')
      return db.query(statement, values)
    }
    const book = createProviderHealth({ db: { ...db, query }, now: () => now, maxAgeMs: 100 })
    await expect(book.latest()).rejects.toThrow('away')
    failing = false
    statements.length = 0
    const views = await Promise.all(Array.from({ length: 20 }, () => book.latest()))
    const all = ['read_health_month', 'read_offer_hits', 'read_recent_health', 'read_sold_addresses']
    expect([statements.toSorted(), new Set(views).size]).toEqual([all, 1])
    now = 100
    await Promise.all([book.latest(), book.latest()])
    expect(statements.slice(4)).toEqual(['read_recent_health'])
    now = 3_000
    await book.latest()
    expect(statements.slice(5).toSorted()).toEqual(all)
  })
})

describe('twenty thousand attempts', () => {
  const planOf = async (text: string): Promise<string> =>
    (await db.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n')

  it('are read and counted through indexes only', async () => {
    const providers = ['one', 'two', 'three', 'four', 'five']
    for (let chunk = 0; chunk < 2; chunk += 1) {
      await write(
        Array.from({ length: 10_000 }, (_, n): Call => ({
          outcome: n % 10 === 0 ? 'provider_error' : 'succeeded',
          provider: providers[n % 5] ?? '',
          ageSeconds: (chunk * 10_000 + n) * 125,
          durationMs: n,
          target: n % 2 === 0 ? 'contact.find' : 'POST /v1/search',
        })),
      )
    }
    await countAll(db, { batchMax: 5_000, graceSeconds: 0 })
    await db.pool.query('analyze')
    const recent = await planOf(READ_RECENT.text)
    expect(recent).toContain('attempt_of_target')
    expect(recent).not.toMatch(/Seq Scan on attempt/)
    const fold = await planOf(FOLD_HEALTH.text)
    expect(fold).toContain('attempt_counted')
    // Old counts of a month's table are deleted once an hour: it may be read entirely.
    expect(fold).not.toMatch(/Seq Scan on attempt/)
    // The month is read from counts; no attempts are read.
    expect(await planOf(READ_MONTH.text)).not.toMatch(/ on attempt/)
  })
})
