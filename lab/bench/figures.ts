import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { at, type FigureService, startFigureService } from './figure-service.ts'
import { type BudgetBound, withBudget, print, progress, table, withinBound } from '../../ops/report/markdown.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import { serveRuns } from './bare/small-server.ts'
import type { Bench } from './measure.ts'

/** The cost of one run or delivery; these figures have no noise, so a miss is a defect and not a slow machine. */
interface Figures {
  readonly workflowTasks: number
  readonly events: number
  readonly bytes: number
  readonly roundTrips: number
}

interface Walk {
  readonly name: string
  /** From decisions, "Performance budget"; a figure without a number there has no bound. */
  readonly budget: Partial<Readonly<Record<keyof Figures, BudgetBound>>>
  /** Takes a run or a delivery to its end and returns its id. */
  readonly go: (service: FigureService) => Promise<string>
}

const person = (name: string): object => ({
  capability: 'contact.find',
  input: { full_name: name, domain: 'example.com' },
  wait_seconds: 60,
})

const WALKS: readonly Walk[] = [
  {
    name: 'quick lane, delivered',
    budget: {
      workflowTasks: { atMost: 1 },
      events: { atMost: 7 },
      bytes: { atMost: 4_096 },
      roundTrips: { atMost: 5 },
    },
    go: (service) => service.run('test', person('Ada Example')),
  },
  {
    // One event more than without it.
    name: 'quick lane, one fallback',
    budget: {
      workflowTasks: { atMost: 1 },
      events: { atMost: 8 },
      bytes: { atMost: 4_096 },
      roundTrips: { atMost: 7 },
    },
    go: (service) => service.run('test', person('Ada Example +fallback')),
  },
  {
    name: 'slow lane, delivered',
    budget: { workflowTasks: { atMost: 2 }, events: { atMost: 15 } },
    go: (service) => service.run('test', person('Ada Example +slow-3')),
  },
  {
    name: 'raw endpoint, quick lane',
    budget: {
      workflowTasks: { atMost: 1 },
      events: { atMost: 7 },
      bytes: { atMost: 4_096 },
      roundTrips: { atMost: 5 },
    },
    go: (service) =>
      service.run('test', {
        provider: 'hunter',
        endpoint: '/email-finder',
        input: { full_name: 'Ada Example', domain: 'example.com' },
      }),
  },
  {
    name: 'actor with final bill',
    budget: { workflowTasks: { atMost: 3 }, events: { atMost: 22 } },
    go: (service) =>
      service.run('test', {
        provider: 'apify',
        endpoint: '/v2/actors/{actorId}/runs',
        path: { actorId: 'apify~instagram-scraper' },
        input: { search: 'shoes +final-bill-up' },
      }),
  },
  {
    name: 'delivered webhook, with writing its event',
    budget: { workflowTasks: { atMost: 1 }, events: { atMost: 8 } },
    go: (service) => service.deliver(),
  },
  {
    // Last: its activity may request its turn once more before it notices the end.
    name: 'slow lane, cancelled while queued',
    budget: { workflowTasks: { atMost: 2 }, events: { atMost: 15 } },
    go: cancelled,
  },
]

/** Not part of the run: authentication, and the work that the processes do for all runs together. */
const OF_NO_RUN = new Set([
  'find_api_key',
  'mark_api_keys_used',
  'claim_overdue_runs',
  'read_ended_runs',
  'read_unreported_streams',
  'read_recent_health',
  'read_health_month',
  'fold_health',
  'read_platform_accounts',
  'claim_overdue_deliveries',
  'read_endpoints_to_disable',
  'claim_overdue_inbound',
  'claim_overdue_refreshes',
])
const POLL_MS = 20
const QUEUED_POLLS_MAX = 500
/** EVENT_TYPE_WORKFLOW_TASK_COMPLETED of Temporal's API. */
const WORKFLOW_TASK_COMPLETED = 7

/** Prints the figures of each kind of run, and of a delivery, with their budget; false when one misses it. */
export async function measureFigures({ servers, stops }: Bench): Promise<boolean> {
  progress('figures: starting the service')
  let statements: string[] = []
  const receiver = await serveRuns(async () => '{}')
  stops.push(() => receiver.stop())
  const service = await startFigureService({
    servers,
    databaseUrl: await servers.createDatabase('figures'),
    receiverUrl: receiver.url,
    onQuery: (name) => {
      statements.push(name)
    },
  })
  stops.push(() => service.stop())

  const rows: string[][] = []
  let met = true
  for (const { name, budget, go } of WALKS) {
    progress(`figures: ${name}`)
    statements = []
    const id = await go(service)
    const sent = statements.filter((statement) => !OF_NO_RUN.has(statement))
    const figures: Figures = { ...(await historyOf(service.client, id)), roundTrips: sent.length }
    progress(`figures: its statements: ${sent.join(', ')}`)
    const shown = (figure: keyof Figures): string => {
      const bound = budget[figure]
      if (bound === undefined) return String(figures[figure])
      met &&= withinBound(figures[figure], bound)
      return withBudget(figures[figure], bound)
    }
    rows.push([name, shown('workflowTasks'), shown('events'), shown('bytes'), shown('roundTrips')])
  }
  print('## Figures per run', table(['run', 'workflow tasks', 'events', 'bytes', 'SQL round trips'], rows))
  return met
}

/** The cost to Temporal, after the workflow of this id has ended. */
async function historyOf(client: Client, id: string): Promise<Omit<Figures, 'roundTrips'>> {
  const handle = client.workflow.getHandle(id)
  await handle.result()
  const { events } = await handle.fetchHistory()
  const { historySize } = await handle.describe()
  return {
    workflowTasks: (events ?? []).filter(({ eventType }) => eventType === WORKFLOW_TASK_COMPLETED).length,
    events: events?.length ?? 0,
    bytes: historySize ?? Number.NaN,
  }
}

/**
 * A run that waits for its turn at a full provider, and is cancelled there. A separate connection queries the database,
 * so that the check costs the run no round trips.
 */
async function cancelled(service: FigureService): Promise<string> {
  return withPostgresClient(service.databaseUrl, async (client) => {
    await client.query(`update provider_account set tokens = -1e6, refilled_at = clock_timestamp(),
      leases = (select jsonb_object_agg('taken:' || n, 9e15) from generate_series(1, 1000) n)
      where provider = 'findymail'`)
    const runId = await service.run('live', {
      ...person('Ada Example'),
      routing: { provider: 'findymail' },
      async: true,
    })
    for (let poll = 0; ; poll += 1) {
      const { rows } = await client.query<{ status: string }>('select status from run where id = $1', [runId])
      if (rows[0]?.status === 'queued') break
      if (poll === QUEUED_POLLS_MAX) throw new Error(`the run that should wait for its turn is ${rows[0]?.status}`)
      await sleep(POLL_MS)
    }
    const answer = await service.call('live', 'POST', `/v1/runs/${runId}/cancel`)
    if (at(answer, 'status') !== 'cancelled') throw new Error(`the run was not cancelled: ${JSON.stringify(answer)}`)
    return runId
  })
}
