import {
  type ClientHttp2Session,
  connect,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { portOf } from '../../telemetry/port-of.ts'
import type { Certified } from './certificates.ts'

export interface GatewayOptions extends Certified {
  /** The authority of the clients' certificates; without it, no certificate is requested. */
  readonly clientCa?: string
  /** Requests without it as a bearer token are refused, as Temporal Cloud refuses them. */
  readonly apiKey?: string
  /** The end of a method's path: no client may call it. */
  readonly denied?: string
}

/** A Temporal server's TLS endpoint: it forwards every request to the server at `address`. */
export interface TemporalGateway {
  readonly port: number
  /** How many requests it has forwarded. */
  forwarded(): number
  close(): Promise<void>
}

/** One gRPC call: headers, body and trailers, both ways. */
function forward(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, behind: ClientHttp2Session): void {
  const { ':authority': _, ':scheme': __, ...rest } = headers
  const request = behind.request(rest)
  request.on('error', () => stream.close())
  stream.on('close', () => request.close())
  let trailers = {}
  request.on('response', (answer, flags) => {
    // Without a body, the headers are the trailers too.
    const alone = (flags & 1) === 1
    stream.respond(answer, { endStream: alone, waitForTrailers: !alone })
    if (alone) return
    stream.on('wantTrailers', () => stream.sendTrailers(trailers))
    request.pipe(stream)
  })
  request.on('trailers', (sent) => {
    trailers = sent
  })
  stream.pipe(request)
}

/** Codes of gRPC. */
const [PERMISSION_DENIED, UNAUTHENTICATED] = ['7', '16']

const refuse = (stream: ServerHttp2Stream, code: string): void =>
  stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': code }, { endStream: true })

export async function startTemporalGateway(
  address: string,
  { cert, key, clientCa, apiKey, denied }: GatewayOptions,
): Promise<TemporalGateway> {
  const server = createSecureServer({
    cert,
    key,
    ...(clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: true }),
  })
  const behind = connect(`http://${address}`)
  let forwarded = 0
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => undefined)
    if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`) return refuse(stream, UNAUTHENTICATED)
    if (denied !== undefined && headers[':path']?.endsWith(denied) === true) return refuse(stream, PERMISSION_DENIED)
    forwarded += 1
    forward(stream, headers, behind)
  })
  // A client without a certificate is refused in the handshake.
  server.on('sessionError', () => undefined)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    sessions.add(session)
  })
  return {
    port: portOf(server.address()),
    forwarded: () => forwarded,
    async close() {
      for (const session of sessions) session.destroy()
      behind.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
