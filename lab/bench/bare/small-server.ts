import { createServer } from 'node:http'

/** The smallest HTTP server that Node has: `run` answers each request, by its path, with JSON. */
export async function serveRuns(
  run: (path: string) => Promise<string>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    request.resume().on('end', () => {
      run(request.url ?? '').then(
        (text) => answer(200, text),
        (error: unknown) => answer(500, String(error)),
      )
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}
