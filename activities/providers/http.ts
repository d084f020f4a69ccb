import { Agent, type Dispatcher } from 'undici'
import type { Json } from '../../domain/json/json.ts'
import { type SpanAttributes, type Traced, untraced } from '../../telemetry/spans.ts'
import { decodeBody, type Expected } from './http-body.ts'
import { readRetryAfterMs } from './retry-after.ts'

/**
 * One call to a provider. Redirects are not followed: a provider's API has no reason to send a credential elsewhere.
 */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Members that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: ProviderRequestBody
  /** Aborting ends the call as a `timeout`: no caller waits any longer. */
  readonly signal: AbortSignal
  /** For the entire call: connecting, sending, waiting and reading the last byte. */
  readonly deadlineMs: number
  /** The largest answer that is read. */
  readonly maxBytes?: number
  readonly expect?: Expected
}

export type ProviderRequestBody =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'raw'; readonly contentType: string; readonly content: string | Uint8Array }

/**
 * `sent`: whether the request may have reached the provider. It is false only when the call's connection never became
 * ready, so a send with `sent: false` may be repeated safely.
 */
export type HttpOutcome =
  | HttpAnswer
  | { readonly kind: 'timeout'; readonly sent: boolean }
  | { readonly kind: 'connection'; readonly sent: boolean; readonly detail: string }
  | { readonly kind: 'malformed'; readonly status: number; readonly detail: string }
  | { readonly kind: 'tooLarge'; readonly status: number }

/** Any status. The body of an error that is not JSON is null: its status is enough. */
export interface HttpAnswer {
  readonly kind: 'answer'
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Json
  readonly retryAfterMs: number | null
}

export interface ProviderHttp {
  call(request: ProviderRequest): Promise<HttpOutcome>
  /** Closes idle connections and aborts calls under way. */
  close(): Promise<void>
}

export interface ProviderHttpOptions {
  /** Connections per origin; further calls wait within their deadline. */
  readonly connections?: number
  readonly connectTimeoutMs?: number
  readonly userAgent?: string
  /** Used only to read Retry-After dates. */
  readonly now?: () => number
  /** Traces each call; without it, no call is traced. */
  readonly traced?: Traced
}

const MAX_BYTES_DEFAULT = 10 * 1024 * 1024
/** More than the highest known concurrency limit of a provider (Findymail: 300). */
const CONNECTIONS_DEFAULT = 512
const CONNECT_TIMEOUT_MS_DEFAULT = 5_000

export function createProviderHttp(options: ProviderHttpOptions = {}): ProviderHttp {
  const agent = new Agent({
    connections: options.connections ?? CONNECTIONS_DEFAULT,
    connect: { timeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS_DEFAULT },
    // One call at a time on a connection: a connection that breaks loses only one call.
    pipelining: 1,
    allowH2: false,
    // The deadline of the entire call is stricter than undici's own timeouts, which are per phase.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const userAgent = options.userAgent ?? 'routed-data-service'
  const now = options.now ?? Date.now
  const traced = options.traced ?? untraced
  return {
    call: (request) =>
      traced(
        {
          name: request.method,
          kind: 'client',
          attributes: { 'http.request.method': request.method, 'server.address': hostOf(request) },
        },
        async (setAttributes) => {
          const outcome = await new Promise<HttpOutcome>((resolve) =>
            perform(
              {
                agent,
                userAgent,
                now,
                request,
                onBytes: (received) => setAttributes({ 'http.response.body.size': received }),
              },
              resolve,
            ),
          )
          setAttributes(attributesOf(outcome))
          return outcome
        },
      ),
    close: () => agent.destroy(),
  }
}

interface CallContext {
  readonly agent: Dispatcher
  readonly userAgent: string
  readonly now: () => number
  readonly request: ProviderRequest
  /** Called with the number of bytes received, once it is known. */
  readonly onBytes: (received: number) => void
}

function perform(context: CallContext, resolve: (outcome: HttpOutcome) => void): void {
  const { request } = context
  let controller: Dispatcher.DispatchController | null = null
  let ended = false

  const end = (outcome: HttpOutcome): void => {
    if (ended) return
    ended = true
    clearTimeout(timer)
    request.signal.removeEventListener('abort', giveUp)
    resolve(outcome)
    controller?.abort(new Error('the call has ended'))
  }
  const giveUp = (): void => end({ kind: 'timeout', sent: controller !== null })
  const timer = setTimeout(giveUp, request.deadlineMs)
  request.signal.addEventListener('abort', giveUp, { once: true })
  if (request.signal.aborted) return giveUp()

  const handler = answerReader(context, end)
  try {
    context.agent.dispatch(dispatchOptions(context), {
      ...handler,
      // The first sign that a connection is ready: from here on bytes may have been sent.
      onRequestStart(started) {
        controller = started
        if (ended) started.abort(new Error('the call has ended'))
      },
      onResponseError(_controller, error) {
        end({ kind: 'connection', sent: controller !== null, detail: errorCode(error) })
      },
    })
  } catch (error) {
    end({ kind: 'connection', sent: controller !== null, detail: errorCode(error) })
  }
}

/** Collects one response, up to `maxBytes`. */
function answerReader(context: CallContext, end: (outcome: HttpOutcome) => void): Dispatcher.DispatchHandler {
  const maxBytes = context.request.maxBytes ?? MAX_BYTES_DEFAULT
  const chunks: Buffer[] = []
  let received = 0
  let status = 0
  let headers: HttpAnswer['headers'] = {}
  return {
    onResponseStart(_controller, statusCode, responseHeaders) {
      status = statusCode
      headers = responseHeaders
      if (Number(responseHeaders['content-length'] ?? 0) > maxBytes) end({ kind: 'tooLarge', status })
    },
    onResponseData(_controller, chunk) {
      received += chunk.length
      if (received > maxBytes) return end({ kind: 'tooLarge', status })
      chunks.push(chunk)
    },
    onResponseEnd() {
      context.onBytes(received)
      const decoded = decodeBody({
        status,
        contentType: headers['content-type'],
        bytes: Buffer.concat(chunks),
        expect: context.request.expect ?? 'json',
      })
      if ('fault' in decoded) return end({ kind: 'malformed', status, detail: decoded.fault })
      end({
        kind: 'answer',
        status,
        headers,
        body: decoded.body,
        retryAfterMs: readRetryAfterMs(headers, context.now()),
      })
    },
  }
}

function dispatchOptions({ request, userAgent }: CallContext): Dispatcher.DispatchOptions {
  const url = new URL(request.url)
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const headers: Record<string, string> = { 'user-agent': userAgent, accept: 'application/json' }
  if (request.body !== undefined) headers['content-type'] = contentTypeOf(request.body)
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method,
    headers,
    body: request.body === undefined ? null : contentOf(request.body),
  }
}

/** The provider's host only: the path and query hold the caller's input. */
function hostOf({ url }: ProviderRequest): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

/** The outcome of a call, without its content. */
function attributesOf(outcome: HttpOutcome): SpanAttributes {
  const status = 'status' in outcome ? { 'http.response.status_code': outcome.status } : {}
  if (outcome.kind === 'answer')
    return { ...status, ...(outcome.status >= 400 ? { 'error.type': String(outcome.status) } : {}) }
  return { ...status, 'error.type': outcome.kind, ...('sent' in outcome ? { retryable: !outcome.sent } : {}) }
}

const contentTypeOf = (body: ProviderRequestBody): string =>
  body.kind === 'json' ? 'application/json' : body.contentType
const contentOf = (body: ProviderRequestBody): string | Uint8Array =>
  body.kind === 'json' ? JSON.stringify(body.value) : body.content

/** A code only: messages of network errors quote URLs, and those of parsers quote content. */
function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'connection failed'
}
