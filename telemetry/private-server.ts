import { createServer } from 'node:http'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'
import { portOf } from './port-of.ts'

/** One part of the metrics page, in Prometheus' text format. */
export type MetricsPart = () => Promise<string>

export interface PrivateServer {
  /** The URL of the metrics page. */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

export interface PrivateServerOptions {
  readonly port: number
  readonly host: string
  readonly metrics: MetricsPart
  /** The answer of `/healthz`; left out where another port serves it. */
  readonly healthy?: () => boolean
  /** Shown in the answer of `/healthz`; null or left out: there is no version. */
  readonly version?: WorkerVersion | null
}

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8'

/** Serves a process's metrics and health on a port that is not exposed to clients. */
export async function startPrivateServer({
  port: wanted,
  host,
  metrics,
  healthy,
  version = null,
}: PrivateServerOptions): Promise<PrivateServer> {
  const labels = version === null ? {} : { deployment: version.deploymentName, build_id: version.buildId }
  const server = createServer((request, response) => {
    if (request.url === '/metrics') {
      metrics().then(
        (text) => response.writeHead(200, { 'Content-Type': TEXT_FORMAT }).end(text),
        () => response.writeHead(500).end(),
      )
      return
    }
    const status = request.url !== '/healthz' || healthy === undefined ? 'not_found' : healthy() ? 'ok' : 'unavailable'
    response
      .writeHead({ not_found: 404, ok: 200, unavailable: 503 }[status], { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ status, ...(status === 'not_found' ? {} : labels) }))
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, host, () => resolve(portOf(server.address())))
  })
  return {
    port,
    url: `http://${host}:${port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
