import { createServer } from 'node:http'

/** Liveness of a worker process, on a port that is not exposed: 200 while it polls for tasks, else 503. */
export async function startHealthServer(options: { port: number; host: string; healthy: () => boolean }): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const known = request.url === '/healthz'
    const healthy = options.healthy()
    response.writeHead(known ? (healthy ? 200 : 503) : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: known ? (healthy ? 'ok' : 'unavailable') : 'not_found' }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => resolve())
  })
  return { close: () => new Promise((resolve) => { server.close(() => resolve()) }) }
}
