import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describeError } from '../logged-error.ts'
import type { StepContext } from './state.ts'

export interface PiecesAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly contentType: string
  readonly pieces: AsyncIterable<string>
}

/** A client that takes nothing for so long is gone, whatever its connection says. */
const IDLE_MS_MAX = 60_000

/**
 * Sends an answer piece by piece, no faster than the client takes them, and ends when the last one is out: so the access log
 * and the metrics see the whole of it. What fails before the first piece is an error like any other. Later the status has gone
 * out, so the connection is cut instead: a client must not take half an answer for a whole one.
 */
export async function sendPieces(ctx: StepContext, { status, headers, contentType, pieces }: PiecesAnswer): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  ctx.status = status
  if (headers !== undefined) ctx.set({ ...headers })
  ctx.type = contentType
  if (ctx.method === 'HEAD') {
    await iterator.return?.()
    ctx.body = ''
    return
  }
  ctx.respond = false
  ctx.res.setTimeout(IDLE_MS_MAX, () => ctx.res.destroy())
  try {
    await pipeline(Readable.from(from(first, iterator)), ctx.res)
  } catch (error) {
    if (!isClientGone(error)) ctx.state.log.error({ route: ctx.state.route?.path ?? 'unmatched', error: describeError(error) }, 'answer broke off')
  }
}

/** Its `finally` lets the handler's iterable end too when the client goes away in between. */
async function* from(first: IteratorResult<string>, iterator: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let item = first; item.done !== true; item = await iterator.next()) yield item.value
  } finally {
    await iterator.return?.()
  }
}

const isClientGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET' || error.code === 'EPIPE')
