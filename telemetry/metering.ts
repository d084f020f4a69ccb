import type { LoggerOptions } from 'pino'
import type { MetricEvent } from '../domain/metrics/events.ts'
import { countMetricEvents } from './count-metric-events.ts'
import { countLines } from './count-lines.ts'
import { NONE } from './labels.ts'
import { createMeter, type Meter } from './meter.ts'
import { ownVersion } from './own-version.ts'
import type { MetricsPart } from './private-server.ts'

/** The part of pg's pool that is shown. */
export interface WatchedPool {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max?: number | undefined }
}

/** The meter of one process, and its metrics page; its main file creates it before anything is counted. */
export interface Metering {
  readonly meter: Meter
  /** For the database's option of the same name. */
  readonly onMetricEvent: (fact: MetricEvent) => void
  /** For pino. */
  readonly logHooks: NonNullable<LoggerOptions['hooks']>
  /** Shows the pool's connections as they are when the page is read. */
  watchPool(pool: WatchedPool): void
  /** Shows metrics that another source in this process counts, such as Temporal's core, on the same page. */
  join(part: MetricsPart): void
  readonly page: MetricsPart
}

export interface MeteringOptions {
  readonly process: 'api' | 'worker' | 'api and worker'
  /** The providers that may be called: the values of the label `provider`. */
  readonly providers?: readonly { readonly slug: string }[]
  /** false leaves out memory, event loop and similar metrics. */
  readonly processMetrics?: boolean
}

export function createMetering({ process: name, providers = [], processMetrics = true }: MeteringOptions): Metering {
  const meter = createMeter({ processMetrics })
  const pools: WatchedPool[] = []
  const joined: MetricsPart[] = []
  const info = { version: ownVersion(), node: process.versions.node, process: name }
  meter.learn('version', [info.version])
  meter.learn('node', [info.node])
  meter.learn('provider', [NONE, ...providers.map(({ slug }) => slug)])
  meter.set('service_build_info', info, 1)
  return {
    meter,
    onMetricEvent: countMetricEvents(meter),
    logHooks: countLines(meter),
    watchPool(pool) {
      pools.push(pool)
    },
    join(part) {
      joined.push(part)
    },
    async page() {
      for (const pool of pools) showPool(meter, pool)
      const parts = await Promise.all(joined.map((part) => part().catch(() => missing(meter))))
      return [await meter.registry.metrics(), ...parts].join('\n')
    },
  }
}

/** A page without this part is better than no page. */
function missing(meter: Meter): string {
  meter.add('metrics_sources_failed_total', { source: 'temporal' })
  return ''
}

function showPool(meter: Meter, { totalCount, idleCount, waitingCount, options }: WatchedPool): void {
  meter.set('database_pool_connections', { state: 'idle' }, idleCount)
  meter.set('database_pool_connections', { state: 'busy' }, totalCount - idleCount)
  meter.set('database_pool_waiting', {}, waitingCount)
  if (options.max !== undefined) meter.set('database_pool_connections_max', {}, options.max)
}
