import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Client, Connection } from '@temporalio/client'
import { parse } from 'yaml'
import { buildWorkspace } from '../../build/workspace.ts'
import { leftovers, type ServiceProcess, urlOf } from '../../support/child-process.ts'
import { at, httpClient } from '../../support/http.ts'
import { findThrough, type LiveProviders, runActor, startLiveProviders } from '../../support/live-providers.ts'
import { callTool, connectMcp } from '../../support/mcp.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'
import { type Page, scrape, valueOf } from '../../support/prometheus.ts'
import { mistakesIn } from '../../support/promql.ts'
import { findContact, runClient } from '../../support/run-client.ts'
import { type ServiceProcesses, startServiceProcesses } from '../../support/service-processes.ts'
import { makeOverdue } from '../../support/sweep.ts'
import { testTemporal } from '../../support/temporal.ts'
import { until } from '../../support/until.ts'
import { type EmbeddingTwin, startEmbeddingTwin } from '../../twins/embeddings/twin.ts'
import { SAMPLE_MIN } from '../../../domain/routing/thresholds.ts'

/** The most series that one process may show after any requests; a Prometheus takes millions. */
const SERIES_MAX = { api: 4_000, worker: 3_000 }

let providers: LiveProviders
let embeddings: EmbeddingTwin
let database: TestDatabase
let service: ServiceProcesses
let client: Client

beforeAll(async () => {
  ;[providers, embeddings, database] = await Promise.all([startLiveProviders(), startEmbeddingTwin(), testDatabase()])
  service = await startServiceProcesses({
    databaseUrl: database.url,
    providers: providers.settings,
    temporal: testTemporal(),
    api: { DISCOVER_EMBEDDINGS_URL: embeddings.url },
    worker: '../../worker/main.ts',
  })
  client = new Client({
    connection: await Connection.connect({ address: testTemporal().address }),
    namespace: testTemporal().namespace,
  })
}, 300_000)
afterAll(async () => {
  await client.connection.close()
  await service.stop()
  await Promise.all([database.drop(), providers.close(), embeddings.close()])
  expect(leftovers()).toEqual([])
})

const metricsOf = (process: ServiceProcess): Promise<Page> =>
  scrape(String(at(process.ready, 'metrics_url')).replace('0.0.0.0', '127.0.0.1'))
const both = async (): Promise<{ api: Page; worker: Page }> => ({
  api: await metricsOf(service.api),
  worker: await metricsOf(service.worker()),
})
const test = (): ReturnType<typeof runClient> => runClient(urlOf(service.api), service.workspace.keys.test)

describe('the end of a run', () => {
  it('is counted once, by the process that ended it', async () => {
    const live = { environment: 'live', kind: 'capability' }
    expect((await service.live.run(findThrough('hunter'))).body.status).toBe('succeeded')
    expect((await test().run(findContact('+no-match'))).body.status).toBe('no_match')
    expect((await test().run(runActor())).body.status).toBe('succeeded')
    expect((await service.live.run(runActor())).body.status).toBe('succeeded')
    const { api, worker } = await both()
    expect(valueOf(worker, 'runs_ended_total', { ...live, status: 'succeeded', code: 'none' })).toBe(1)
    expect(
      valueOf(worker, 'runs_ended_total', {
        environment: 'test',
        kind: 'capability',
        status: 'no_match',
        code: 'no_match',
      }),
    ).toBe(1)
    expect(valueOf(worker, 'runs_ended_total', { environment: 'test', kind: 'raw', status: 'succeeded' })).toBe(1)
    expect(valueOf(worker, 'run_queue_latency_seconds_count', live)).toBe(1)
    expect(
      valueOf(worker, 'provider_attempts_total', { provider: 'hunter', outcome: 'succeeded', environment: 'live' }),
    ).toBe(1)
    expect(valueOf(worker, 'charged_usd_total', { provider: 'hunter', environment: 'live' })).toBeGreaterThan(0)
    expect(valueOf(worker, 'provider_cost_usd_total', { provider: 'apify', environment: 'live' })).toBeGreaterThan(0)
    expect(valueOf(api, 'runs_ended_total', live)).toBeUndefined()
    expect(valueOf(api, 'http_requests_total', { method: 'POST', route: '/v1/run', status: '200' })).toBe(3)
  })

  it('is counted from 0 when its cost to the platform cannot be read', async () => {
    const counted = async (provider: string) =>
      valueOf((await both()).worker, 'provider_cost_unreadable_total', { provider })
    expect([await counted('apify'), await counted('leadmagic')]).toEqual([0, 0])
    await providers.happen('apify', 'runs_behave', { items: 1, cost: -1 })
    expect((await service.live.run(runActor())).body).toMatchObject({
      status: 'succeeded',
      // The rate card of one item.
      billing: { charged: '0.003861' },
    })
    await providers.happen('apify', 'runs_behave', { items: 1, cost: 0.01 })
    expect([await counted('apify'), await counted('leadmagic')]).toEqual([1, 0])
  })

  it('is counted by the api where a request has cancelled it, and by the worker where a sweeper has taken it up', async () => {
    await service.worker().stop()
    const {
      body: { run_id: cancelled },
    } = await test().run(findContact('', { async: true }))
    expect((await test().cancel(cancelled)).body.status).toBe('cancelled')
    const {
      body: { run_id: swept },
    } = await test().run(findContact('', { async: true }))
    // A busy server may notice it only after the answer.
    await until(
      () =>
        client.workflow
          .getHandle(swept)
          .terminate()
          .then(
            () => true,
            () => false,
          ),
      (ended) => ended,
    )
    await makeOverdue(service.db)
    await service.startWorker('../../worker/main.ts')
    expect((await test().get(swept, 60)).body.status).toBe('succeeded')
    const { api, worker } = await both()
    const of = { environment: 'test', kind: 'capability' }
    expect(valueOf(api, 'runs_ended_total', { ...of, status: 'cancelled', code: 'cancelled' })).toBe(1)
    expect(valueOf(worker, 'runs_ended_total', { ...of, status: 'cancelled' })).toBeUndefined()
    expect([
      valueOf(worker, 'runs_ended_total', { ...of, status: 'succeeded' }),
      valueOf(worker, 'sweeps_found_total', { what: 'runs' }),
    ]).toEqual([1, 1])
  }, 200_000)
})

describe('any request', () => {
  it('makes no more series than are stated, and no label with a text from a user', async () => {
    const api = httpClient(urlOf(service.api), service.workspace.keys.test)
    const odd = Array.from(
      { length: 150 },
      (_, number) =>
        `/v${number % 3}/${['runs', 'oauth', 'mcp', 'dashboard', 'nothing'][number % 5]}/canary_${number}?canary=${number}`,
    )
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'MKCOL', 'SEARCH', 'PURGE']
    await Promise.all(
      odd.map((path, number) => api.request(path, { method: methods[number % methods.length] ?? 'GET' })),
    )
    await Promise.all(
      [
        '/openapi.json',
        '/v1/catalog/providers/canary',
        '/v1/runs/run_canary',
        '/v1/wallet',
        '/dashboard/live/runs',
        '/dashboard/canary/canary',
        '/oauth/authorize',
        '/oauth/interaction/canaryCanaryCanaryCanary',
      ].flatMap((path) => methods.map((method) => api.request(path, { method }))),
    )
    await Promise.all(
      Array.from({ length: 20 }, (_, number) => api.post('/v1/run', { capability: `canary.${number}`, input: {} })),
    )
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        api.post('/v1/run', { provider: `canary-${number}`, endpoint: '/canary', input: {} }),
      ),
    )
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        api.post('/v1/run', findContact('', { routing: { provider: `canary-${number}` } })),
      ),
    )
    await Promise.all(
      Array.from({ length: 8 }, async (_, number) => {
        const { keys } = await buildWorkspace(service.db)
        const one = httpClient(urlOf(service.api), keys.live)
        await one.post('/v1/webhooks', { url: `http://127.0.0.1:9/canary-${number}` })
        await runClient(urlOf(service.api), keys.test).run(findContact())
      }),
    )
    await api.get('/dashboard/sign-in')
    const mcp = await connectMcp(urlOf(service.api), service.workspace.keys.test)
    await callTool(mcp, 'wallet', {})
    for (let number = 0; number < 5; number += 1) await callTool(mcp, `canary_${number}`).catch(() => undefined)
    await mcp.close()

    const pages = await both()
    for (const name of ['api', 'worker'] as const) {
      const { samples } = pages[name]
      expect(samples.length).toBeLessThan(SERIES_MAX[name])
      // The operator names a task queue.
      const values = new Set(
        samples.flatMap(({ labels }) =>
          Object.entries(labels)
            .filter(([label]) => label !== 'task_queue')
            .map(([, value]) => value),
        ),
      )
      expect([...values].filter((value) => LOOKS_PERSONAL.test(value))).toEqual([])
      expect([...values].filter((value) => /canary/i.test(value))).toEqual([])
    }
    expect(
      valueOf(pages.api, 'http_requests_total', { route: '/dashboard/sign-in', method: 'GET', status: '200' }),
    ).toBe(1)
    expect(
      valueOf(pages.api, 'http_requests_total', { route: 'unmatched', method: 'other', status: '404' }),
    ).toBeGreaterThan(0)
    expect(valueOf(pages.api, 'mcp_tool_calls_total', { tool: 'other', outcome: 'refused' })).toBe(5)
  }, 200_000)
})

/** An id of any kind, an address of mail or of the web, a key. */
const LOOKS_PERSONAL = /@|:\/\/|[a-z]+_[0-9a-hjkmnp-tv-z]{20,}|[0-9a-f]{8}-[0-9a-f]{4}|svc_|[A-Za-z0-9+/_-]{32,}/

describe('every expression of an alert, a rule and the dashboard', () => {
  it('names what the processes show', async () => {
    await everything()
    const pages = Object.values(await both())
    const recorded = new Set(rules.flatMap(({ record }) => (record === undefined ? [] : [record])))
    const mistakes = [...rules.map(({ expr }) => expr), ...dashboardExpressions()].flatMap((expr) =>
      mistakesIn(expr, { pages, recorded }),
    )
    expect([...new Set(mistakes)]).toEqual([])
  }, 200_000)
})

interface Rule {
  readonly expr: string
  readonly record?: string
}

const rules: Rule[] = parse(readFileSync('ops/monitoring/alerts.yaml', 'utf8')).groups.flatMap(
  ({ rules: own }: { rules: Rule[] }) => own,
)
const dashboardExpressions = (): string[] =>
  JSON.parse(readFileSync('ops/monitoring/dashboard.json', 'utf8')).panels.flatMap(
    ({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr),
  )

/**
 * Series that exist only after an event: a slow attempt, a task that fails, a start that is refused, enough answers for
 * a hit rate, and an index of texts.
 */
async function everything(): Promise<void> {
  providers.set('findymail', 'slow', { ms: 4_000 })
  const {
    body: { run_id: slow },
  } = await service.live.run(findThrough('findymail', { async: true }))
  await until(
    async () => providers.calls('findymail').length,
    (calls) => calls > 0,
  )
  await makeOverdue(service.db)
  const taskQueue =
    (await metricsOf(service.worker())).samples.find(({ name }) => name === 'temporal_worker_start_total')?.labels[
      'task_queue'
    ] ?? ''
  const unknown = await client.workflow.start('nobodyKnowsIt', { taskQueue, workflowId: randomUUID() })
  await service.live.get(slow, 60)
  expect((await service.live.run(runActor())).body.status).toBe('succeeded')
  for (const probe of ['/healthz', '/readyz']) await httpClient(urlOf(service.api)).get(probe)
  await until(
    () => metricsOf(service.worker()),
    (page) => valueOf(page, 'temporal_workflow_task_execution_failed_total') !== undefined,
  )
  await unknown.terminate()
  for (let answer = 0; answer < SAMPLE_MIN; answer += 1) await service.live.run(findThrough('hunter'))
  const shows = ({ samples }: Page, metric: string): boolean => samples.some(({ name }) => name === metric)
  await until(both, ({ api, worker }) => shows(worker, 'provider_hit_rate') && shows(api, 'discover_embedded_texts'))
}
