import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A provider that answers what the test scripts, over real sockets. */
export interface Simulator {
  /** Without a trailing slash. */
  readonly url: string
  /** Every request that arrived complete, in order. */
  readonly calls: readonly SimulatedCall[]
  /** Replies to any request in turn; the last one is repeated forever. Replaces what was scripted before. */
  script(...replies: readonly Reply[]): void
  /** The same for one path (without its query); a path with its own replies takes no others. */
  scriptPath(path: string, ...replies: readonly Reply[]): void
  /** Answers what is not scripted for its path by this rule, in place of `script`. */
  respond(rule: (call: SimulatedCall) => Reply): void
  /** Forgets calls and scripts. */
  reset(): void
  close(): Promise<void>
}

export interface SimulatedCall {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Parsed when it is JSON, else the text; null when there was none. */
  readonly body: unknown
  /** The body as it arrived. */
  readonly text: string
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Answered as application/json. */
  readonly json?: unknown
  /** Answered as it is, as text/plain unless `headers` states otherwise. */
  readonly text?: string
  readonly latencyMs?: number
  /** Sent without announcing its length. */
  readonly chunked?: boolean
  /**
   * `hang`: never answers. `reset`: closes the connection unanswered. `resetMidBody`: closes it after half of the
   * body. `drip`: sends the body one byte every 20 ms.
   */
  readonly fault?: 'hang' | 'reset' | 'resetMidBody' | 'drip'
}

const NOTHING_SCRIPTED: Reply = { status: 501, json: { error: 'nothing is scripted' } }
const DRIP_MS = 20

export async function startSimulator(): Promise<Simulator> {
  const calls: SimulatedCall[] = []
  const scripts = new Map<string, Reply[]>()
  const ANY = '*'
  let rule: ((call: SimulatedCall) => Reply) | null = null

  const server = createServer((request, response) => {
    void record(request)
      .then((call) => {
        calls.push(call)
        const own = scripts.get(call.path)
        return send(response, own === undefined && rule !== null ? rule(call) : nextReply(own ?? scripts.get(ANY)))
      })
      .catch(() => response.destroy())
  })
  const url = await listen(server)
  return {
    url,
    calls,
    script: (...replies) => void scripts.set(ANY, [...replies]),
    scriptPath: (path, ...replies) => void scripts.set(path, [...replies]),
    respond: (next) => {
      rule = next
    },
    reset: () => {
      calls.length = 0
      rule = null
      scripts.clear()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function nextReply(replies: Reply[] | undefined): Reply {
  const reply = replies !== undefined && replies.length > 1 ? replies.shift() : replies?.[0]
  return reply ?? NOTHING_SCRIPTED
}

async function record(request: IncomingMessage): Promise<SimulatedCall> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const url = new URL(request.url ?? '/', 'http://simulator.invalid')
  const text = Buffer.concat(chunks).toString('utf8')
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: parsed(text),
    text,
  }
}

function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function send(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply.latencyMs !== undefined) await sleep(reply.latencyMs)
  if (reply.fault === 'hang') return
  if (reply.fault === 'reset') return void response.socket?.destroy()
  const body = Buffer.from(reply.json === undefined ? (reply.text ?? '') : JSON.stringify(reply.json))
  const contentType = reply.json === undefined ? 'text/plain' : 'application/json'
  const length = reply.chunked === true ? {} : { 'content-length': String(body.length) }
  response.writeHead(reply.status ?? 200, { 'content-type': contentType, ...length, ...reply.headers })
  if (reply.fault === 'resetMidBody') {
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.socket?.destroy())
    return
  }
  if (reply.fault !== 'drip') return void response.end(body)
  for (const byte of body) {
    if (response.destroyed) return
    response.write(Buffer.from([byte]))
    await sleep(DRIP_MS)
  }
  response.end()
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('the simulator has no port'))
      resolve(`http://127.0.0.1:${address.port}`)
    })
  })
}
