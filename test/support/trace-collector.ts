import { createServer } from 'node:http'
import protobuf from 'protobufjs'

/** A span as a collector got it. Ids are lower-case hex; `parentId` is empty for the root of a trace. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string
  readonly name: string
  readonly failed: boolean
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  /** Of the process that made it. */
  readonly resource: Readonly<Record<string, string | number | boolean>>
}

/** A collector of OTLP over HTTP, on a real socket. */
export interface TraceCollector {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** The bodies as they came: for canaries, and their size. */
  readonly bodies: readonly Buffer[]
  readonly headers: readonly Readonly<Record<string, string | string[] | undefined>>[]
  /** How it answers from now on: a status, or never. */
  answer(status: number | 'never'): void
  reset(): void
  close(): Promise<void>
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const [spans, bodies, headers]: [CollectedSpan[], Buffer[], TraceCollector['headers'][number][]] = [[], [], []]
  let reply: number | 'never' = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      bodies.push(body)
      headers.push(request.headers)
      if (reply === 'never') return
      if (request.url === '/v1/traces' && reply === 200) spans.push(...decode(body))
      response.writeHead(reply).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the collector has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    bodies,
    headers,
    answer(status) {
      reply = status
    },
    reset() {
      spans.length = bodies.length = headers.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The parts of OTLP that are looked at, by their numbers on the wire. */
const REQUEST = protobuf
  .parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5;
    repeated KeyValue attributes = 9; repeated Link links = 13; Status status = 15;
  }
  message Link { bytes trace_id = 1; bytes span_id = 2; }
  message Status { uint32 code = 3; }
  message KeyValue { string key = 1; Value value = 2; }
  message Value { oneof value { string text = 1; bool truth = 2; int64 count = 3; double number = 4; } }
`)
  .root.lookupType('Request')

interface WireAttribute {
  readonly key: string
  readonly value?: Readonly<Record<string, string | number | boolean>>
}
interface WireSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly status?: { readonly code?: number }
  readonly attributes?: readonly WireAttribute[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
}
interface WireRequest {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: readonly WireAttribute[] }
    readonly scopeSpans?: readonly { readonly spans?: readonly WireSpan[] }[]
  }[]
}

const FAILED = 2

function decode(body: Buffer): CollectedSpan[] {
  const request: WireRequest = REQUEST.toObject(REQUEST.decode(body), { longs: Number, bytes: String })
  return (request.resourceSpans ?? []).flatMap(({ resource, scopeSpans = [] }) =>
    scopeSpans.flatMap(({ spans = [] }) =>
      spans.map((span) => ({
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentId: hex(span.parentSpanId ?? ''),
        name: span.name,
        failed: span.status?.code === FAILED,
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource?.attributes),
        links: (span.links ?? []).map((link) => ({ traceId: hex(link.traceId), spanId: hex(link.spanId) })),
      })),
    ),
  )
}

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

const valuesOf = (attributes: readonly WireAttribute[] = []): Record<string, string | number | boolean> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value ?? {})[0] ?? '']))

/** From the root of its trace to a span, by name; a parent that did not come is a question mark. */
export function wayTo(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  if (span.parentId === '') return [span.name]
  const parent = spans.find(({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentId)
  return [...(parent === undefined ? ['?'] : wayTo(parent, spans)), span.name]
}

/** Every way to the spans of this name, as one line each. */
export const waysTo = (name: string, spans: readonly CollectedSpan[]): string[] =>
  spans.filter((span) => span.name === name).map((span) => wayTo(span, spans).join(' > '))
