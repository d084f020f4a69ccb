import type { OpenTelemetryInboundInterceptor, OpenTelemetryOutboundInterceptor } from '@temporalio/interceptors-opentelemetry/lib/workflow/index.js'
import type { WorkflowInterceptors } from '@temporalio/workflow'

/**
 * Spans of workflows: interceptors that the bundle has only where traces are on (worker/workflow-bundle.ts). They wake up when a trace
 * comes along in a header. Until then they hand on what they are given as it is, promises included, so that a workflow whose trace
 * nobody records runs as it would without them, whichever bundle began it.
 */
export const interceptors = (): WorkflowInterceptors => {
  let woken: Library | null = null
  const wake = (): Library => (woken ??= load())
  const told = (input: { readonly headers: Readonly<Record<string, unknown>> }): boolean => TRACE_HEADER in input.headers
  const following = (): OpenTelemetryOutboundInterceptor | null => (woken?.isFollowing() === true ? woken.outbound : null)
  return {
    inbound: [{
      execute: (input, next) => (told(input) ? wake().inbound.execute(input, next) : next(input)),
      handleSignal: (input, next) => (told(input) ? wake().inbound.handleSignal(input, next) : next(input)),
    }],
    outbound: [{
      scheduleActivity: (input, next) => following()?.scheduleActivity(input, next) ?? next(input),
      scheduleLocalActivity: (input, next) => following()?.scheduleLocalActivity(input, next) ?? next(input),
      startChildWorkflowExecution: (input, next) => following()?.startChildWorkflowExecution(input, next) ?? next(input),
      continueAsNew: (input, next) => following()?.continueAsNew(input, next) ?? next(input),
    }],
    internals: [{
      dispose(input, next) {
        woken?.forget()
        next(input)
      },
    }],
  }
}

/** The library's name. */
const TRACE_HEADER = '_tracer-data'

interface Library {
  readonly inbound: OpenTelemetryInboundInterceptor
  readonly outbound: OpenTelemetryOutboundInterceptor
  isFollowing(): boolean
  forget(): void
}

/** Loaded by the first trace that comes along: every workflow has modules of its own, and these are many. */
function load(): Library {
  const { OpenTelemetryInboundInterceptor: Inbound, OpenTelemetryOutboundInterceptor: Outbound, OpenTelemetryInternalsInterceptor: Internals } =
    require('@temporalio/interceptors-opentelemetry/lib/workflow/index.js') as typeof import('@temporalio/interceptors-opentelemetry/lib/workflow/index.js')
  const { context, trace } = require('@opentelemetry/api') as typeof import('@opentelemetry/api')
  const internals = new Internals()
  return {
    inbound: new Inbound(),
    outbound: new Outbound(),
    isFollowing: () => trace.getSpan(context.active()) !== undefined,
    forget() { void internals.dispose({}, () => undefined) },
  }
}
