import { type IncomingHttpHeaders, type IncomingMessage, request as openRequest } from 'node:http'
import type { Socket } from 'node:net'
import type { WebhookTarget } from '../../domain/webhooks/url.ts'
import { failureReason } from './failure-reasons.ts'

/** The request as it is sent. */
export interface GuardedRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** null: it has none. */
  readonly body: string | null
  /** The part of the answer that is returned. */
  readonly keptBytesMax: number
  /** The part of the answer that is read, so that its sender can finish normally. */
  readonly readBytesMax: number
}

export type ExchangeOutcome =
  | {
      readonly kind: 'answered'
      readonly statusCode: number
      readonly headers: IncomingHttpHeaders
      /** Its beginning. */
      readonly body: Buffer
      /** `cut`: it is longer than what is kept. `broken`: it did not arrive to its end. */
      readonly extent: 'complete' | 'cut' | 'broken'
    }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'late' }

export interface Exchange {
  /** Connected and checked; the exchange closes it. */
  readonly socket: Socket
  readonly target: WebhookTarget
  readonly request: GuardedRequest
  readonly signal: AbortSignal
}

/** The usual limit of servers for what they send. */
const HEADER_BYTES_MAX = 16 * 1024
/** Interim answers (1xx) mean nothing here; a server that sends more is treated as hostile. */
const INTERIM_MAX = 20

/**
 * Sends one request over a socket and reads the beginning of the answer. It uses Node's own client, because undici
 * treats an unrequested `100 Continue` as an error. Redirects are ordinary answers; nothing is decompressed. The head
 * decides: a body that breaks off or never ends counts as far as it came.
 */
export function exchange({ socket, target, request, signal }: Exchange): Promise<ExchangeOutcome> {
  return new Promise((resolve) => {
    const reader = bodyReader(request)
    let head: IncomingMessage | null = null
    const outgoing = openRequest({
      // With a given connection, the client neither opens one nor uses an agent, and so no proxy of the environment.
      createConnection: () => socket,
      method: request.method,
      path: target.path,
      headers: headersOf(target, request),
      setDefaultHeaders: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      insecureHTTPParser: false,
    })
    const end = (otherwise: ExchangeOutcome): void => {
      signal.removeEventListener('abort', giveUp)
      resolve(head === null ? otherwise : { kind: 'answered', ...headOf(head), ...reader.read(head.complete) })
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
      head = answer
      answer.on('error', fail)
      answer.once('end', () => fail(null))
      answer.on('data', (chunk: Buffer) => {
        if (!reader.take(chunk)) fail(null)
      })
    })
    if (signal.aborted) return giveUp()
    outgoing.end(request.body ?? undefined)
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

const headOf = ({ statusCode = 0, headers }: IncomingMessage) => ({ statusCode, headers })

/** Keeps the beginning and counts the rest. */
function bodyReader({ keptBytesMax, readBytesMax }: GuardedRequest) {
  const kept: Buffer[] = []
  let received = 0
  return {
    /** Whether the reader takes more. */
    take(chunk: Buffer): boolean {
      // A copy: the chunk is a view of a larger piece of memory.
      if (received < keptBytesMax) kept.push(Buffer.from(chunk.subarray(0, keptBytesMax - received)))
      received += chunk.length
      return received < readBytesMax
    },
    /** `complete`: the message has ended. */
    read: (complete: boolean) => ({
      body: Buffer.concat(kept),
      extent: received > keptBytesMax ? ('cut' as const) : complete ? ('complete' as const) : ('broken' as const),
    }),
  }
}

/** The headers that a connection needs; all others come from the request. */
function headersOf(target: WebhookTarget, { headers, body }: GuardedRequest): Record<string, string | number> {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host
  return {
    ...headers,
    Host: target.port === (target.secure ? 443 : 80) ? host : `${host}:${target.port}`,
    ...(body === null ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    'Accept-Encoding': 'identity',
    Connection: 'close',
  }
}
