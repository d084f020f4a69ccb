import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { vectorOf } from './vectors.ts'

/**
 * An embeddings service, by the contract of OpenAI's `POST /v1/embeddings`: `{model, input: text or texts}` gives
 * `{object, data: [{object, index, embedding}], model, usage}`.
 */
export interface EmbeddingTwin {
  /** Without a path. */
  readonly url: string
  /** Every request that arrived complete, in order. */
  readonly requests: readonly EmbeddingRequest[]
  /** How it answers from now on. */
  behave(behaviour: EmbeddingBehaviour): void
  /** Answers what hangs, and from now on as usual. */
  release(): void
  close(): Promise<void>
}

export interface EmbeddingRequest {
  readonly texts: readonly string[]
  readonly model: string
  readonly authorization: string | undefined
}

/**
 * `hang`: no answer until it is released. `wrong_count`: one vector is missing. `wrong_dimensions`: the vectors are
 * longer. `malformed`: the answer is cut. `refuses`: every request with a text that contains this.
 */
export type EmbeddingBehaviour =
  | 'normal'
  | 'hang'
  | 'wrong_count'
  | 'wrong_dimensions'
  | 'malformed'
  | { readonly status: number; readonly retryAfter?: number }
  | { readonly refuses: string }

export async function startEmbeddingTwin(port = 0): Promise<EmbeddingTwin> {
  const requests: EmbeddingRequest[] = []
  const hanging: (() => void)[] = []
  let behaviour: EmbeddingBehaviour = 'normal'
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy())
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = readRequest(await text(request))
    if (request.method !== 'POST' || request.url !== '/v1/embeddings') return send(response, 404, { error: {} })
    if (read === null) return send(response, 400, { error: { message: 'input and model are needed' } })
    requests.push({ ...read, authorization: request.headers.authorization })
    if (behaviour === 'hang') await new Promise<void>((resolve) => hanging.push(resolve))
    if (typeof behaviour === 'object' && 'refuses' in behaviour) {
      const { refuses } = behaviour
      if (read.texts.some((one) => one.includes(refuses))) return send(response, 400, { error: { message: refuses } })
    } else if (typeof behaviour === 'object') {
      const { status, retryAfter } = behaviour
      return send(response, status, { error: { message: `as requested: ${read.texts.join(' ')}` } }, retryAfter)
    }
    const answer = answerTo(read, behaviour)
    if (behaviour === 'malformed') return void response.writeHead(200).end(JSON.stringify(answer).slice(0, -20))
    send(response, 200, answer)
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the twin has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    behave: (next) => {
      behaviour = next
    },
    release() {
      behaviour = 'normal'
      for (const resolve of hanging.splice(0)) resolve()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function readRequest(body: string): Omit<EmbeddingRequest, 'authorization'> | null {
  const { input, model }: { input?: unknown; model?: unknown } = JSON.parse(body)
  const texts = typeof input === 'string' ? [input] : input
  if (typeof model !== 'string' || !Array.isArray(texts) || texts.length === 0) return null
  return texts.every((one) => typeof one === 'string' && one !== '') ? { texts, model } : null
}

function answerTo({ texts, model }: Omit<EmbeddingRequest, 'authorization'>, behaviour: EmbeddingBehaviour) {
  const data = texts.map((one, index) => ({
    object: 'embedding',
    index,
    embedding: behaviour === 'wrong_dimensions' ? [...vectorOf(one), 1] : vectorOf(one),
  }))
  const tokens = texts.join(' ').split(/\s+/).length
  return {
    object: 'list',
    // In any order: `index` states which text a vector is of.
    data: (behaviour === 'wrong_count' ? data.slice(1) : data).toReversed(),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}

function send(response: ServerResponse, status: number, body: object, retryAfter?: number): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  })
  response.end(JSON.stringify(body))
}
