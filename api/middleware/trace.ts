import {
  context,
  type Context,
  defaultTextMapGetter,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { isRunId } from '../../telemetry/attributes.ts'
import { codeOf, setSpanAttributes } from '../../telemetry/spans.ts'
import type { Tracing } from '../../telemetry/tracing.ts'
import { trustedPeer } from '../limits/client-address.ts'
import { routeOf, type MiddlewareStep, type StepContext } from './state.ts'

/** Liveness and readiness probes come every few seconds, and their traces are of no use. */
const UNTRACED: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

export interface TraceOptions {
  readonly tracing: Tracing
  /** CIDR list (TRUSTED_PROXIES): whose `traceparent` is continued. */
  readonly trustedProxies: readonly string[]
}

/**
 * One span for a request, by its route's pattern, and the trace's id in the log lines of the request. Any client can
 * send a `traceparent`: one that does not come from a trusted proxy is only linked, so that no caller can choose what
 * is recorded, or write into another caller's trace.
 */
export const traceRequests = ({ tracing: { tracer }, trustedProxies }: TraceOptions): MiddlewareStep => {
  const trusts = trustedPeer(trustedProxies)
  return async (ctx, next) => {
    if (UNTRACED.has(ctx.path)) return next()
    const { parent, links } = causeOf(ctx, trusts(ctx.req.socket.remoteAddress))
    const span = tracer.startSpan(
      ctx.method,
      {
        kind: SpanKind.SERVER,
        links,
        attributes: { 'http.request.method': ctx.method, 'request.id': ctx.state.requestId },
      },
      parent,
    )
    if (span.isRecording()) ctx.state.log = ctx.state.log.child({ trace_id: span.spanContext().traceId })
    try {
      await context.with(trace.setSpan(parent, span), next)
    } catch (error) {
      setSpanAttributes(span, { 'error.type': codeOf(error) })
      throw error
    } finally {
      if (span.isRecording()) recordAnswer(span, ctx)
      span.end()
    }
  }
}

/** The route, the caller and the status: known when the request is over. */
function recordAnswer(span: Span, ctx: StepContext): void {
  const { principal } = ctx.state
  const path = routeOf(ctx.state)
  const runId: unknown = ctx.params?.['run_id']
  span.updateName(`${ctx.method} ${path}`)
  setSpanAttributes(span, {
    'http.route': path,
    'http.response.status_code': ctx.status,
    ...(principal === null ? {} : { 'workspace.id': principal.workspaceId }),
    ...(typeof runId === 'string' && isRunId(runId) ? { 'run.id': runId } : {}),
    ...(ctx.status >= 500 ? { 'error.type': String(ctx.status) } : {}),
  })
}

const traceContext = new W3CTraceContextPropagator()

function causeOf(ctx: StepContext, trusted: boolean): { readonly parent: Context; readonly links: Link[] } {
  const extracted = traceContext.extract(ROOT_CONTEXT, ctx.req.headers, defaultTextMapGetter)
  const about = trace.getSpanContext(extracted)
  if (about === undefined) return { parent: ROOT_CONTEXT, links: [] }
  return trusted
    ? { parent: extracted, links: [] }
    : { parent: ROOT_CONTEXT, links: [{ context: { ...about, traceState: undefined } }] }
}
