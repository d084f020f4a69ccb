import pg from 'pg'
import { type Database, openDatabase } from '../../db/database.ts'
import { listRuns, type RunFilter } from '../../db/runs/list.ts'
import { searchOf } from '../../domain/runs/search.ts'
import { startApiProgram } from './api-program.ts'
import type { Options } from './options.ts'
import { loadRuns, type LoadedRuns } from './reads-data.ts'
import { openReads, type Reads } from './reads-load.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import type { Stop } from '../../dev/local/service.ts'
import { type BenchServers } from './servers.ts'
import type { BenchWorkspace } from './workspace.ts'

interface Listing {
  readonly name: string
  readonly query: string
  readonly filter: Partial<RunFilter>
  readonly of: BenchWorkspace
}

const SAMPLES = 100
const SAMPLES_QUICK = 20
const WARM_UP = 10
const POOL_MAX = 4
/** The rows that the route reads: its default page and one more, which shows whether there is another page. */
const LIMIT = 51

/** Far down: a hundred pages of the largest size. */
const PAGES_DOWN = 100

function listingsOf(loaded: LoadedRuns, farDown: string): Listing[] {
  const of = (name: string, filter: Partial<RunFilter>, workspace = loaded.workspace): Listing => ({
    name,
    filter,
    query: queryOf(filter),
    of: workspace,
  })
  return [
    of('newest', {}),
    of('newest, small workspace', {}, loaded.small),
    { ...of('a page far down', { before: loaded.middleId }), query: `cursor=${farDown}` },
    of('status, common', { status: 'succeeded' }),
    of('status, rare', { status: 'blocked' }),
    of('capability', { capability: 'contact.find' }),
    of('provider', { provider: 'hunter' }),
    of('provider, rare', { provider: loaded.rareProvider }),
    of('endpoint, rare', { endpoint: loaded.endpoint }),
    of('api key, rare', { apiKeyId: loaded.rareKeyId }),
    of('status, capability and provider', { status: 'failed', capability: 'web.search', provider: 'serper' }),
    of('rare status and capability', { status: 'blocked', capability: 'web.search' }),
    of('a text that no run has', { search: searchOf('nothing like this') }),
  ]
}

/** Filters with a different name in the query. */
const PARAMETERS: Readonly<Record<string, string>> = { apiKeyId: 'api_key_id' }

function queryOf(members: Partial<RunFilter>): string {
  const query = new URLSearchParams()
  const { search, ...others } = members
  for (const [name, value] of Object.entries(others)) query.set(PARAMETERS[name] ?? name, String(value))
  if (search?.kind === 'text') query.set('q', search.text)
  return query.toString()
}

/** Prints the time and the reads of each listing on a large table; false when one reads the table without an index. */
export async function measureReads(options: Options, servers: BenchServers, stops: Stop[]): Promise<boolean> {
  const databaseUrl = await servers.createDatabase('reads')
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: POOL_MAX })
  stops.push(() => db.close())
  const loaded = await loadRuns(db, options.rows)
  const api = await startApiProgram('reads-api', databaseUrl, { options, servers, stops })
  const reads = openReads(api.url)
  stops.push(() => reads.close())

  let indexed = true
  const rows: string[][] = []
  const farDown = await reads.cursorAfter(PAGES_DOWN, loaded.workspace.keys.live)
  for (const listing of listingsOf(loaded, farDown)) {
    progress(`reads: ${listing.name}`)
    const ms = await sample(reads, listing, options.quick ? SAMPLES_QUICK : SAMPLES)
    const plans = await explain({ db, databaseUrl, listing })
    indexed &&= plans.every(({ sequential }) => !sequential)
    rows.push([listing.name, fixed(quantile(ms, 0.5)), fixed(quantile(ms, 0.95)), ...plans.map(shown)])
  }
  print(
    `## Listings of runs: ${options.rows} runs in all, ${Math.round(options.rows * 0.4)} of this workspace`,
    table(['GET /v1/runs', 'p50 ms', 'p95 ms', 'plan for these values', 'plan for any values'], rows),
    'A plan says how the table `run` is read, how many of its rows were read and thrown away, and how many pages the whole statement touched. ' +
      'PostgreSQL takes the plan for any values once a prepared statement has run five times and that plan looks no dearer.',
  )
  await api.stop()
  return indexed
}

async function sample(reads: Reads, listing: Listing, count: number): Promise<number[]> {
  for (let warm = 0; warm < WARM_UP; warm += 1) await reads.get(listing.query, listing.of.keys.live)
  const samples: number[] = []
  for (let one = 0; one < count; one += 1) samples.push(await reads.get(listing.query, listing.of.keys.live))
  return samples
}

interface PlanSummary {
  readonly index: string
  readonly sequential: boolean
  readonly thrownAway: number
  readonly pages: number
}

/** Rows read in vain beyond a hundred pages' worth: such a plan grows with the table, with or without an index. */
const THROWN_AWAY_SHOWN = 100 * LIMIT

function shown({ index, sequential, thrownAway, pages }: PlanSummary): string {
  const vain = `${thrownAway} thrown away`
  return `${sequential ? '**SEQUENTIAL SCAN**' : index}, ${thrownAway > THROWN_AWAY_SHOWN ? `**${vain}**` : vain}, ${pages} pages`
}

/** Explains the exact statement of the route, as planned for its values and as planned for any values. */
async function explain({
  db,
  databaseUrl,
  listing,
}: {
  db: Database
  databaseUrl: string
  listing: Listing
}): Promise<PlanSummary[]> {
  const sent = await statementOf(db, listing)
  return withPostgresClient(databaseUrl, async (client) => {
    await client.query(`prepare listing as ${sent.text}`)
    const values = sent.values.map((value) =>
      typeof value === 'number' ? String(value) : pg.escapeLiteral(Array.isArray(value) ? '{}' : String(value)),
    )
    const plans: PlanSummary[] = []
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`)
      const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
        `explain (analyze, buffers, format json) execute listing (${values.join(', ')})`,
      )
      plans.push(summary(rows[0]?.['QUERY PLAN']))
    }
    return plans
  })
}

/** A database that records the statement instead of sending it. */
async function statementOf(
  db: Database,
  { filter, of }: Listing,
): Promise<{ text: string; values: readonly unknown[] }> {
  const noted: { text: string; values: readonly unknown[] }[] = []
  const noting: Database = {
    ...db,
    query: async (statement, values) => {
      noted.push({ text: statement.text, values: statement.bind(values) })
      return []
    },
  }
  const narrow = { status: null, capability: null, provider: null, endpoint: null, apiKeyId: null }
  const all = { ...narrow, search: null, metadata: null, first: null, end: null, before: null }
  await listRuns(noting, { ...all, ...filter, workspaceId: of.id, environment: 'live', limit: LIMIT })
  // A search reads the runs about its subject first.
  const sent = noted.at(-1)
  if (sent === undefined) throw new Error('the listing sent no statement')
  return sent
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  /** An average of the loops; each parallel worker makes one loop. */
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Loops'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

function summary(explained: unknown): PlanSummary {
  const [{ Plan: root }] = explained as [{ Plan: PlanNode }]
  const nodes = withChildren(root)
  const onRun = nodes.filter(
    (node) => node['Relation Name'] === 'run' || node['Index Name']?.startsWith('run_') === true,
  )
  return {
    index: onRun.flatMap((node) => node['Index Name'] ?? []).join(' + '),
    sequential: onRun.some((node) => node['Node Type'].includes('Seq Scan')),
    thrownAway: onRun.reduce(
      (sum, node) => sum + (node['Rows Removed by Filter'] ?? 0) * (node['Actual Loops'] ?? 1),
      0,
    ),
    pages: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
  }
}

const withChildren = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(withChildren)]
