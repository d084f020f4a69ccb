import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { verifyLedger } from '../../db/money/wallets/verify.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import { print } from '../../dev/local/console.ts'
import { fixed, quantile, table } from '../report/markdown.ts'
import { type Answered, signUpCustomers, startLoad } from './load.ts'
import type { Supervised } from './supervised.ts'

export interface SoakOptions {
  readonly minutes: number
  readonly urls: readonly string[]
  readonly db: Database
  readonly databaseUrl: string
  readonly processes: readonly Supervised[]
  /** Ends it early, without a verdict. */
  readonly signal: AbortSignal
}

const KILL_EVERY_MS = 60_000
/** Leases, sweeps and final bills are over by then. */
const END_MS_MAX = 300_000

/**
 * Mixed load with one greedy customer while one process a minute is killed, also a session of PostgreSQL, which takes
 * all its sessions along. Afterwards every run must have ended once, and the ledger must have no drift.
 */
export async function soak(options: SoakOptions): Promise<{ readonly violations: readonly string[] }> {
  const customers = await signUpCustomers(options.urls[0] ?? '')
  const load = startLoad(options.urls, customers, options.signal)
  const killed = new Map<string, number>()
  const endsAt = Date.now() + options.minutes * 60_000
  // The first kill comes in the middle of the first minute.
  for (let next = Date.now() + KILL_EVERY_MS / 2; next < endsAt; next += KILL_EVERY_MS) {
    await sleep(next - Date.now(), undefined, { signal: options.signal })
    const name = await killOne(options)
    killed.set(name, (killed.get(name) ?? 0) + 1)
    print(`  killed ${name}; ${load.answered.length} answers so far`)
  }
  await sleep(Math.max(endsAt - Date.now(), 0), undefined, { signal: options.signal })
  await load.stop()
  const violations = await violationsOf(
    options.db,
    customers.map(({ workspaceId }) => workspaceId),
    load.answered,
  )
  for (const line of tableOf(load.answered, { minutes: options.minutes, killed })) print(line)
  for (const line of violations) print(`  VIOLATION: ${line}`)
  print(`\n  ${violations.length} violations`)
  return { violations }
}

async function killOne({ processes, databaseUrl }: SoakOptions): Promise<string> {
  const pick = Math.floor(Math.random() * (processes.length + 1))
  const one = processes[pick]?.current()
  if (one !== undefined) {
    process.kill(one.pid, 'SIGKILL')
    return one.name
  }
  const pid = await withPostgresClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
        order by random() limit 1`,
    )
    return rows[0]?.pid
  })
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  return 'postgresql'
}

const READ_SOAKED = statement<{ ids: readonly string[] }, { open: number; runs: number; repeated: number }>({
  name: 'read_soaked_runs',
  effect: false,
  text: `select count(*) filter (where finished_at is null)::integer as open, count(*)::integer as runs,
      (count(*) - count(distinct (workspace_id, idempotency_key)))::integer as repeated
    from run where workspace_id = any(:ids::text[])`,
})

async function violationsOf(
  db: Database,
  ids: readonly string[],
  answered: readonly Answered[],
): Promise<readonly string[]> {
  const giveUpAt = performance.now() + END_MS_MAX
  for (;;) {
    const [row] = await db.query(READ_SOAKED, { ids })
    const { open, runs, repeated } = row ?? { open: 0, runs: 0, repeated: 0 }
    if (open > 0 && performance.now() < giveUpAt) {
      await sleep(1_000)
      continue
    }
    const answers = new Set(answered.flatMap(({ runId }) => (runId === null ? [] : [runId]))).size
    const { drifts } = await verifyLedger(db)
    return [
      ...(open > 0 ? [`${open} runs have not ended`] : []),
      ...(repeated > 0 ? [`${repeated} runs for a key that had one`] : []),
      ...(answers === runs ? [] : [`${answers} runs were answered, and ${runs} are stored`]),
      ...drifts.map((drift) => `the ledger: ${JSON.stringify(drift)}`),
    ]
  }
}

const HEAD = ['customers', 'answers', 'a second', 'p50', 'p95', 'p99', 'repeated under their key']

function tableOf(
  answered: readonly Answered[],
  { minutes, killed }: { readonly minutes: number; readonly killed: ReadonlyMap<string, number> },
): readonly string[] {
  const rowOf = (name: string, some: readonly Answered[]): (string | number)[] => {
    const times = some.map(({ ms }) => ms)
    return [
      name,
      some.length,
      fixed(some.length / (minutes * 60)),
      ...[0.5, 0.95, 0.99].map((share) => `${fixed(quantile(times, share), 0)} ms`),
      some.filter(({ attempts }) => attempts > 1).length,
    ]
  }
  const of = (greedy: boolean): Answered[] => answered.filter((one) => one.greedy === greedy)
  const outcomes = Map.groupBy(answered, ({ outcome }) => outcome)
  return [
    '',
    table(HEAD, [rowOf('the greedy one', of(true)), rowOf('the quiet ones', of(false))]),
    '',
    `  outcomes: ${[...outcomes].map(([outcome, some]) => `${some.length} ${outcome}`).join(', ')}`,
    `  killed: ${[...killed].map(([name, count]) => `${name} ${count}`).join(', ')}`,
  ]
}
