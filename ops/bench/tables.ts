import { openDatabase } from '../../db/database.ts'
import { newEncryptionKeys } from '../local/encryption-keys.ts'
import type { Options } from './options.ts'
import { type PlanUse, plansOf } from './plans.ts'
import { announced, startProgram } from './program.ts'
import { fixed, percentile, print, progress, table } from './report.ts'
import { type Servers, type Stop, withClient } from './servers.ts'
import { type LoadedTables, loadTables, STATUSES } from './tables-data.ts'
import { startWatchedApi } from './watched-api.ts'

interface Asked {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  /** A body of its own for each time it is asked. */
  readonly body?: (time: number) => object
  readonly times: number
}

const TIMES = 40
const TIMES_QUICK = 5
const WARM_UP = 3
/** Each takes many rows out of a status, of which there are so many. */
const CLAIMS_TIMES = 15
const EXPORT_TIMES = 3
const PAGE = 500
const POOL_MAX = 4
/** Nothing may read these from end to end: they hold the rows of everybody. */
const LARGE = ['table_row', 'row_identity', 'run', 'run_subject', 'touch']

const person = (name: string): object => ({ email: `${name}@written.example`, full_name: `Person ${name}`, title: 'Founder', score: 7, company: { name: 'Written', size: 3 } })
const people = (prefix: string): object[] => Array.from({ length: PAGE }, (_, index) => person(`${prefix}.${index}`))

function askedOf({ table: name }: LoadedTables, { quick }: Options): Asked[] {
  const path = `/v1/tables/${name}`
  const times = quick ? TIMES_QUICK : TIMES
  const query = (what: string, body: object): Asked => ({ name: what, method: 'POST', path: `${path}/rows/query`, body: () => body, times })
  return [
    query('newest 50', {}),
    query('where, unindexed field', { where: { score: { gte: 98 } } }),
    query('where, nested field and text', { where: { 'company.size': { lt: 3 }, title: { contains: 'sales' } } }),
    query('where that matches nobody', { where: { title: 'Nobody' } }),
    query('status', { status: 'won' }),
    query('due', { due: true }),
    query('ordered by a field, 500', { order: '-score', limit: PAGE }),
    { name: 'one table, with fill rates', method: 'GET', path, times },
    { name: 'export, 50,000 rows', method: 'GET', path: `${path}/export.csv`, times: quick ? 1 : EXPORT_TIMES },
    {
      name: 'claim 500 by status', method: 'PATCH', path: `${path}/rows`, times: quick ? TIMES_QUICK : CLAIMS_TIMES,
      body: (time) => ({ status: STATUSES[0], if_status: STATUSES[0], limit: PAGE, set: { status: `claimed ${time}` } }),
    },
    { name: 'write 500 known rows, nothing new', method: 'POST', path: `${path}/rows`, body: () => ({ rows: Array.from({ length: PAGE }, (_, n) => ({ email: `person${n + 1}@company${(n + 1) % 997}.example` })) }), times: quick ? 2 : CLAIMS_TIMES },
    { name: 'write 500 known rows, all changed', method: 'POST', path: `${path}/rows`, body: (time) => ({ rows: Array.from({ length: PAGE }, (_, n) => ({ email: `person${n + 1}@company${(n + 1) % 997}.example`, seen: time })) }), times: quick ? 2 : CLAIMS_TIMES },
    { name: 'write 500 new rows', method: 'POST', path: '/v1/tables/written/rows', body: (time) => ({ rows: people(`t${time}`) }), times: quick ? 2 : CLAIMS_TIMES },
  ]
}

/** Prints what requests about a full table take and read; false when one reads everybody's rows. */
export async function measureTables(options: Options, servers: Servers, stops: Stop[]): Promise<boolean> {
  const databaseUrl = await servers.createDatabase('tables')
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: POOL_MAX })
  stops.push(() => db.close())
  const loaded = await loadTables(db, options.quick ? 5_000 : 49_000)
  const api = await startProgram({
    script: 'api/main.ts', name: 'tables-api', folder: servers.folder, profileDir: options.profileDir, ready: announced,
    env: {
      DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: servers.temporal.address, ENCRYPTION_KEYS: newEncryptionKeys(),
      PORT: '0', METRICS_PORT: '0', HOST: '127.0.0.1', DEPLOYMENT: 'production',
    },
  })
  stops.push(() => api.stop())
  const rows: string[][] = []
  for (const asked of askedOf(loaded, options)) {
    progress(`tables: ${asked.name}`)
    const { ms, bytes } = await sample(api.url, loaded.workspace.keys.live, asked)
    rows.push([asked.name, fixed(percentile(ms, 0.5)), fixed(percentile(ms, 0.95)), String(ms.length), String(Math.round(bytes / 1024))])
  }
  print(
    `## Tables: ${loaded.rows} rows in the table, ${loaded.rowsInAll} rows of everybody`,
    table(['request', 'p50 ms', 'p95 ms', 'times', 'KB of answer'], rows),
  )
  await api.stop()
  return printPlans({ databaseUrl, loaded, options, stops })
}

async function sample(url: string, key: string, asked: Asked): Promise<{ ms: number[]; bytes: number }> {
  const ms: number[] = []
  let bytes = 0
  const warmUp = asked.times > WARM_UP ? WARM_UP : 0
  for (let time = -warmUp; time < asked.times; time += 1) {
    const startedAt = performance.now()
    bytes = await ask(url, key, asked, time)
    if (time >= 0) ms.push(performance.now() - startedAt)
  }
  return { ms, bytes }
}

async function ask(url: string, key: string, { method, path, body }: Asked, time: number): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, ...(body === undefined ? {} : { body: JSON.stringify(body(time)) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`)
  return text.length
}

interface PlansToPrint {
  readonly databaseUrl: string
  readonly loaded: LoadedTables
  readonly options: Options
  readonly stops: Stop[]
}

/** Asks once more through an api whose statements are watched, and has PostgreSQL explain each of them. */
async function printPlans({ databaseUrl, loaded, options, stops }: PlansToPrint): Promise<boolean> {
  const watched = await startWatchedApi(databaseUrl)
  stops.push(() => watched.stop())
  const key = loaded.workspace.keys.live
  const found: (PlanUse & { readonly asked: string })[] = []
  await withClient(databaseUrl, async (client) => {
    for (const [index, asked] of askedOf(loaded, options).entries()) {
      watched.take()
      await ask(watched.url, key, asked, 1_000 + index)
      // Pages of an export are one statement many times.
      const sent = new Map(watched.take().filter(({ statement: { text } }) => LARGE.some((name) => text.includes(name))).map((one) => [one.statement.name, one]))
      for (const one of sent.values()) for (const plan of await plansOf(client, one, LARGE)) found.push({ ...plan, asked: asked.name })
    }
  })
  const rows = found.map(({ asked, statement, indexes, scanned }) =>
    [asked, statement, scanned.length > 0 ? `**SEQUENTIAL SCAN of ${scanned.join(', ')}**` : indexes.join(' + ')])
  print('### How their statements read, planned for their values and for any', table(['request', 'statement', 'indexes'], [...new Map(rows.map((row) => [row.join('|'), row])).values()]))
  await watched.stop()
  return found.every(({ scanned }) => scanned.length === 0)
}
