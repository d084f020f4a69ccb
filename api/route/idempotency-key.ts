import { Problem } from '../errors/problem.ts'

/** The key of the header or of the body; bare and quoted forms are the same key (decisions, "idempotency"). */
export function idempotencyKeyOf(header: string | undefined, body: string | undefined): string | null {
  const bare = header === undefined ? undefined : (/^"(.+)"$/.exec(header)?.[1] ?? header)
  if (bare !== undefined && body !== undefined && bare !== body) {
    throw new Problem('invalid_request', 'The Idempotency-Key header and the member idempotency_key differ.', {
      param: '/idempotency_key',
    })
  }
  return bare ?? body ?? null
}
