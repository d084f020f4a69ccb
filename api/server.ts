import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { startBodyClock } from './body/clock.ts'
import { FEEDBACK_LINK } from './middleware/errors.ts'
import { newId } from '../db/ids.ts'
import { portOf } from '../telemetry/port-of.ts'
import { Problem } from './errors/problem.ts'

/** The part of the Koa app that a server needs. */
export interface HttpApp {
  callback(): (request: IncomingMessage, response: ServerResponse) => unknown
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  /** Stops accepting, lets requests in flight end, and cuts the remaining connections after the deadline. */
  drain(deadlineMs?: number): Promise<void>
}

/**
 * A request must have arrived within this time; it exceeds the longest wait (120 s), so that it cuts off no waiting
 * request.
 */
const REQUEST_TIMEOUT_MS = 150_000
/** No real client needs longer for the headers; slow senders must not hold connections. */
const HEADERS_TIMEOUT_MS = 30_000
/**
 * A body that the service no longer reads (its request was refused before the body came), or that a library reads
 * without a time limit, is cut after this time and the time that its bytes earn (api/body/clock.ts). Routes answer a
 * late body five seconds earlier (api/middleware/body.ts).
 */
const BODY_MS_MAX = 15_000
/** Above the idle timeout of usual load balancers (60 s), which would otherwise reuse a connection just closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** Above the longest wait (120 s). */
const DRAIN_DEADLINE_MS = 130_000
const IDLE_CHECK_MS = 50

export async function startServer(options: {
  readonly app: HttpApp
  readonly host: string
  readonly port: number
  /** How long a body may take before its connection is cut; fifteen seconds by default. */
  readonly bodyMsMax?: number
}): Promise<RunningServer> {
  const respond = options.app.callback()
  let draining = false
  // Connections before their first request: Node counts them as busy, and would wait for it until it times out.
  const fresh = new Set<Socket>()
  const server = createServer((request, response) => {
    fresh.delete(request.socket)
    cutLateBody(request, options.bodyMsMax ?? BODY_MS_MAX)
    // A draining server makes its clients use another connection for their next request.
    if (draining) response.setHeader('Connection', 'close')
    respond(request, response)
  })
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS
  server.on('clientError', answerBrokenRequest)
  server.on('connection', (socket) => {
    fresh.add(socket)
    socket.once('close', () => fresh.delete(socket))
  })

  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => resolve(portOf(server.address())))
  })
  return {
    port,
    url: `http://${reachable(options.host)}:${port}`,
    async drain(deadlineMs = DRAIN_DEADLINE_MS) {
      draining = true
      // Connections become idle as their answers go out; Node closes only those that are idle at the moment of the
      // call.
      const closeIdle = (): void => {
        for (const socket of fresh) if (socket.bytesRead === 0) socket.destroy()
        server.closeIdleConnections()
      }
      const idle = setInterval(closeIdle, IDLE_CHECK_MS)
      const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
      await new Promise<void>((resolve) => server.close(() => resolve()))
      clearInterval(idle)
      clearTimeout(deadline)
    },
  }
}

/**
 * The clock starts when the body is read, not before: a request may first wait for the service, which is not the
 * sender's fault. Node reads and drops the unread rest of an answered request: the clock of such a body starts with the
 * answer.
 */
function cutLateBody(request: IncomingMessage, msMax: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length === '0' && encoding === undefined) return
  let isRead = false
  const begin = (): void => {
    if (isRead) return
    isRead = true
    const { socket } = request
    const readBefore = socket.bytesRead
    const stop = startBodyClock(
      msMax,
      () => socket.bytesRead - readBefore,
      () => {
        if (!request.complete) socket.destroy()
      },
    )
    request.once('close', stop)
  }
  request.once('resume', begin)
  // An iterator reads without resuming the stream, as in the OAuth library.
  request.on('newListener', (event) => {
    if (event === 'readable') begin()
  })
}

/** A wildcard address is for listening, not for calling. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const BROKEN: Readonly<Record<string, { status: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', message: 'The request headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request did not arrive in time.' },
}

/** A request that is not HTTP never reaches Koa; it gets the same envelope nevertheless (Spec 7: every error). */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, message } = BROKEN[error.code ?? ''] ?? {
    status: '400 Bad Request',
    message: 'The request is not valid HTTP.',
  }
  const requestId = newId('req')
  const text = JSON.stringify(new Problem('invalid_request', message).body(requestId))
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `Request-Id: ${requestId}`,
      `Link: ${FEEDBACK_LINK}`,
      '',
      text,
    ].join('\r\n'),
  )
}
