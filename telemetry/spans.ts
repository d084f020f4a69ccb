import { context, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'

/** Ids, names, codes and counts: what may be told stands in `attributes.ts`, and nothing else leaves the process. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanToMake {
  /** One of few: statements, providers' capabilities, routes; never an id. */
  readonly name: string
  /** `client`: something outside of this process is asked. */
  readonly kind: 'client' | 'internal'
  readonly attributes: SpanAttributes
}

/** Says what became known meanwhile. An `error.type`, a short code, marks the span as failed. */
export type Tell = (attributes: SpanAttributes) => void

/** Does a piece of work, and tells how long it took and how it ended where somebody follows it. What the work throws is thrown. */
export type Traced = <T>(span: SpanToMake, work: (tell: Tell) => Promise<T>) => Promise<T>

/** Where nothing is followed. */
export const untraced: Traced = (_span, work) => work(() => undefined)

/** Spans below one that is being recorded; what nobody follows costs nothing. */
export function spansOf(tracer: Tracer): Traced {
  return (toMake, work) => (trace.getActiveSpan()?.isRecording() === true ? inSpan(tracer, toMake, work) : work(() => undefined))
}

/** Spans that begin a trace, whatever is followed now. Where the sampler takes no interest, nothing below it is followed either. */
export function rootsOf(tracer: Tracer): Traced {
  return (toMake, work) => context.with(trace.deleteSpan(context.active()), () => inSpan(tracer, toMake, work))
}

async function inSpan<T>(tracer: Tracer, { name, kind, attributes }: SpanToMake, work: (tell: Tell) => Promise<T>): Promise<T> {
  const span = tracer.startSpan(name, { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes: { ...attributes } })
  return context.with(trace.setSpan(context.active(), span), async () => {
    try {
      return await work((more) => attributeSetter(span, more))
    } catch (error) {
      attributeSetter(span, { 'error.type': codeOf(error) })
      throw error
    } finally {
      span.end()
    }
  })
}

export function attributeSetter(span: Span, attributes: SpanAttributes): void {
  span.setAttributes({ ...attributes })
  if (attributes['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
}

/** A code or the name of a class: messages quote values. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The trace that is followed now, for a line of a log. */
export function followedTrace(): { readonly trace_id: string } | undefined {
  const span = trace.getActiveSpan()
  return span?.isRecording() === true ? { trace_id: span.spanContext().traceId } : undefined
}
