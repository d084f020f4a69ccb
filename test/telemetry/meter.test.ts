import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { METRICS } from '../../telemetry/catalog.ts'
import { VALUE_SETS } from '../../telemetry/labels.ts'
import { createMetering } from '../../telemetry/metering.ts'
import { createMeter, type Meter } from '../../telemetry/meter.ts'
import { startPrivateServer } from '../../telemetry/private-server.ts'
import { readPage, type Page, valueOf } from '../support/prometheus.ts'

const bare = { processMetrics: false } as const
const page = async (meter: Meter): Promise<Page> => readPage(await meter.registry.metrics())

describe('a metric', () => {
  it('has a name with its unit, as Prometheus requires it', () => {
    const wrong = Object.entries(METRICS).filter(
      ([name, { type }]) =>
        (type === 'counter') !== name.endsWith('_total') ||
        (type === 'histogram' && !name.endsWith('_seconds')) ||
        /_ms|_milli/.test(name),
    )
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  it('accepts no label value outside of its set, nor more than its set may learn', async () => {
    const meter = createMeter(bare)
    meter.learn(
      'route',
      Array.from({ length: 1_000 }, (_, number) => `/v1/${number}`),
    )
    for (let number = 0; number < 1_000; number += 1) {
      meter.add('http_requests_total', {
        method: number % 2 === 0 ? 'GET' : `M${number}`,
        route: `/v1/${number}`,
        status: String(number),
      })
      meter.add('provider_attempts_total', { environment: 'live', provider: `p${number}`, outcome: 'succeeded' })
    }
    const { samples } = await page(meter)
    const values = (label: string, of: string): Set<string | undefined> =>
      new Set(samples.filter(({ name }) => name === of).map(({ labels }) => labels[label]))
    expect(values('method', 'http_requests_total')).toEqual(new Set(['GET', 'other']))
    expect(values('route', 'http_requests_total').size).toBe(VALUE_SETS.route.learnedMax + 1)
    expect(
      [...values('status', 'http_requests_total')]
        .filter((status) => status !== 'other')
        .every((status) => VALUE_SETS.http_status.values.includes(status ?? '')),
    ).toBe(true)
    expect(values('provider', 'provider_attempts_total')).toEqual(new Set(['other']))
  })

  it('counts from 0 where an alert waits for the first', async () => {
    const shown = await page(createMeter(bare))
    expect(valueOf(shown, 'topups_ended_total', { status: 'amount_differs', environment: 'live' })).toBe(0)
    expect(valueOf(shown, 'stripe_events_total', { outcome: 'refused' })).toBe(0)
  })

  it('counts from 0 where an alert waits for the first of a provider, once providers are known', async () => {
    const meter = createMeter(bare)
    meter.learn('provider', ['hunter', 'apify'])
    meter.add('provider_cost_unreadable_total', { provider: 'apify' })
    meter.learn('provider', ['apify', 'tavily'])
    const shown = await page(meter)
    expect(
      ['hunter', 'apify', 'tavily'].map((provider) => valueOf(shown, 'provider_cost_unreadable_total', { provider })),
    ).toEqual([0, 1, 0])
  })

  it('never fails its caller: an invalid number, or one that would decrease a counter, is left out', async () => {
    const meter = createMeter(bare)
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1])
      meter.add('charged_usd_total', { environment: 'live', provider: 'none' }, value)
    for (const value of [Number.NaN, Number.NEGATIVE_INFINITY])
      meter.observe('run_duration_seconds', { environment: 'live', kind: 'raw' }, value)
    const shown = await page(meter)
    expect(valueOf(shown, 'charged_usd_total', { environment: 'live' })).toBeUndefined()
    expect(valueOf(shown, 'run_duration_seconds_count', { environment: 'live' })).toBeUndefined()
  })

  it('is absent while it is unknown, not 0', async () => {
    const meter = createMeter(bare)
    const known = async (): Promise<(number | undefined)[]> => {
      const shown = await page(meter)
      return [valueOf(shown, 'runs_overdue'), valueOf(shown, 'ledger_drifts', { promise: 'held' })]
    }
    expect(await known()).toEqual([undefined, undefined])
    meter.set('runs_overdue', {}, 0)
    meter.set('ledger_drifts', { promise: 'held' }, 2)
    expect(await known()).toEqual([0, 2])
    meter.forget('runs_overdue')
    meter.forget('ledger_drifts')
    expect(await known()).toEqual([undefined, undefined])
  })
})

describe('the page of a process', () => {
  it('has the build, counts lines of the log, and is served next to the health checks', async () => {
    const metering = createMetering({ process: 'worker' })
    const log = pino({ hooks: metering.logHooks }, { write: () => undefined })
    log.warn('one')
    log.error('two')
    log.debug('not written')
    let healthy = true
    const server = await startPrivateServer({
      port: 0,
      host: '127.0.0.1',
      metrics: metering.page,
      healthy: () => healthy,
    })
    const base = `http://127.0.0.1:${server.port}`
    const answer = await fetch(server.url)
    const shown = readPage(await answer.text())
    expect(answer.headers.get('content-type')).toContain('version=0.0.4')
    expect(valueOf(shown, 'service_build_info', { process: 'worker', node: process.versions.node })).toBe(1)
    expect(['info', 'warn', 'error', 'debug'].map((level) => valueOf(shown, 'log_lines_total', { level }))).toEqual([
      0, 1, 1, 0,
    ])
    expect(valueOf(shown, 'process_cpu_seconds_total')).toBeGreaterThan(0)
    const statuses = async (): Promise<number[]> =>
      Promise.all(['/healthz', '/', '/metrics?x'].map(async (path) => (await fetch(`${base}${path}`)).status))
    expect(await statuses()).toEqual([200, 404, 404])
    healthy = false
    expect(await statuses()).toEqual([503, 404, 404])
    await server.close()
  })

  it('lacks the part that cannot be read, counts that, and shows the rest', async () => {
    const metering = createMetering({ process: 'api', processMetrics: false })
    metering.watchPool({ totalCount: 5, idleCount: 2, waitingCount: 1, options: { max: 9 } })
    metering.join(() => Promise.resolve('joined_metric 1\n'))
    metering.join(() => Promise.reject(new Error('away')))
    const shown = readPage(await metering.page())
    expect(valueOf(shown, 'joined_metric')).toBe(1)
    expect(valueOf(shown, 'metrics_sources_failed_total', { source: 'temporal' })).toBe(1)
    expect(['busy', 'idle'].map((state) => valueOf(shown, 'database_pool_connections', { state }))).toEqual([3, 2])
    expect([valueOf(shown, 'database_pool_waiting'), valueOf(shown, 'database_pool_connections_max')]).toEqual([1, 9])
  })
})
