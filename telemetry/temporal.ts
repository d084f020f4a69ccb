import { context, isSpanContextValid, type Span, trace, TraceFlags } from '@opentelemetry/api'
import type { WorkflowClientInterceptor } from '@temporalio/client'
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry/lib/client/index.js'
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
} from '@temporalio/interceptors-opentelemetry/lib/worker/index.js'
import type { ActivityInterceptors, InjectedSinks } from '@temporalio/worker'
import type { Context as ActivityContext } from '@temporalio/activity'
import type { OpenTelemetrySinks } from '@temporalio/interceptors-opentelemetry/lib/workflow/index.js'
import type { Tracing } from './tracing.ts'

/** The header of Temporal's that carries a trace; the library's name. */
const TRACE_HEADER = '_tracer-data'

/**
 * Starts and signals carry the current trace to the workflow if the trace is recorded. Without a recorded trace there
 * is no header, so the history is the same as without tracing. Spans may still be added after the answer of the request
 * that started the workflow.
 */
export function tracedClient({ tracer }: Tracing): WorkflowClientInterceptor {
  const library = new OpenTelemetryWorkflowClientInterceptor({ tracer })
  return {
    startWithDetails: (input, next) => {
      const cause = followed()
      if (cause === null) return next(input)
      if (input.workflowType === 'run' && input.options.workflowId !== undefined)
        cause.setAttribute('run.id', input.options.workflowId)
      return library.startWithDetails(input, next)
    },
    signal: (input, next) => (followed() === null ? next(input) : library.signal(input, next)),
    signalWithStart: (input, next) => (followed() === null ? next(input) : library.signalWithStart(input, next)),
  }
}

/** The current span if its trace is recorded; the span itself may have ended. */
function followed(): Span | null {
  const span = trace.getSpan(context.active())
  const about = span?.spanContext()
  return span !== undefined &&
    about !== undefined &&
    isSpanContextValid(about) &&
    (about.traceFlags & TraceFlags.SAMPLED) !== 0
    ? span
    : null
}

/** An activity's span, below its workflow's. Activities of a workflow without a trace have none. */
export const tracedActivity =
  ({ tracer }: Tracing) =>
  (about: ActivityContext): ActivityInterceptors => {
    const library = new OpenTelemetryActivityInboundInterceptor(about, { tracer })
    return {
      inbound: {
        execute: (input, next) => (TRACE_HEADER in input.headers ? library.execute(input, next) : next(input)),
      },
    }
  }

/** Takes the spans of workflows out of their sandbox; a replay exports none again. */
export const tracedSinks = ({ processor, resource }: Tracing): InjectedSinks<OpenTelemetrySinks> => ({
  exporter: makeWorkflowExporter(processor, resource),
})
