import { type Database, openDatabase } from '../../db/database.ts'
import { startApiProgram } from './api-program.ts'
import { type LoadedEvents, loadEvents, RARE_TYPE, writeOne } from './events-data.ts'
import type { Options } from './options.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import { type BenchRequest, printQueryPlans, sample } from './requests.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'
import { createBenchWorkspace } from './workspace.ts'

const WRITERS = 16
const WRITES = 4_000
const WRITES_QUICK = 200
const TIMES = 50
const TIMES_QUICK = 5
const PAGE = 500
/** No statement may read it from end to end: it holds the events of all workspaces. */
const LARGE = ['event']

/** Prints how fast events are written and read; false when a read goes through all workspaces' events. */
export async function measureStreams(options: Options, servers: BenchServers, stops: Stop[]): Promise<boolean> {
  const databaseUrl = await servers.createDatabase('streams')
  // Loading is one statement for thousands of events.
  const db = await openDatabase({
    url: databaseUrl,
    applicationName: 'bench',
    poolMax: WRITERS,
    statementMsMax: 600_000,
  })
  stops.push(() => db.close())
  await measureWrites(db, options)
  const loaded = await loadEvents(db, options.rows)
  const api = await startApiProgram('streams-api', databaseUrl, { options, servers, stops })
  const key = loaded.workspace.keys.live
  const rows: string[][] = []
  for (const requested of requestedOf(loaded, options)) {
    progress(`webhooks: ${requested.name}`)
    const { ms, responseBytes: bytes } = await sample(api.url, key, requested)
    rows.push([
      requested.name,
      fixed(quantile(ms, 0.5)),
      fixed(quantile(ms, 0.95)),
      String(ms.length),
      String(Math.round(bytes / 1024)),
    ])
  }
  print(
    `## Event stream: ${options.rows} events of one workspace, ${loaded.inAll} of everybody`,
    table(['GET /v1/events, 500 each', 'p50 ms', 'p95 ms', 'times', 'KB of answer'], rows),
  )
  await api.stop()
  return printQueryPlans({ databaseUrl, key, requests: requestedOf(loaded, options), large: LARGE, stops })
}

function requestedOf({ middle, lateId }: LoadedEvents, { quick }: Options): BenchRequest[] {
  const get = (name: string, query: string): BenchRequest => ({
    name,
    method: 'GET',
    path: `/v1/events?limit=${PAGE}${query}`,
    repetitions: quick ? TIMES_QUICK : TIMES,
  })
  return [
    get('from the oldest', ''),
    get('after one in the middle', `&after=${middle.id}`),
    get('the newest', `&after=${lateId}`),
    get('a common type, after one in the middle', `&after=${middle.id}&types=email.received`),
    get('three types', '&types=email.delivered,linkedin.message_received,account.disconnected'),
    get('a rare type', `&types=${RARE_TYPE}`),
    get('a type that never came', '&types=gmail.received'),
    get('since the middle of the month', `&since=${middle.at}`),
    get('a common type since then', `&since=${middle.at}&types=email.received`),
    get('a rare type since then', `&since=${middle.at}&types=${RARE_TYPE}`),
  ]
}

/** The streams of this many workspaces are written in turn. */
async function measureWrites(db: Database, { quick }: Options): Promise<void> {
  const count = quick ? WRITES_QUICK : WRITES
  const owners: string[] = []
  for (let index = 0; index < WRITERS; index += 1) owners.push((await createBenchWorkspace(db, `written ${index}`)).id)
  const rows: string[][] = []
  for (const streams of [1, WRITERS]) {
    progress(`webhooks: events written, streams: ${streams}`)
    const ms: number[] = []
    const startedAt = performance.now()
    await Promise.all(
      owners.map(async (_, writer) => {
        const workspaceId = owners[writer % streams] ?? ''
        for (let one = writer; one < count; one += WRITERS) {
          const writeStartedAt = performance.now()
          await writeOne(db, { workspaceId, environment: 'live' })
          ms.push(performance.now() - writeStartedAt)
        }
      }),
    )
    const seconds = (performance.now() - startedAt) / 1_000
    rows.push([String(streams), fixed(count / seconds, 0), fixed(quantile(ms, 0.5)), fixed(quantile(ms, 0.95))])
  }
  print(
    `## Events written, each in a separate transaction, ${WRITERS} writers`,
    table(['streams', 'events a second', 'p50 ms', 'p95 ms'], rows),
  )
}
