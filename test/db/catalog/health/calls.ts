import { LATENCY_BOUNDS_MS, LATENCY_BUCKETS } from '../../../../domain/routing/latency.ts'
import type { AttemptOutcome, Environment } from '../../../../domain/runs/states.ts'
import type { Database } from '../../../../db/database.ts'
import { foldHealth, type FoldLimits } from '../../../../db/catalog/health/fold.ts'
import { newId } from '../../../../db/ids.ts'
import { until } from '../../../support/until.ts'

/** One finished attempt: its outcome, how many seconds ago it ended, and its duration. */
export interface Call {
  readonly outcome: AttemptOutcome
  readonly ageSeconds: number
  readonly durationMs?: number
  readonly provider?: string
  /** A capability, or with a space in it a raw endpoint. */
  readonly target?: string
  readonly environment?: Environment
  /** 0: the provider was skipped without a call. */
  readonly called?: 0 | 1
}

export interface StoredCall extends Required<Call> {
  readonly finishedAt: Date
}

const DEFAULTS = { durationMs: 100, provider: 'one', target: 'contact.find', environment: 'live', called: 1 } as const

/** Stores the calls as attempts of separate runs, and returns them with the times they were stored with. */
export async function writeCalls(db: Database, workspaceId: string, calls: readonly Call[]): Promise<StoredCall[]> {
  const nowMs = Date.now()
  const stored = calls.map((call): StoredCall => ({
    ...DEFAULTS,
    ...call,
    finishedAt: new Date(nowMs - Math.round(call.ageSeconds * 1000)),
  }))
  const column = <Value>(read: (call: StoredCall) => Value): Value[] => stored.map(read)
  await db.pool.query(
    `with call as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[],
        $7::integer[], $8::integer[])
        as c (run_id, provider, target, environment, finished_at, outcome, duration_ms, called)
    ), owner as (
      insert into run (id, workspace_id, environment, request_id, kind, capability, input, routing, request_hash,
        subjects)
      select run_id, $9, environment, 'req', 'capability', 'contact.find', '{}', '{}', '\\x00', '[]' from call
    )
    insert into attempt (run_id, number, provider, capability, endpoint, environment, token, calls, lease_until,
      finished_at, outcome, duration_ms)
    select run_id, 1, provider, case when target like '% %' then null else target end, case
      when target like '% %' then target end,
      environment, gen_random_uuid(), called, now(), finished_at, outcome, duration_ms from call`,
    [
      column(() => newId('run')),
      column(({ provider }) => provider),
      column(({ target }) => target),
      column(({ environment }) => environment),
      column(({ finishedAt }) => finishedAt),
      column(({ outcome }) => outcome),
      column(({ durationMs }) => durationMs),
      column(({ called }) => called),
      workspaceId,
    ],
  )
  return stored
}

export const repeated = (count: number, call: Call): Call[] => Array.from({ length: count }, () => call)

/** Deletes the counts and the record of counting, as docs/architecture/discover.md describes it. */
export async function forgetCounts(db: Database): Promise<void> {
  await db.pool
    .query(`update offer_health_progress set counted_until = default, fence_at = default, fence_transaction = default;
    truncate offer_health_hour, offer_hits_day, offer_hits_recent`)
}

export const SMALL: FoldLimits = { batchMax: 100, graceSeconds: 0 }

/**
 * Counts until everything that has ended by now is counted. It waits for transactions of other tests on this server.
 */
export async function countAll(db: Database, limits: FoldLimits = SMALL): Promise<void> {
  const {
    rows: [clock],
  } = await db.pool.query('select clock_timestamp()::text as now')
  const caughtUp = async (): Promise<boolean> => {
    await foldHealth(db, limits)
    const {
      rows: [row],
    } = await db.pool.query(`select counted_until > $1::timestamptz as done from offer_health_progress`, [clock.now])
    return row.done
  }
  await until(caughtUp, (done) => done)
}

export interface CountedHour {
  readonly hour: Date
  readonly provider: string
  readonly target: string
  readonly found: number
  readonly missed: number
  readonly failures: number
  readonly latency: number[]
  readonly last_success_at: Date | null
  readonly last_failure_at: Date | null
}

export async function readHours(db: Database): Promise<CountedHour[]> {
  const { rows } = await db.pool.query(
    'select * from offer_health_hour order by hour, provider collate "C", target collate "C"',
  )
  const date = (text: string | null): Date | null => (text === null ? null : new Date(text))
  return rows.map((row) => ({
    ...row,
    hour: date(row.hour),
    last_success_at: date(row.last_success_at),
    last_failure_at: date(row.last_failure_at),
  }))
}

const DECIDED = ['succeeded', 'no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'unknown']

/** The same from the calls alone, in the plainest way: the expected result of the counting. */
export function countedDirectly(calls: readonly StoredCall[]): CountedHour[] {
  const counts = calls.filter(
    ({ outcome, environment, called }) => environment === 'live' && called === 1 && DECIDED.includes(outcome),
  )
  const hourOf = ({ finishedAt }: StoredCall): number => Math.floor(finishedAt.getTime() / 3_600_000) * 3_600_000
  const groups = Map.groupBy(counts, (call) => JSON.stringify([hourOf(call), call.provider, call.target]))
  const latest = (of: readonly StoredCall[]): Date | null =>
    of.length === 0 ? null : new Date(Math.max(...of.map(({ finishedAt }) => finishedAt.getTime())))
  return [...groups.values()]
    .map((group): CountedHour => {
      const [{ provider, target }] = group as [StoredCall]
      const answers = group.filter(({ outcome }) => ['succeeded', 'no_match'].includes(outcome))
      const failed = group.filter((call) => !answers.includes(call))
      const latency = Array.from({ length: LATENCY_BUCKETS }, () => 0)
      for (const { durationMs } of answers) {
        const bucket = LATENCY_BOUNDS_MS.filter((bound) => bound <= durationMs).length
        latency[bucket] = (latency[bucket] ?? 0) + 1
      }
      return {
        hour: new Date(hourOf(group[0] as StoredCall)),
        provider,
        target,
        latency,
        found: group.filter(({ outcome }) => outcome === 'succeeded').length,
        missed: group.filter(({ outcome }) => outcome === 'no_match').length,
        failures: failed.length,
        last_success_at: latest(answers),
        last_failure_at: latest(failed),
      }
    })
    .toSorted(
      (a, b) => a.hour.getTime() - b.hour.getTime() || compare(a.provider, b.provider) || compare(a.target, b.target),
    )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
