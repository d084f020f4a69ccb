import type { Client } from '@temporalio/client'
import { at, type FigureService, startFigureService } from './figure-service.ts'
import type { Options } from './options.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'

const WATCHES = 400
const WATCHES_QUICK = 20
/** A thousand watches that are made in one minute and fall due over ten keep this many refreshes under way. */
const AT_ONCE = 20
/** Of Temporal's API. */
const EVENT_TYPE_WORKFLOW_TASK_COMPLETED = 7

/** The work of the processes for all refreshes together, and the statements of the request itself. */
const OF_NO_REFRESH = new Set([
  'find_api_key',
  'mark_api_keys_used',
  'claim_overdue_runs',
  'claim_overdue_deliveries',
  'read_overdue_clocks',
  'claim_overdue_inbound',
  'claim_overdue_refreshes',
  'read_ended_runs',
  'read_done_refreshes',
  'read_recent_health',
  'read_health_month',
  'fold_health',
  'read_platform_accounts',
])

const QUERY = { capability: 'web.search', input: { query: 'sample' }, every: '30d' }

/** Prints the cost of a refresh, and how many refreshes per minute this machine performs. */
export async function measureWatches({ quick }: Options, servers: BenchServers, stops: Stop[]): Promise<void> {
  progress('watches: starting the service')
  let statements: string[] = []
  const service = await startFigureService({
    servers,
    databaseUrl: await servers.createDatabase('watches'),
    onQuery: (name) => {
      statements.push(name)
    },
  })
  stops.push(() => service.stop())
  const [watchId] = await makeWatches(service, 1)
  const rows: string[][] = []
  for (const name of ['first: everything is new', 'second: nothing is', 'third']) {
    progress(`watches: ${name}`)
    statements = []
    const { refreshId, runId } = await refreshed(service, watchId ?? '')
    const roundTrips = statements.filter((statement) => !OF_NO_REFRESH.has(statement)).length
    const [own, run] = [
      await historyOf(service.client, `${watchId}:${refreshId}`),
      await historyOf(service.client, runId),
    ]
    rows.push([
      name,
      `${own.tasks} + ${run.tasks}`,
      `${own.events} + ${run.events}`,
      `${own.bytes} + ${run.bytes}`,
      String(roundTrips),
    ])
  }
  print(
    '## Figures per refresh of a watch: its own workflow + that of its run',
    table(['refresh', 'workflow tasks', 'events', 'bytes', 'SQL round trips, requested'], rows),
  )
  await measureThroughput(service, quick ? WATCHES_QUICK : WATCHES)
  await service.stop()
}

async function measureThroughput(service: FigureService, count: number): Promise<void> {
  progress(`watches: ${count} refreshes, ${AT_ONCE} at once`)
  const waiting = await makeWatches(service, count)
  const latencies: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let watchId = waiting.pop(); watchId !== undefined; watchId = waiting.pop()) {
        const requestedAt = performance.now()
        await refreshed(service, watchId)
        latencies.push(performance.now() - requestedAt)
      }
    }),
  )
  const minutes = (performance.now() - startedAt) / 60_000
  print(
    '## Refreshes of watches, api and worker in one process',
    table(
      ['refreshes', 'at once', 'refreshes a minute', 'p50 ms', 'p95 ms'],
      [
        [
          count,
          AT_ONCE,
          fixed(count / minutes, 0),
          fixed(quantile(latencies, 0.5), 0),
          fixed(quantile(latencies, 0.95), 0),
        ],
      ],
    ),
  )
}

async function makeWatches(service: FigureService, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1)
    ids.push(member(await service.call('test', 'POST', '/v1/watch', QUERY), 'id'))
  return ids
}

async function refreshed(service: FigureService, watchId: string): Promise<{ refreshId: string; runId: string }> {
  const answer = await service.call('test', 'POST', `/v1/watch/${watchId}/refresh?wait_seconds=60`)
  if (at(answer, 'state') !== 'done' || at(answer, 'status') !== 'succeeded')
    throw new Error(`the refresh is not done: ${JSON.stringify(answer)}`)
  return { refreshId: member(answer, 'refresh_id'), runId: member(answer, 'run_id') }
}

function member(answer: unknown, name: string): string {
  const value = at(answer, name)
  if (typeof value !== 'string') throw new Error(`the answer has no ${name}: ${JSON.stringify(answer)}`)
  return value
}

async function historyOf(
  client: Client,
  workflowId: string,
): Promise<{ tasks: number; events: number; bytes: number }> {
  const handle = client.workflow.getHandle(workflowId)
  await handle.result()
  const { events } = await handle.fetchHistory()
  const { historySize } = await handle.describe()
  return {
    tasks: (events ?? []).filter(({ eventType }) => eventType === EVENT_TYPE_WORKFLOW_TASK_COMPLETED).length,
    events: events?.length ?? 0,
    bytes: historySize ?? Number.NaN,
  }
}
