import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { context, propagation, type Tracer } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { Resource } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { TracingSettings } from '../domain/settings/tracing.ts'
import { exportable } from './attributes.ts'
import { ownVersion } from './own-version.ts'
import { rootsOf, spansOf, type Traced } from './spans.ts'
import { loggedOnce, type TroubleLog } from './logged-once.ts'

/** The tracing of one process, while a collector is configured. */
export interface Tracing {
  readonly tracer: Tracer
  /** Spans below a recorded span. */
  readonly traced: Traced
  /** Spans that begin a trace: for work that no HTTP request started. */
  readonly begins: Traced
  /** Takes finished spans of another origin: those of workflows. */
  readonly processor: SpanProcessor
  readonly resource: Resource
  /** Sends the remaining spans. A collector that does not accept them delays the stop by at most `STOP_MS_MAX`. */
  stop(): Promise<void>
}

/** The service's process, by its name in log lines. */
export type TracedProcess = 'api' | 'worker' | 'service'

/** Some seconds of spans at full speed; spans beyond that are lost while the collector is unavailable. */
const QUEUE_SPANS_MAX = 4_096
const BATCH_SPANS_MAX = 512
/** A client that has just made a request expects to find its trace. */
const SEND_EVERY_MS = 1_000
/** A collector is usually near. One that takes longer is hanging, and its batch is dropped. */
const SEND_MS_MAX = 2_500
const STOP_MS_MAX = 3_000
/** All batches of a full queue at once, as a stop sends them, and the one under way. */
const SENDS_AT_ONCE_MAX = QUEUE_SPANS_MAX / BATCH_SPANS_MAX + 1
/** Names and codes are shorter than this. */
const VALUE_LENGTH_MAX = 200
const ATTRIBUTES_MAX = 32
const EVENTS_MAX = 2
const LINKS_MAX = 2

/** null without a collector: then nothing is traced. */
export const startTracing = async (settings: TracingSettings | null, about: Followed): Promise<Tracing | null> =>
  settings === null ? null : await follow(settings, about)

/** The process, and the log for its problems with the collector. */
export interface Followed {
  readonly process: TracedProcess
  readonly log: TroubleLog
}

const resourceOf = (settings: TracingSettings, process: TracedProcess): Resource =>
  new Resource({
    'service.name': settings.serviceName,
    'service.version': ownVersion(),
    'service.instance.id': randomUUID(),
    'deployment.environment.name': settings.deployment,
    'process.role': process,
  })

/**
 * Starts tracing (decisions, "Operators"). Every setting that the libraries would read from the environment is given
 * here. OpenTelemetry's context is global in a process: of several calls, the first sets how it is carried. The
 * exporter is loaded where there is a collector (decisions, "Memory").
 */
export async function follow(settings: TracingSettings, { process, log }: Followed): Promise<Tracing> {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto')
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: { ...settings.headers },
    timeoutMillis: SEND_MS_MAX,
    concurrencyLimit: SENDS_AT_ONCE_MAX,
    // A socket's own timeout runs from its start, so it also covers an address that never answers.
    httpAgentOptions: { keepAlive: true, timeout: SEND_MS_MAX },
  })
  const batches = new BatchSpanProcessor(loggedOnce(exporter, log), {
    maxQueueSize: QUEUE_SPANS_MAX,
    maxExportBatchSize: BATCH_SPANS_MAX,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: SEND_MS_MAX,
  })
  const processor: SpanProcessor = {
    onStart: () => undefined,
    onEnd: (span) => batches.onEnd(exportable(span)),
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
  const resource = resourceOf(settings, process)
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [processor],
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    generalLimits: { attributeValueLengthLimit: VALUE_LENGTH_MAX, attributeCountLimit: ATTRIBUTES_MAX },
    spanLimits: {
      attributeValueLengthLimit: VALUE_LENGTH_MAX,
      attributeCountLimit: ATTRIBUTES_MAX,
      eventCountLimit: EVENTS_MAX,
      linkCountLimit: LINKS_MAX,
      attributePerEventCountLimit: ATTRIBUTES_MAX,
      attributePerLinkCountLimit: 0,
    },
    forceFlushTimeoutMillis: STOP_MS_MAX,
  })
  const tracer = provider.getTracer('routed-data-service')
  return {
    tracer,
    processor,
    resource: provider.resource,
    traced: spansOf(tracer),
    begins: rootsOf(tracer),
    async stop() {
      const over = new AbortController()
      const tooLong = sleep(STOP_MS_MAX, undefined, { signal: over.signal }).catch(() => undefined)
      await Promise.race([provider.shutdown().catch(() => undefined), tooLong])
      over.abort()
    },
  }
}
