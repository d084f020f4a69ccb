import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  readonly httpRequestDuration: Histogram<'method' | 'route' | 'status'>
  readonly inboundRefused: Counter<'provider' | 'reason'>
  readonly passwordHashes: Counter
}

/** From a quick read to the longest wait (Spec 8: 120 s). */
const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** One registry per process, made by its main file: prom-client's global one would be shared by every test. */
export function createMetrics(options: { readonly processMetrics: boolean } = { processMetrics: true }): Metrics {
  const registry = new Registry()
  if (options.processMetrics) collectDefaultMetrics({ register: registry })
  const httpRequestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  })
  const inboundRefused = new Counter({
    name: 'inbound_refused_total',
    help: "Messages to the providers' webhook routes that were refused, of which nothing else is kept.",
    labelNames: ['provider', 'reason'],
    registers: [registry],
  })
  const passwordHashes = new Counter({
    name: 'password_hashes_total',
    help: 'Computations of argon2: one for each sign-up and sign-in that was tried, whether the address exists or not.',
    registers: [registry],
  })
  return { registry, httpRequestDuration, inboundRefused, passwordHashes }
}

export interface MetricsServer {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Serves the registry on a port of its own, which is not exposed to clients (design, "Operators"). */
export async function startMetricsServer(options: {
  readonly port: number; readonly host: string; readonly registry: Registry
}): Promise<MetricsServer> {
  const { registry, host } = options
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, host, () => resolve(portOf(server.address())))
  })
  return {
    port,
    url: `http://${host}:${port}/metrics`,
    close: () => new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    }),
  }
}

/** A server that listens on a TCP port has an address with a port; a pipe's would be a string. */
export function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on a port')
  return address.port
}
