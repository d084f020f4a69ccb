import { openDatabase } from '../../db/database.ts'
import { startApiProgram } from './api-program.ts'
import { BIG_DOMAIN, domainOf, listedOf, loadHistory, nameOf } from './history-data.ts'
import { measureListCost } from './history-cost.ts'
import type { Options } from './options.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import { type BenchRequest, printQueryPlans, sample } from './requests.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'

const TIMES = 50
const TIMES_QUICK = 5
/** For requests that read thousands of runs. */
const TIMES_LARGE = 20
const POOL_MAX = 4
/** Spec 8. */
const BATCH = 200
/** No statement may read these from end to end: they hold the runs of all workspaces. */
const LARGE = ['run', 'run_subject', 'run_subject_block', 'touch']

/** A different person each time. */
const STRIDE = 37
const personAt = (time: number): number => 1 + (Math.abs(time * STRIDE) % 5_000)

function requestedOf({ quick, rows }: Options): BenchRequest[] {
  const get = (name: string, q: (time: number) => string, { times = TIMES, more = '' } = {}): BenchRequest => ({
    name,
    method: 'GET',
    path: (time) => `/v1/history?q=${encodeURIComponent(q(time))}${more}`,
    repetitions: quick ? TIMES_QUICK : times,
  })
  const post = (name: string, subject: (person: number) => string, times = TIMES_LARGE): BenchRequest => ({
    name,
    method: 'POST',
    path: '/v1/history',
    repetitions: quick ? TIMES_QUICK : times,
    body: (time) => ({
      subjects: Array.from({ length: BATCH }, (_, at) => subject(1 + ((personAt(time) + at) % 5_000))),
    }),
  })
  const email = (person: number): string => `p${person}@${domainOf(person)}`
  const mixed = (person: number): string =>
    [email(person), domainOf(person), `@p${person}`, `linkedin.com/in/p${person}`, nameOf(person)][person % 5] ?? ''
  return [
    get('email', (time) => email(personAt(time))),
    get('domain', (time) => domainOf(personAt(time))),
    get('linkedin', (time) => `https://www.linkedin.com/in/p${personAt(time)}`),
    get('url', (time) => `https://${domainOf(personAt(time))}/p${personAt(time)}`),
    get('handle', (time) => `x:p${personAt(time)}`),
    get('handle without its platform', (time) => `@p${personAt(time)}`),
    get('phone', (time) => `+1555${String(personAt(time)).padStart(7, '0')}`),
    get('name', (time) => nameOf(personAt(time))),
    get('a name in part', (time) => `first${personAt(time) % 200}`, { times: TIMES_LARGE }),
    get('a company of a long list', (time) => listedOf(Math.abs(time), rows).domain),
    get('the same by its name', (time) => listedOf(Math.abs(time), rows).name),
    get('never seen', (time) => `unknown${time}@nowhere.example`),
    get('a domain of one in ten runs', () => BIG_DOMAIN, { times: TIMES_LARGE }),
    get('the same, 200 items', () => BIG_DOMAIN, { times: TIMES_LARGE, more: '&limit=200' }),
    post('200 emails', email),
    post('200 domains', domainOf),
    post('200 of all kinds', mixed),
    post('200 companies of long lists', (person) => listedOf(person, rows).domain),
  ]
}

/**
 * Prints the time and the reads of requests about subjects when a workspace has many runs; false when one reads all
 * workspaces' runs.
 */
export async function measureHistory(options: Options, servers: BenchServers, stops: Stop[]): Promise<boolean> {
  const databaseUrl = await servers.createDatabase('history')
  // Loading is one statement for thousands of runs.
  const db = await openDatabase({
    url: databaseUrl,
    applicationName: 'bench',
    poolMax: POOL_MAX,
    statementMsMax: 600_000,
  })
  stops.push(() => db.close())
  const loaded = await loadHistory(db, options.rows)
  const api = await startApiProgram('history-api', databaseUrl, { options, servers, stops })
  const key = loaded.workspace.keys.live
  const rows: string[][] = []
  for (const requested of requestedOf(options)) {
    progress(`history: ${requested.name}`)
    const { ms, responseBytes: bytes } = await sample(api.url, key, requested)
    rows.push([
      `${requested.method} ${requested.name}`,
      fixed(quantile(ms, 0.5)),
      fixed(quantile(ms, 0.95)),
      String(ms.length),
      String(Math.round(bytes / 1024)),
    ])
  }
  print(
    `## History: ${loaded.runs} runs of one workspace, ${loaded.subjects} subjects, and ${loaded.listed} in long lists`,
    table(['/v1/history', 'p50 ms', 'p95 ms', 'times', 'KB of answer'], rows),
  )
  await api.stop()
  await measureListCost(databaseUrl, loaded.workspace.id)
  return printQueryPlans({ databaseUrl, key, requests: requestedOf(options), large: LARGE, stops })
}
