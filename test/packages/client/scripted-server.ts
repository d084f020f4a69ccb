import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly atMs: number
}

/** The reaction to one request: an answer, or a broken connection. */
export type Reaction =
  | {
      readonly status: number
      readonly body?: unknown
      readonly text?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | 'break'
  /** Half of an answer, then the connection breaks. */
  | 'break off'
  | 'never answer'

export interface ScriptedServer {
  readonly url: string
  readonly seen: SeenRequest[]
  /** After it was closed: listens again, on the same port. */
  open(port: number): Promise<string>
  close(): Promise<void>
}

/** A server over real sockets that follows `script`; the last reaction is repeated. */
export async function scriptedServer(...script: readonly Reaction[]): Promise<ScriptedServer> {
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const reaction = script[Math.min(seen.length, script.length - 1)]
    const body = await textOf(request)
    seen.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body,
      atMs: performance.now(),
    })
    react(response, reaction ?? 'break')
  })
  return { url: await listening(server), seen, open: (port) => listening(server, port), close: () => closed(server) }
}

function react(response: ServerResponse, reaction: Reaction): void {
  if (reaction === 'never answer') return
  if (reaction === 'break') return void response.socket?.destroy()
  if (reaction === 'break off') {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      .write('{"items":', () => response.socket?.destroy())
    return
  }
  const text = reaction.text ?? JSON.stringify(reaction.body ?? {})
  response
    .writeHead(reaction.status, {
      'content-type': reaction.text === undefined ? 'application/json; charset=utf-8' : 'text/html',
      ...reaction.headers,
    })
    .end(text)
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

export async function listening(server: Server, at = 0): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(at, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

export async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
}
