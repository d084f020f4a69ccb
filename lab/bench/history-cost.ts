import { randomUUID } from 'node:crypto'
import { recordOutcome } from '../../usecases/runs/record-outcome.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { inSlices } from '../../db/time-slices.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import { findingSubjects } from '../../domain/history/subjects.ts'
import { fixed, print, progress, quantile, table } from '../../ops/report/markdown.ts'

/** Records of a result, and how often its outcome is stored. */
const SIZES = [
  { records: 1, times: 50 },
  { records: 30, times: 20 },
  { records: 100, times: 20 },
  { records: 5_000, times: 5 },
] as const
const KB = 1_024

const person = (run: number, at: number): JsonObject => ({
  full_name: `Given${at} Family${run}`,
  title: 'Head of Operations',
  company_name: `Company ${run} ${at}`,
  domain: `c${run}-${at}.example.com`,
  linkedin_url: `https://www.linkedin.com/in/person-${run}-${at}`,
  email: `person@c${run}-${at}.example.com`,
})

/**
 * Prints what the outcome of a run costs by the length of its list: finding its subjects, statements, the time until it
 * is stored, and WAL. The database does nothing else meanwhile.
 */
export async function measureListCost(databaseUrl: string, workspaceId: string): Promise<void> {
  let statements = 0
  const db = await openDatabase({
    url: databaseUrl,
    applicationName: 'bench',
    poolMax: 1,
    onQuery: () => {
      statements += 1
    },
  })
  const rows: string[][] = []
  for (const { records, times } of SIZES) {
    progress(`history: the outcome of ${records} records`)
    const measured: { subjects: number; findMs: number; storeMs: number; wal: number; statements: number }[] = []
    for (let time = 0; time < times; time += 1) {
      const output: JsonObject = { items: Array.from({ length: records }, (_, at) => person(records * 100 + time, at)) }
      const runId = newId('run')
      const token = randomUUID()
      await beginRun(db, { runId, token, workspaceId })
      const began = performance.now()
      const subjects = await inSlices(findingSubjects(output))
      const found = performance.now()
      const [from, before] = [await walOf(db), statements]
      const stored = performance.now()
      await recordOutcome(db, { ...OUTCOME, runId, token, output, subjects })
      const storeMs = performance.now() - stored
      const wal = (await walOf(db)) - from
      measured.push({
        subjects: subjects.length,
        findMs: found - began,
        storeMs,
        wal,
        statements: statements - before,
      })
    }
    const median = (of: (one: (typeof measured)[number]) => number): number => quantile(measured.map(of), 0.5)
    rows.push([
      String(records),
      String(median(({ subjects }) => subjects)),
      fixed(median(({ findMs }) => findMs)),
      String(median((one) => one.statements)),
      fixed(median(({ storeMs }) => storeMs)),
      fixed(median(({ wal }) => wal) / KB),
    ])
  }
  print(
    '## History: what the outcome of a run costs, by its records',
    table(['records', 'subjects', 'ms to find them', 'round trips', 'ms to store', 'KB of WAL'], rows),
  )
  await db.close()
}

const OUTCOME = {
  number: 1,
  accountId: 'none',
  outcome: 'succeeded',
  detail: null,
  raw: null,
  payload: undefined,
  units: 1,
  cost: null,
  rateCard: null,
  costUnreadable: false,
  exhaustedForSeconds: null,
} as const

/** A run with an attempt that has no outcome. */
async function beginRun(
  db: Database,
  { runId, token, workspaceId }: { readonly runId: string; readonly token: string; readonly workspaceId: string },
): Promise<void> {
  await db.pool.query(
    `insert into run (id, workspace_id, environment, request_id, kind, capability, status, input, routing, request_hash,
      subjects) values ($1, $2, 'live', 'req', 'capability', 'person.search', 'running', '{}', '{}', '', '[]')`,
    [runId, workspaceId],
  )
  await db.pool.query(
    `insert into attempt (run_id, number, provider, capability, environment, token, lease_until)
      values ($1, 1, 'hunter', 'person.search', 'live', $2, now())`,
    [runId, token],
  )
}

async function walOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0' as bytes`)
  return Number(rows[0]?.bytes)
}
