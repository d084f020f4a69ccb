import type { Database } from '../../../db/database.ts'
import { progress } from '../../../ops/report/markdown.ts'
import { type BenchWorkspace, createBenchWorkspace } from '../workspace.ts'

/** The loaded runs, and the values for the filters. */
export interface LoadedRuns {
  readonly workspace: BenchWorkspace
  /** A workspace with a few old runs among all others'. */
  readonly small: BenchWorkspace
  /** An id in the middle of the workspace's runs: a page far down. */
  readonly middleId: string
  readonly rareKeyId: string
  readonly rareProvider: string
  readonly endpoint: string
}

/** The first is read, the last is the small one. */
const WORKSPACES = 6
/** Batches keep each transaction, and the checkpoints behind it, at a bounded size. */
const BATCH = 50_000
/** This many of ten runs belong to the workspace that is read; the others share the rest. */
const OURS_OF_TEN = 4
/** One in this many runs is a raw one, of one of this many endpoints (decisions, "Performance budget"). */
const RAW_EVERY = 20
const ENDPOINTS = 10_000
/** Few runs, all of them old: a listing must find them without reading everything younger. */
const RARE_RUNS = 20
const RARE = { status: 'blocked', provider: 'bench-rare', endpoint: '/rare/endpoint' }

/**
 * Runs of every kind, spread over the workspaces, written directly to the database: ended runs only, as nearly all are.
 * `$1` workspaces, `$2` key, `$3` rare key, `$4` and `$5` the numbers from and to.
 */
const INSERT_RUNS = `insert into run (id, workspace_id, environment, api_key_id, request_id, kind, capability,
  endpoint, raw_request, status, input, subjects, routing, request_hash, provider, routing_reason, quoted, charged,
  platform_funded, delivered_attempt, error, created_at, finished_at)
  select 'run_' || lpad(n::text, 26, '0'), owner, 'live', case when owner <> ($1::text[])[1] then null
    when rare then $3 else $2 end,
    'req_' || lpad(n::text, 26, '0'), case when raw then 'endpoint' else 'capability' end,
    case when not raw then (array['web.search', 'contact.find', 'contact.verify', 'company.enrich',
      'person.enrich'])[1 + n / 3 % 5] end,
    case when not raw then null when rare then '${RARE.endpoint}' else '/bench/endpoint/' || n / ${RAW_EVERY}
      % ${ENDPOINTS} end,
    case when raw then '{"provider": "bench", "method": "GET", "endpoint": "/bench", "path": {}, "query": {}}'::jsonb end,
    status, '{"query": "a benchmark"}', '[]', '{"provider": "auto"}', sha256(n::text::bytea),
    case when rare then '${RARE.provider}' else (array['serper', 'hunter', 'findymail', 'leadmagic'])[1 + n / 7 % 4]
      end,
    'best value; written by the benchmark', 2860, case when status in ('succeeded', 'no_match') then 2860 end, true,
    case when status = 'succeeded' then 1 end,
    case when status in ('succeeded', 'no_match') then null
      else '{"code": "provider_error", "message": "Every attempt failed."}'::jsonb end,
    at, at + interval '1 second'
  from (
    select n, n % ${RAW_EVERY} = 0 as raw, n <= ${RARE_RUNS} as rare,
      timestamptz '2026-01-01' + n * interval '2 seconds' as at,
      case when n <= ${RARE_RUNS} then ($1::text[])[1] when n <= 2 * ${RARE_RUNS} then ($1::text[])[${WORKSPACES}]
        when n % 10 < ${OURS_OF_TEN} then ($1::text[])[1] else ($1::text[])[2 + n % ${WORKSPACES - 2}] end as owner,
      case when n <= ${RARE_RUNS} then '${RARE.status}' when n % 10 = 3 then 'no_match'
        when n / 11 % 10 = 4 then 'failed' else 'succeeded' end as status
    from generate_series($4::bigint, $5::bigint) n
  ) numbered`

const INSERT_ATTEMPTS = `insert into attempt (run_id, number, provider, capability, environment, token, lease_until,
  started_at, finished_at, duration_ms, outcome)
  select id, 1, provider, coalesce(capability, 'raw'), environment, gen_random_uuid(), finished_at, created_at,
    finished_at, 900,
    case when status = 'succeeded' then 'succeeded' when status = 'no_match' then 'no_match' else 'provider_error' end
  from run where id between 'run_' || lpad($1::text, 26, '0') and 'run_' || lpad($2::text, 26, '0')`

export async function loadRuns(db: Database, rows: number): Promise<LoadedRuns> {
  const workspaces: BenchWorkspace[] = []
  for (let index = 0; index < WORKSPACES; index += 1) workspaces.push(await createBenchWorkspace(db, `reads ${index}`))
  const [workspace, small] = [workspaces[0], workspaces.at(-1)]
  if (workspace === undefined || small === undefined) throw new Error('unreachable')
  // A key of the same workspace; its environment does not matter in a listing.
  const rareKeyId = workspace.keyIds.test
  for (let from = 1; from <= rows; from += BATCH) {
    const to = Math.min(rows, from + BATCH - 1)
    await db.pool.query(INSERT_RUNS, [workspaces.map(({ id }) => id), workspace.keyIds.live, rareKeyId, from, to])
    await db.pool.query(INSERT_ATTEMPTS, [from, to])
    progress(`reads: ${to} of ${rows} runs loaded`)
  }
  // The same state as after autovacuum: the planner has statistics of the tables, and their pages are marked visible.
  await db.pool.query('vacuum analyze run, attempt')
  const middle = `run_${String(Math.floor(rows / 2)).padStart(26, '0')}`
  return { workspace, small, middleId: middle, rareKeyId, rareProvider: RARE.provider, endpoint: RARE.endpoint }
}
