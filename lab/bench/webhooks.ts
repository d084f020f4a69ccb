import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { type Delivering, startDelivering } from './delivering.ts'
import type { Options } from './options.ts'
import { announced, startProgram } from '../../dev/local/program.ts'
import { type BudgetBound, fixed, withBudget, print, progress, table, withinBound } from '../../ops/report/markdown.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'
import { measureStreams } from './streams.ts'

const ENDPOINTS = 5
const EVENTS = 400
const EVENTS_QUICK = 20
const WRITERS = 4
const RETRY_AFTER_MS = 100
const POLL_MS = 50
const DELIVERED_MS_MAX = 120_000
/** EVENT_TYPE_WORKFLOW_TASK_COMPLETED of Temporal's API. */
const WORKFLOW_TASK_COMPLETED = 7

/** The work of the process for all deliveries together. */
const OF_NO_DELIVERY = new Set(['claim_overdue_deliveries', 'read_overdue_clocks'])

/**
 * Prints the cost of webhooks and their stream; false when a figure without noise misses its budget or a read uses no
 * index.
 */
export async function measureWebhooks(options: Options, servers: BenchServers, stops: Stop[]): Promise<boolean> {
  progress('webhooks: starting the receiver and the worker')
  const receiver = await startProgram({
    script: 'lab/bench/webhook-receiver.ts',
    name: 'webhook-receiver',
    env: {},
    folder: servers.folder,
    profileDir: null,
    ready: announced,
  })
  stops.push(() => receiver.stop())
  const figuresMet = await measureFigures(receiver.url, servers, stops)
  await measureThroughput(receiver.url, options, { servers, stops })
  return (await measureStreams(options, servers, stops)) && figuresMet
}

interface Figures {
  readonly workflowTasks: number
  readonly events: number
  readonly bytes: number
}

/** decisions, "Performance budget"; retries are a timer and an attempt each, and have no number there. */
const KINDS: readonly {
  readonly name: string
  readonly path: string
  readonly budget: Partial<Readonly<Record<keyof Figures, BudgetBound>>>
}[] = [
  { name: 'delivered', path: '/', budget: { workflowTasks: { atMost: 1 }, events: { atMost: 8 } } },
  { name: 'failed, all seven attempts', path: '/fail', budget: {} },
]

async function measureFigures(receiverUrl: string, servers: BenchServers, stops: Stop[]): Promise<boolean> {
  let statements: string[] = []
  const delivering = await startDelivering({
    servers,
    stops,
    databaseUrl: await servers.createDatabase('webhook_figures'),
    retryAfterMs: RETRY_AFTER_MS,
    onQuery: (name) => {
      statements.push(name)
    },
  })
  const rows: string[][] = []
  let met = true
  for (const { name, path, budget } of KINDS) {
    progress(`webhooks: ${name}`)
    const workspaceId = await delivering.endpoints([`${receiverUrl}${path}`])
    statements = []
    const [delivery] = await delivering.write(workspaceId)
    if (delivery === undefined) throw new Error('the event has no delivery')
    const figures = await historyOf(delivering.client, delivery.id)
    const roundTrips = statements.filter((statement) => !OF_NO_DELIVERY.has(statement)).length
    const shown = (figure: keyof Figures): string => {
      const bound = budget[figure]
      if (bound === undefined) return String(figures[figure])
      met &&= withinBound(figures[figure], bound)
      return withBudget(figures[figure], bound)
    }
    rows.push([name, shown('workflowTasks'), shown('events'), shown('bytes'), String(roundTrips)])
  }
  print(
    '## Figures per delivery',
    table(['delivery', 'workflow tasks', 'events', 'bytes', 'SQL round trips, with writing the event'], rows),
  )
  return met
}

async function historyOf(client: Client, deliveryId: string): Promise<Figures> {
  const handle = client.workflow.getHandle(deliveryId)
  await handle.result()
  const { events } = await handle.fetchHistory()
  const { historySize } = await handle.describe()
  return {
    workflowTasks: (events ?? []).filter(({ eventType }) => eventType === WORKFLOW_TASK_COMPLETED).length,
    events: events?.length ?? 0,
    bytes: historySize ?? Number.NaN,
  }
}

async function measureThroughput(
  receiverUrl: string,
  { quick }: Options,
  { servers, stops }: { readonly servers: BenchServers; readonly stops: Stop[] },
): Promise<void> {
  const events = quick ? EVENTS_QUICK : EVENTS
  const delivering = await startDelivering({
    servers,
    stops,
    databaseUrl: await servers.createDatabase('webhook_throughput'),
    retryAfterMs: null,
    onQuery: () => undefined,
  })
  const answering = Array.from({ length: ENDPOINTS }, (_, index) => `${receiverUrl}/${index}`)
  // Not counted: the first deliveries of a worker compile its workflows.
  await deliver(delivering, answering, EVENTS_QUICK)
  const rows: string[][] = []
  for (const [name, urls] of [
    [`${ENDPOINTS} endpoints that answer`, answering],
    [`${ENDPOINTS - 1} that answer beside one that hangs`, [...answering.slice(1), `${receiverUrl}/hang`]],
  ] as const) {
    progress(`webhooks: ${name}`)
    const { deliveries, seconds } = await deliver(delivering, urls, events)
    rows.push([
      name,
      String(events),
      String(deliveries),
      fixed(deliveries / seconds, 0),
      fixed(deliveries / seconds / urls.filter((url) => !url.endsWith('/hang')).length, 0),
    ])
  }
  print(
    '## Deliveries to a local receiver: one process writes the events and sends them',
    table(['endpoints', 'events', 'deliveries', 'deliveries a second', 'a second at each endpoint that answers'], rows),
  )
}

/** Writes events and waits until every answering endpoint has all of them. */
async function deliver(
  delivering: Delivering,
  urls: readonly string[],
  events: number,
): Promise<{ deliveries: number; seconds: number }> {
  const workspaceId = await delivering.endpoints(urls)
  const deliveries = events * urls.filter((url) => !url.endsWith('/hang')).length
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let one = writer; one < events; one += WRITERS) await delivering.write(workspaceId)
    }),
  )
  for (;;) {
    const {
      rows: [counted],
    } = await delivering.db.pool.query<{ delivered: number }>(
      `select count(*)::integer as delivered from webhook_delivery where workspace_id = $1 and status = 'delivered'`,
      [workspaceId],
    )
    const elapsedMs = performance.now() - startedAt
    if (counted?.delivered === deliveries) return { deliveries, seconds: elapsedMs / 1_000 }
    if (elapsedMs > DELIVERED_MS_MAX)
      throw new Error(
        `${counted?.delivered} of ${deliveries} deliveries were made in ${Math.round(elapsedMs / 1_000)} s`,
      )
    await sleep(POLL_MS)
  }
}
