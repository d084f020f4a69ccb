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
