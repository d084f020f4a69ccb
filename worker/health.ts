import { createServer } from 'node:http'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'

export interface HealthOptions {
  readonly port: number
  readonly host: string
  readonly healthy: () => boolean
  readonly version: WorkerVersion | null
}

/** Liveness of a worker process, on a port that is not exposed: 200 while it polls for tasks, else 503; either says which version it is. */
export async function startHealthServer(options: HealthOptions): Promise<{ close(): Promise<void> }> {
  const version = options.version === null ? {} : { deployment: options.version.deploymentName, build_id: options.version.buildId }
  const server = createServer((request, response) => {
    const known = request.url === '/healthz'
    const healthy = options.healthy()
    response.writeHead(known ? (healthy ? 200 : 503) : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: known ? (healthy ? 'ok' : 'unavailable') : 'not_found', ...(known ? version : {}) }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => resolve())
  })
  return { close: () => new Promise((resolve) => { server.close(() => resolve()) }) }
}
