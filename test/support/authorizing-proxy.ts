import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'

export interface AuthorizingProxy {
  /** Without a trailing slash. */
  readonly url: string
  /** Where requests go from now on, and the credential that they get. */
  passTo(target: string, credential: string): void
  close(): Promise<void>
}

/** Passes requests on as they are, with a credential, for a client that sends none. */
export async function startAuthorizingProxy(): Promise<AuthorizingProxy> {
  let pass = (_: IncomingMessage, response: ServerResponse): void => void response.writeHead(503).end()
  const server = createServer((request, response) => pass(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    passTo(target, credential) {
      const { hostname, port } = new URL(target)
      pass = (request, response) => {
        const passed = openRequest({
          host: hostname,
          port,
          method: request.method,
          path: request.url,
          headers: { ...request.headers, authorization: `Bearer ${credential}` },
        })
        passed.on('response', (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        })
        passed.on('error', () => response.destroy())
        response.on('close', () => passed.destroy())
        request.pipe(passed)
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
