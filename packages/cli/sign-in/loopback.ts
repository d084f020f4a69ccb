import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where the browser returns to: this machine only (RFC 8252, 7.3). */
export interface Loopback {
  readonly redirectUri: string
  /** The answer of the request with this state; all others are refused. Rejects with the signal's reason. */
  answer(state: string, signal: AbortSignal): Promise<URLSearchParams>
  close(): void
}

const HOST = '127.0.0.1'
const PATH = '/callback'

export async function listenOnLoopback(): Promise<Loopback> {
  let handle: (query: URLSearchParams) => boolean = () => false
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', `http://${HOST}`)
    if (request.method !== 'GET' || url?.pathname !== PATH) return respond(response, 404, 'There is nothing here.')
    // A request that another page made has another state, and does not end the sign-in.
    if (!handle(url.searchParams)) return respond(response, 400, 'This is not the answer to a sign-in of svc.')
    respond(response, 200, 'svc has the answer. You can close this page and return to the terminal.')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, HOST, resolve)
  })
  const address = server.address()
  return {
    redirectUri: `http://${HOST}:${isInfo(address) ? address.port : ''}${PATH}`,
    answer: (state, signal) =>
      new Promise((resolve, reject) => {
        handle = (query) => {
          if (query.get('state') !== state) return false
          resolve(query)
          return true
        }
        const abort = (): void => reject(signal.reason)
        if (signal.aborted) abort()
        else signal.addEventListener('abort', abort, { once: true })
      }),
    close: () => {
      server.close()
      server.closeIdleConnections()
    },
  }
}

const isInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

function respond(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
    })
    .end(`${text}\n`)
}
