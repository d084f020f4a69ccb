import { createServer } from 'node:http'
import type { Registry } from 'prom-client'
import { portOf } from './port-of.ts'

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
