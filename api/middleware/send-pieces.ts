import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describeError } from '../errors/logged-error.ts'
import { routeOf, type StepContext } from './state.ts'

type Piece = string | Uint8Array

export interface PiecesAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly contentType: string
  readonly pieces: AsyncIterable<Piece>
}

/** A client that takes nothing for this long is gone, whatever its connection states. */
const IDLE_MS_MAX = 60_000

/**
 * Sends an answer piece by piece, no faster than the client takes them, and ends with the last one, so that the access
 * log and the metrics cover all of it. A failure before the first piece is an error like any other. Later the status
 * has been sent, so the connection is cut instead: a client must not take half an answer for a complete one.
 */
export async function sendPieces(
  ctx: StepContext,
  { status, headers, contentType, pieces }: PiecesAnswer,
): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  ctx.status = status
  ctx.type = contentType
  // A route with several formats names its own.
  if (headers !== undefined) ctx.set({ ...headers })
  if (ctx.method === 'HEAD') {
    await iterator.return?.()
    ctx.body = ''
    return
  }
  ctx.respond = false
  ctx.res.setTimeout(IDLE_MS_MAX, () => ctx.res.destroy())
  const source = new Source(first, iterator)
  // All other errors of the pipeline mean that the client disconnected. One piece is ready while another is taken: a
  // stream's default would be sixteen of them.
  await pipeline(Readable.from(source, { highWaterMark: 1 }), ctx.res).catch(() => undefined)
  if (source.failed)
    ctx.state.log.error({ route: routeOf(ctx.state), error: describeError(source.failure) }, 'response_stream_failed')
}

/** The pieces from the first one on. When the client disconnects in between, the handler's iterable is ended too. */
class Source implements AsyncIterable<Piece> {
  readonly #first: IteratorResult<Piece>
  readonly #iterator: AsyncIterator<Piece>
  failed = false
  failure: unknown

  constructor(first: IteratorResult<Piece>, iterator: AsyncIterator<Piece>) {
    this.#first = first
    this.#iterator = iterator
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Piece> {
    try {
      for (let item = this.#first; item.done !== true; item = await this.#next()) yield item.value
    } finally {
      if (!this.failed) await this.#iterator.return?.()
    }
  }

  async #next(): Promise<IteratorResult<Piece>> {
    try {
      return await this.#iterator.next()
    } catch (error) {
      this.failed = true
      this.failure = error
      throw error
    }
  }
}
