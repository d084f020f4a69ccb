import { defaultPayloadConverter, type Headers } from '@temporalio/common'
import type { OpenTelemetrySinks, SerializableSpan } from '@temporalio/interceptors-opentelemetry/lib/workflow/index.js'
import {
  AsyncLocalStorage,
  ContinueAsNew,
  isCancellation,
  proxySinks,
  workflowInfo,
  type WorkflowInterceptors,
} from '@temporalio/workflow'

/**
 * Spans of workflows: interceptors that the bundle has only where traces are on (worker/workflow-bundle.ts). They work
 * with those of @temporalio/interceptors-opentelemetry in client, activities and worker. That library's own
 * interceptors for workflows load OpenTelemetry's SDK into every workflow, with three times the CPU of these (6 ms a
 * run, to its 25: `npm run bench -- --only traces`), and await more than the workflow does. These await nothing and
 * draw no random numbers: a workflow takes the same steps in the same order whether its trace is recorded or not, so
 * its history replays with and without them. An input without a trace is passed on unchanged.
 */
export const interceptors = (): WorkflowInterceptors => ({
  inbound: [
    {
      execute: (input, next) => from(input.headers, `RunWorkflow:${workflowInfo().workflowType}`, () => next(input)),
      handleSignal: (input, next) => from(input.headers, `HandleSignal:${input.signalName}`, () => next(input)),
    },
  ],
  outbound: [
    {
      scheduleActivity: (input, next) =>
        below(`StartActivity:${input.activityType}`, (cause) => next(withCause(input, cause))),
      scheduleLocalActivity: (input, next) =>
        below(`StartActivity:${input.activityType}`, (cause) => next(withCause(input, cause))),
      startChildWorkflowExecution: (input, next) =>
        below(`StartChildWorkflow:${input.workflowType}`, (cause) => next(withCause(input, cause))),
      continueAsNew: (input, next) =>
        below(`ContinueAsNew:${workflowInfo().workflowType}`, (cause) => next(withCause(input, cause))),
      startTimer: (input, next) => below('Timer', () => next(input)),
    },
  ],
})

/** The position of the running code in a trace. */
interface SpanPosition {
  readonly traceId: string
  readonly spanId: string
}

const places = new AsyncLocalStorage<SpanPosition>()

/**
 * The library's header name; the value is a map with the caller's `traceparent`. Only a recorded trace is passed on.
 */
const TRACE_HEADER = '_tracer-data'
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/

function from<T>(headers: Headers, name: string, work: () => Promise<T>): Promise<T> {
  const cause = causeOf(headers)
  return cause === null ? work() : inSpan(name, cause, work)
}

function causeOf(headers: Headers): SpanPosition | null {
  const payload = headers[TRACE_HEADER]
  if (payload === undefined) return null
  const { traceparent } = defaultPayloadConverter.fromPayload<{ traceparent?: string }>(payload)
  const [, traceId, spanId] = TRACEPARENT.exec(traceparent ?? '') ?? []
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId }
}

function below<T>(name: string, work: (cause: SpanPosition | null) => Promise<T>): Promise<T> {
  const cause = places.getStore()
  return cause === undefined ? work(null) : inSpan(name, cause, work)
}

const withCause = <Input extends { readonly headers: Headers }>(input: Input, cause: SpanPosition | null): Input =>
  cause === null
    ? input
    : {
        ...input,
        headers: {
          ...input.headers,
          [TRACE_HEADER]: defaultPayloadConverter.toPayload({ traceparent: `00-${cause.traceId}-${cause.spanId}-01` }),
        },
      }

/** Returns the promise of the work itself: its callers see its end no later than without a span. */
function inSpan<T>(
  name: string,
  { traceId, spanId: parentSpanId }: SpanPosition,
  work: (cause: SpanPosition) => Promise<T>,
): Promise<T> {
  const place: SpanPosition = { traceId, spanId: nextSpanId() }
  const startedAt = Date.now()
  const end = (failed: boolean): void => exporter.export([spanOf({ name, place, parentSpanId, startedAt, failed })])
  const working = places.run(place, () => work(place))
  working.then(
    () => end(false),
    (error: unknown) => end(!(error instanceof ContinueAsNew) && !isCancellation(error)),
  )
  return working
}

const { exporter } = proxySinks<OpenTelemetrySinks>()

interface Ended {
  readonly name: string
  readonly place: SpanPosition
  readonly parentSpanId: string
  readonly startedAt: number
  readonly failed: boolean
}

const SAMPLED = 1
/** The numbers that OpenTelemetry defines. */
const INTERNAL = 0
const [UNSET, ERROR] = [0, 2]

/** The form in which the worker takes a span out of the sandbox; the worker adds the workflow's attributes. */
const spanOf = ({ name, place, parentSpanId, startedAt, failed }: Ended): SerializableSpan => ({
  name,
  parentSpanId,
  kind: INTERNAL,
  spanContext: { ...place, traceFlags: SAMPLED },
  ended: true,
  startTime: timeOf(startedAt),
  endTime: timeOf(Date.now()),
  duration: timeOf(Date.now() - startedAt),
  status: { code: failed ? ERROR : UNSET },
  attributes: {},
  links: [],
  events: [],
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
  instrumentationLibrary: { name: 'routed-data-service/workflows' },
})

/** Seconds and nanoseconds. */
const timeOf = (ms: number): [number, number] => [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000]

let spansMade = 0

/**
 * The same at every replay, so that a span reported before a replay is still the parent of a span reported after it.
 */
function nextSpanId(): string {
  spansMade += 1
  const text = `${workflowInfo().runId}:${spansMade}`
  return hashOf(text, 0x9e3779b9) + hashOf(text, 0x85ebca6b)
}

/** 32 bits of a text, as eight hex digits: MurmurHash3's mixing over FNV-1a. */
function hashOf(text: string, seed: number): string {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0')
}
