import { memberOf } from './errors.ts'
import type { Operations } from './operations.ts'
import {
  type AnswerOf,
  type RequestParts,
  type Operation,
  type RequestArguments,
  sendOperation,
  successOf,
} from './request.ts'
import type { Send } from './transport.ts'

type HasCursor<Part> = 'cursor' extends keyof NonNullable<Part> ? true : false
type TakesCursor<O> = O extends { answer: { next_cursor: string | null } }
  ? (O extends { query?: infer Q } ? HasCursor<Q> : false) | (O extends { body: infer B } ? HasCursor<B> : false)
  : false

/** The operations whose answers are pages: they take a `cursor` and answer a `next_cursor`. */
export type PagedOperation = {
  [O in Operation]: O extends `GET ${string}` | `POST ${string}`
    ? true extends TakesCursor<Operations[O]>
      ? O
      : never
    : never
}[Operation]

/** Pages through a list. */
export type Pages = <O extends PagedOperation>(
  operation: O,
  ...options: RequestArguments<O>
) => AsyncGenerator<AnswerOf<O>, void, undefined>

/**
 * From the first page, or from the given cursor, until `next_cursor` is null. The cursor goes into the query of a GET
 * and into the body of a POST.
 */
export function createPages(send: Send): Pages {
  function pages<O extends PagedOperation>(
    operation: O,
    ...options: RequestArguments<O>
  ): AsyncGenerator<AnswerOf<O>, void, undefined>
  async function* pages(operation: string, options: RequestParts = {}): AsyncGenerator<unknown, void, undefined> {
    let requestOptions = options
    for (;;) {
      const page = successOf(await sendOperation(send, operation, requestOptions))
      yield page
      const cursor = memberOf(page, 'next_cursor')
      if (typeof cursor !== 'string') return
      requestOptions = operation.startsWith('POST ')
        ? { ...options, body: { ...(typeof options.body === 'object' ? options.body : {}), cursor } }
        : { ...options, query: { ...options.query, cursor } }
    }
  }
  return pages
}
