import { context, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'

/** Ids, names, codes and counts: `attributes.ts` lists those that may leave the process. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanToMake {
  /** One of few names: statements, providers' capabilities, routes; never an id. */
  readonly name: string
  /** `client`: a call to something outside of this process. */
  readonly kind: 'client' | 'internal'
  readonly attributes: SpanAttributes
}

/** Adds attributes that became known meanwhile. An `error.type`, a short code, marks the span as failed. */
export type SetAttributes = (attributes: SpanAttributes) => void

/**
 * Does a piece of work, and records its duration and outcome in a span where a trace is recorded. An error of the work
 * is rethrown.
 */
export type Traced = <T>(span: SpanToMake, work: (setAttributes: SetAttributes) => Promise<T>) => Promise<T>

/** For code without tracing. */
export const untraced: Traced = (_span, work) => work(() => undefined)

/** Spans below a recorded span; work outside of a recorded trace makes none and costs nothing. */
export function spansOf(tracer: Tracer): Traced {
  return (toMake, work) =>
    trace.getActiveSpan()?.isRecording() === true ? inSpan(tracer, toMake, work) : work(() => undefined)
}

/**
 * Spans that begin a new trace, whatever the current one. If the sampler drops the trace, nothing below it is recorded
 * either.
 */
export function rootsOf(tracer: Tracer): Traced {
  return (toMake, work) => context.with(trace.deleteSpan(context.active()), () => inSpan(tracer, toMake, work))
}

async function inSpan<T>(
  tracer: Tracer,
  { name, kind, attributes }: SpanToMake,
  work: (setAttributes: SetAttributes) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, {
    kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    attributes: { ...attributes },
  })
  return context.with(trace.setSpan(context.active(), span), async () => {
    try {
      return await work((more) => setSpanAttributes(span, more))
    } catch (error) {
      setSpanAttributes(span, { 'error.type': codeOf(error) })
      throw error
    } finally {
      span.end()
    }
  })
}

export function setSpanAttributes(span: Span, attributes: SpanAttributes): void {
  span.setAttributes({ ...attributes })
  if (attributes['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
}

/** A code or the name of a class: messages quote values. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The id of the current recorded trace, for a log line. */
export function currentTrace(): { readonly trace_id: string } | undefined {
  const span = trace.getActiveSpan()
  return span?.isRecording() === true ? { trace_id: span.spanContext().traceId } : undefined
}
