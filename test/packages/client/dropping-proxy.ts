import { createServer } from 'node:http'
import { closed, listening, textOf } from './scripted-server.ts'

export interface PassedRequest {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  /** The service's answer never reached the client. */
  readonly dropped: boolean
}

export interface DroppingProxy {
  readonly url: string
  readonly passed: PassedRequest[]
  close(): Promise<void>
}

/**
 * A proxy between a client and the service. It forwards every request and waits for the answer; where `drops` selects a
 * request (counted from 0), it breaks the connection instead of returning the answer.
 */
export async function droppingProxy(target: string, drops: (index: number) => boolean): Promise<DroppingProxy> {
  const passed: PassedRequest[] = []
  let count = 0
  const server = createServer(async (request, response) => {
    const [index, method, path] = [count++, request.method ?? '', request.url ?? '']
    const sent = await textOf(request)
    const headers = new Headers()
    for (const name of ['authorization', 'content-type', 'idempotency-key']) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const answer = await fetch(`${target}${path}`, { method, headers, ...(sent === '' ? {} : { body: sent }) })
    const text = await answer.text()
    const dropped = drops(index)
    passed.push({ method, path, key: headers.get('idempotency-key') ?? undefined, dropped })
    if (dropped) return void response.socket?.destroy()
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(text)
  })
  return { url: await listening(server), passed, close: () => closed(server) }
}
