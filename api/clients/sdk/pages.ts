import { memberOf } from './errors.ts'
import type { Operation, Request, RequestOptions } from './request.ts'

/**
 * The pages of a list, from the first or from `cursor` on, until `next_cursor` is null. The cursor travels in the query of a GET and in
 * the body of a POST.
 */
export async function* pages(request: Request, operation: Operation, options: RequestOptions = {}): AsyncGenerator<unknown, void, undefined> {
  let asked = options
  for (;;) {
    const page = await request(operation, asked)
    yield page
    const cursor = memberOf(page, 'next_cursor')
    if (typeof cursor !== 'string') return
    asked = operation.startsWith('POST ')
      ? { ...options, body: { ...(typeof options.body === 'object' ? options.body : {}), cursor } }
      : { ...options, query: { ...options.query, cursor } }
  }
}
