import { nameWords } from '../../../domain/history/name-words.ts'
import { subjectKey } from '../../../db/runs/history/blocks.ts'
import { wordHash } from '../../../db/runs/history/index.ts'
import type { Database } from '../../../db/database.ts'
import { progress } from '../../../ops/report/markdown.ts'
import { type BenchWorkspace, createBenchWorkspace } from '../workspace.ts'

export interface LoadedHistory {
  readonly workspace: BenchWorkspace
  readonly runs: number
  readonly subjects: number
  /** Subjects of long lists. */
  readonly listed: number
}

/** A person is looked up, found again, written to and verified: four runs, and more for some people. */
const RUNS_PER_PERSON = 4
const COMPANIES = 20_000
const FIRST_NAMES = 200
const LAST_NAMES = 5_000
/** One in this many runs concerns the same large company: a domain with more matches than a request can read. */
export const BIG_DOMAIN = 'big.example'
const BIG_EVERY = 10
const BATCH = 20_000

/** One in this many runs has a long list, of this many companies: a domain and a name each. */
const LIST_EVERY = 2_000
const LIST_RECORDS = 2_000
const BLOCK = 32

/** `$1` workspace, `$2` and `$3` the numbers from and to, `$4` the number of people. */
const PEOPLE = `select n, 'run_' || lpad(n::text, 26, '0') as run_id, n % $4 as p,
    'first' || n % $4 % ${FIRST_NAMES} as first, 'last' || n % $4 / ${FIRST_NAMES} % ${LAST_NAMES} as last,
    case when n % ${BIG_EVERY} = 0 then '${BIG_DOMAIN}' else 'company' || n % $4 % ${COMPANIES} || '.example'
      end as domain,
    (array['contact.find', 'contact.find', 'social.profile', 'email.send', 'contact.verify', 'contact.find',
      'person.enrich', 'web.scrape'])[1 + n / $4 % 8] as capability,
    case when n % 9 = 3 then 'no_match' when n % 31 = 4 then 'failed' else 'succeeded' end as status,
    timestamptz '2026-01-01' + n * interval '2 seconds' as at
  from generate_series($2::bigint, $3::bigint) n`

const INSERT_RUNS = `insert into run (id, workspace_id, environment, request_id, kind, capability, status, input,
  routing, request_hash, provider, routing_reason,
    quoted, charged, platform_funded, delivered_attempt, error, subjects, created_at, finished_at)
  select run_id, $1, 'live', 'req_' || lpad(n::text, 26, '0'), 'capability', capability, status,
    jsonb_build_object('full_name', first || ' ' || last, 'domain', domain), '{"provider": "auto"}',
    sha256(n::text::bytea), 'hunter', 'best value; written by the benchmark',
    2860, case when status = 'succeeded' then 2860 end, true, case when status = 'succeeded' then 1 end,
    case when status = 'failed' then '{"code": "provider_error", "message": "Every attempt failed."}'::jsonb
      end, '[]', at, at + interval '1 second'
  from (${PEOPLE}) person`

const WORD_HASHES = ['first', 'last'].map((word) => wordHash('$1', `'live'`, word)).join(', ')

/** The rows that the end of a run would have written: the requested person, and the result. */
const INSERT_SUBJECTS = `insert into run_subject (workspace_id, environment, kind, value, run_id, place, path, exact,
  words)
  select $1, 'live', s.kind, s.value, run_id, s.place, s.path, s.exact,
    case when s.kind = 'text' then array[${WORD_HASHES}] end
  from (${PEOPLE}) person cross join lateral (values
    ('text', first || ' ' || last, 'input', '$.full_name', true, status <> 'failed'),
    ('domain', domain, 'input', '$.domain', true, true),
    ('email', 'p' || p || '@' || domain, case capability when 'email.send' then 'input' else 'result'
      end, '$.email', true, true),
    ('linkedin', 'in/p' || p, 'result', '$.linkedin_url', true, status = 'succeeded'),
    ('phone', '+1555' || lpad(p::text, 7, '0'), 'result', '$.phone', true, capability = 'person.enrich'),
    ('handle', 'x:p' || p, 'input', '$.handle', true, capability = 'social.profile'),
    ('handle', 'p' || p, 'input', '$.handle', false, capability = 'social.profile'),
    ('url', domain || '/p' || p, 'input', '$.url', true, capability = 'web.scrape')
  ) s (kind, value, place, path, exact, found)
  where s.found`

const INSERT_TOUCHES = `insert into touch (run_id, kind, value, workspace_id, environment, channel, at)
  select run_id, 'email', 'p' || p || '@' || domain, $1, 'live', 'email', at from (${PEOPLE}) person
    where capability = 'email.send' and status = 'succeeded'`

/** The blocks of a list: the companies of run `n` are numbered by the run and their place in the list. */
const INSERT_BLOCKS = `insert into run_subject_block (run_id, place, number, workspace_id, environment, keys, found,
  paths, exact, words)
  select 'run_' || lpad(n::text, 26, '0'), 'input', block, $1, 'live',
    array_agg(${subjectKey('$1', `'live'`, 'found')}),
    array_agg(found order by at), array_agg('$.companies[' || at / 2 || ']' order by at),
    array_agg(true order by at), array_agg(null::text order by at)
  from generate_series($2::bigint, $3::bigint) n
    cross join lateral (
      select at, at / ${BLOCK} as block,
        case at % 2 when 0 then 'domain listed' || n || '-' || at / 2 || '.example'
          else 'text listed ' || n || ' ' || at / 2 end as found
      from generate_series(0, ${2 * LIST_RECORDS - 1}) at
    ) s
  where n % ${LIST_EVERY} = 0 and $4::bigint > 0
  group by n, block`

/** The runs of one workspace with their index entries, written directly to the database. */
export async function loadHistory(db: Database, runs: number): Promise<LoadedHistory> {
  const workspace = await createBenchWorkspace(db, 'history')
  const people = Math.ceil(runs / RUNS_PER_PERSON)
  const client = await db.pool.connect()
  try {
    // The keys are known to be valid: checking each of them takes longer than writing.
    await client.query('set session_replication_role = replica')
    for (let from = 1; from <= runs; from += BATCH) {
      const numbers = [workspace.id, from, Math.min(runs, from + BATCH - 1), people]
      for (const statement of [INSERT_RUNS, INSERT_SUBJECTS, INSERT_TOUCHES, INSERT_BLOCKS])
        await client.query(statement, numbers)
      progress(`history: ${numbers[2]} of ${runs} runs loaded`)
    }
    await client.query('set session_replication_role = origin')
  } finally {
    client.release()
  }
  progress('history: as autovacuum would have left it')
  await db.pool.query('vacuum analyze run, run_subject, run_subject_block, touch')
  const {
    rows: [row],
  } = await db.pool.query<{ n: string }>('select count(*) as n from run_subject')
  return {
    workspace,
    runs,
    subjects: Number(row?.n ?? 0),
    listed: Math.floor(runs / LIST_EVERY) * 2 * LIST_RECORDS,
  }
}

/** A person's name as it was loaded. */
export const nameOf = (person: number): string =>
  nameWords(`first${person % FIRST_NAMES} last${Math.floor(person / FIRST_NAMES) % LAST_NAMES}`).join(' ')
/** A company of a long list; `runs` are loaded. */
export const listedOf = (time: number, runs: number): { readonly domain: string; readonly name: string } => {
  const run = LIST_EVERY * (1 + (time % Math.floor(runs / LIST_EVERY)))
  const at = (time * 37) % LIST_RECORDS
  return { domain: `listed${run}-${at}.example`, name: `listed ${run} ${at}` }
}
export const domainOf = (person: number): string => `company${person % COMPANIES}.example`
