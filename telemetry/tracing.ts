import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { context, propagation, type Tracer } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { Resource } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, ParentBasedSampler, type SpanProcessor, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base'
import type { TracingSettings } from '../domain/settings/tracing.ts'
import { exportable } from './attributes.ts'
import { ownVersion } from './own-version.ts'
import { rootsOf, spansOf, type Traced } from './spans.ts'
import { toldOnce, type TroubleLog } from './told-once.ts'

/** How a process tells what it does for whom, while somebody collects it. */
export interface Tracing {
  readonly tracer: Tracer
  /** Spans below one that is being recorded. */
  readonly traced: Traced
  /** Spans that begin a trace: what nobody has asked for over HTTP. */
  readonly begins: Traced
  /** Takes finished spans that were made elsewhere: those of workflows. */
  readonly processor: SpanProcessor
  readonly resource: Resource
  /** Sends what is left. A collector that does not take it delays nobody for longer than `STOP_MS_MAX`. */
  stop(): Promise<void>
}

/** As the log's lines name it: which of the service's processes this is. */
export type TracedProcess = 'api' | 'worker' | 'service'

/** Some seconds of spans at full speed; what comes on top while the collector is away is lost. */
const QUEUE_SPANS_MAX = 4_096
const BATCH_SPANS_MAX = 512
/** Somebody who has just made a request wants to find it. */
const SEND_EVERY_MS = 1_000
/** A collector stands near. One that takes longer hangs, and its batch is given up. */
const SEND_MS_MAX = 2_500
const STOP_MS_MAX = 3_000
/** All batches of a full queue at once, as a stop sends them, and the one under way. */
const SENDS_AT_ONCE_MAX = QUEUE_SPANS_MAX / BATCH_SPANS_MAX + 1
/** Names and codes are shorter; what is not is none. */
const VALUE_LENGTH_MAX = 200
const ATTRIBUTES_MAX = 32
const EVENTS_MAX = 2
const LINKS_MAX = 2

/** null where there is no collector: nothing is followed then, and nothing of this is asked. */
export const startTracing = (settings: TracingSettings | null, about: Followed): Tracing | null => (settings === null ? null : follow(settings, about))

/** Which process it is, and where its trouble with the collector is told. */
export interface Followed {
  readonly process: TracedProcess
  readonly log: TroubleLog
}

/**
 * Begins to follow (decisions, "Operators"). Everything that the libraries would read of the environment by themselves is given. The
 * current span belongs to a process by OpenTelemetry's nature: of several calls in one process the first sets how it is carried.
 */
export function follow(settings: TracingSettings, { process, log }: Followed): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const exporter = new OTLPTraceExporter({
    url: settings.url, headers: { ...settings.headers }, timeoutMillis: SEND_MS_MAX, concurrencyLimit: SENDS_AT_ONCE_MAX,
    // A socket's own limit counts from the beginning: it covers an address that never answers.
    httpAgentOptions: { keepAlive: true, timeout: SEND_MS_MAX },
  })
  const batches = new BatchSpanProcessor(toldOnce(exporter, log), {
    maxQueueSize: QUEUE_SPANS_MAX, maxExportBatchSize: BATCH_SPANS_MAX, scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: SEND_MS_MAX,
  })
  const processor: SpanProcessor = {
    onStart: () => undefined,
    onEnd: (span) => batches.onEnd(exportable(span)),
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
  const resource = new Resource({
    'service.name': settings.serviceName, 'service.version': ownVersion(), 'service.instance.id': randomUUID(),
    'deployment.environment.name': settings.deployment, 'process.role': process,
  })
  const provider = new BasicTracerProvider({
    resource, spanProcessors: [processor],
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    generalLimits: { attributeValueLengthLimit: VALUE_LENGTH_MAX, attributeCountLimit: ATTRIBUTES_MAX },
    spanLimits: {
      attributeValueLengthLimit: VALUE_LENGTH_MAX, attributeCountLimit: ATTRIBUTES_MAX, eventCountLimit: EVENTS_MAX, linkCountLimit: LINKS_MAX,
      attributePerEventCountLimit: ATTRIBUTES_MAX, attributePerLinkCountLimit: 0,
    },
    forceFlushTimeoutMillis: STOP_MS_MAX,
  })
  const tracer = provider.getTracer('routed-data-service')
  return {
    tracer, processor, resource: provider.resource, traced: spansOf(tracer), begins: rootsOf(tracer),
    async stop() {
      const over = new AbortController()
      const tooLong = sleep(STOP_MS_MAX, undefined, { signal: over.signal }).catch(() => undefined)
      await Promise.race([provider.shutdown().catch(() => undefined), tooLong])
      over.abort()
    },
  }
}
