import { openDatabase } from '../../db/database.ts'
import { startApiProgram } from './api-program.ts'
import type { Options } from './options.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import { type BenchRequest, printQueryPlans, sample } from './requests.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'
import { type LoadedTables, loadTables, STATUSES } from './tables-data.ts'

const TIMES = 40
const TIMES_QUICK = 5
/** Each claim takes many rows out of a status, which has a limited number of rows. */
const CLAIMS_TIMES = 15
const EXPORT_TIMES = 3
const PAGE = 500
const POOL_MAX = 4
/** No statement may read these from end to end: they hold the rows of all workspaces. */
const LARGE = ['table_row', 'row_identity', 'run', 'run_subject', 'touch']

const person = (name: string): object => ({
  email: `${name}@written.example`,
  full_name: `Person ${name}`,
  title: 'Founder',
  score: 7,
  company: { name: 'Written', size: 3 },
})
const people = (prefix: string): object[] => Array.from({ length: PAGE }, (_, index) => person(`${prefix}.${index}`))

function requestedOf({ table: name }: LoadedTables, { quick }: Options): BenchRequest[] {
  const path = `/v1/tables/${name}`
  const times = quick ? TIMES_QUICK : TIMES
  const query = (what: string, body: object): BenchRequest => ({
    name: what,
    method: 'POST',
    path: `${path}/rows/query`,
    body: () => body,
    repetitions: times,
  })
  return [
    query('newest 50', {}),
    query('where, unindexed field', { where: { score: { gte: 98 } } }),
    query('where, nested field and text', { where: { 'company.size': { lt: 3 }, title: { contains: 'sales' } } }),
    query('where without matches', { where: { title: 'None' } }),
    query('status', { status: 'won' }),
    query('due', { due: true }),
    query('ordered by a field, 500', { order: '-score', limit: PAGE }),
    { name: 'one table, with fill rates', method: 'GET', path, repetitions: times },
    { name: 'export, 50,000 rows', method: 'GET', path: `${path}/export.csv`, repetitions: quick ? 1 : EXPORT_TIMES },
    ...writesOf(path, quick),
  ]
}

const writesOf = (path: string, quick: boolean): BenchRequest[] => [
  {
    name: 'claim 500 by status',
    method: 'PATCH',
    path: `${path}/rows`,
    repetitions: quick ? TIMES_QUICK : CLAIMS_TIMES,
    body: (time) => ({
      status: STATUSES[0],
      if_status: STATUSES[0],
      limit: PAGE,
      set: { status: `claimed ${time}` },
    }),
  },
  {
    name: 'write 500 known rows, nothing new',
    method: 'POST',
    path: `${path}/rows`,
    body: () => ({
      rows: Array.from({ length: PAGE }, (_, n) => ({ email: `person${n + 1}@company${(n + 1) % 997}.example` })),
    }),
    repetitions: quick ? 2 : CLAIMS_TIMES,
  },
  {
    name: 'write 500 known rows, all changed',
    method: 'POST',
    path: `${path}/rows`,
    body: (time) => ({
      rows: Array.from({ length: PAGE }, (_, n) => ({
        email: `person${n + 1}@company${(n + 1) % 997}.example`,
        seen: time,
      })),
    }),
    repetitions: quick ? 2 : CLAIMS_TIMES,
  },
  {
    name: 'write 500 new rows',
    method: 'POST',
    path: '/v1/tables/written/rows',
    body: (time) => ({ rows: people(`t${time}`) }),
    repetitions: quick ? 2 : CLAIMS_TIMES,
  },
]

/** Prints the time and the reads of requests about a full table; false when one reads all workspaces' rows. */
export async function measureTables(options: Options, servers: BenchServers, stops: Stop[]): Promise<boolean> {
  const databaseUrl = await servers.createDatabase('tables')
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: POOL_MAX })
  stops.push(() => db.close())
  const loaded = await loadTables(db, options.quick ? 5_000 : 49_000)
  const api = await startApiProgram('tables-api', databaseUrl, { options, servers, stops })
  const rows: string[][] = []
  for (const requested of requestedOf(loaded, options)) {
    progress(`tables: ${requested.name}`)
    const { ms, responseBytes: bytes } = await sample(api.url, loaded.workspace.keys.live, requested)
    rows.push([
      requested.name,
      fixed(quantile(ms, 0.5)),
      fixed(quantile(ms, 0.95)),
      String(ms.length),
      String(Math.round(bytes / 1024)),
    ])
  }
  print(
    `## Tables: ${loaded.rows} rows in the table, ${loaded.rowsInAll} rows of everybody`,
    table(['request', 'p50 ms', 'p95 ms', 'times', 'KB of answer'], rows),
  )
  await api.stop()
  return printQueryPlans({
    databaseUrl,
    key: loaded.workspace.keys.live,
    requests: requestedOf(loaded, options),
    large: LARGE,
    stops,
  })
}
