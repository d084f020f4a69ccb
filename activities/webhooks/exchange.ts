import { type IncomingMessage, request as openRequest } from 'node:http'
import type { Socket } from 'node:net'
import { EXCERPT_BYTES_MAX, excerptOf } from '../../domain/webhooks/excerpt.ts'
import type { WebhookTarget } from '../../domain/webhooks/url.ts'
import { failureReason } from './failure-reasons.ts'
import type { WebhookRequest } from './http.ts'

export type ExchangeOutcome =
  | { readonly kind: 'answered'; readonly statusCode: number; readonly response: string | null }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'late' }

export interface Exchange {
  /** Connected and checked; the exchange closes it. */
  readonly socket: Socket
  readonly target: WebhookTarget
  readonly request: WebhookRequest
  readonly signal: AbortSignal
}

/** The part of an answer that is read, so that its sender can finish normally; less is stored. */
const BODY_BYTES_MAX = 64 * 1024
/** The usual limit of servers for what they send. */
const HEADER_BYTES_MAX = 16 * 1024
/** Interim answers (1xx) mean nothing to a webhook; a receiver that sends more is treated as hostile. */
const INTERIM_MAX = 20

/**
 * Sends one POST over a socket and reads the beginning of the answer. It uses Node's own client, because undici treats
 * an unrequested `100 Continue` as an error. Redirects are ordinary answers; nothing is decompressed. The head decides:
 * a body that breaks off or never ends counts as far as it came.
 */
export function exchange({ socket, target, request, signal }: Exchange): Promise<ExchangeOutcome> {
  return new Promise((resolve) => {
    const reader = bodyReader()
    let statusCode: number | null = null
    const outgoing = openRequest({
      // With a given connection, the client neither opens one nor uses an agent, and so no proxy of the environment.
      createConnection: () => socket,
      method: 'POST',
      path: target.path,
      headers: headersOf(target, request),
      setDefaultHeaders: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      insecureHTTPParser: false,
    })
    const end = (otherwise: ExchangeOutcome): void => {
      signal.removeEventListener('abort', giveUp)
      resolve(statusCode === null ? otherwise : { kind: 'answered', statusCode, response: reader.excerpt() })
      outgoing.destroy()
      socket.destroy()
    }
    const giveUp = (): void => end({ kind: 'late' })
    const fail = (error: unknown): void => end({ kind: 'failed', reason: failureReason(error) })
    signal.addEventListener('abort', giveUp, { once: true })
    outgoing.on('error', fail)
    outgoing.once('close', () => fail({ code: 'ECONNRESET' }))
    limitInterim(outgoing, () => end({ kind: 'failed', reason: 'too many interim answers (1xx)' }))
    outgoing.once('response', (answer: IncomingMessage) => {
      statusCode = answer.statusCode ?? null
      answer.on('error', fail)
      answer.once('end', () => fail(null))
      answer.on('data', (chunk: Buffer) => {
        if (!reader.take(chunk)) fail(null)
      })
    })
    if (signal.aborted) return giveUp()
    outgoing.end(request.body)
  })
}

function limitInterim(outgoing: ReturnType<typeof openRequest>, tooMany: () => void): void {
  let count = 0
  const counted = (): void => {
    count += 1
    if (count > INTERIM_MAX) tooMany()
  }
  outgoing.on('continue', counted)
  outgoing.on('information', counted)
}

/** Keeps the beginning and counts the rest. */
function bodyReader() {
  const kept: Buffer[] = []
  let received = 0
  return {
    /** Whether the reader takes more. */
    take(chunk: Buffer): boolean {
      // A copy: the chunk is a view of a larger piece of memory.
      if (received < EXCERPT_BYTES_MAX) kept.push(Buffer.from(chunk.subarray(0, EXCERPT_BYTES_MAX - received)))
      received += chunk.length
      return received < BODY_BYTES_MAX
    },
    excerpt: () => excerptOf(Buffer.concat(kept)),
  }
}

/** The headers that a connection needs; all others come from the request. */
function headersOf(target: WebhookTarget, { headers, body }: WebhookRequest): Record<string, string | number> {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host
  return {
    ...headers,
    Host: target.port === (target.secure ? 443 : 80) ? host : `${host}:${target.port}`,
    'Content-Length': Buffer.byteLength(body),
    'Accept-Encoding': 'identity',
    Connection: 'close',
  }
}
