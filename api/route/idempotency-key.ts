import { Problem } from '../errors/problem.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../schemas/idempotency.ts'

/** The key of the header or of the body; bare and quoted forms are the same key (decisions, "idempotency"). */
export function idempotencyKeyOf(header: string | undefined, body: string | undefined): string | null {
  const bare = header === undefined ? undefined : keyInHeader(header)
  if (bare !== undefined && body !== undefined && bare !== body) {
    throw new Problem('invalid_request', 'The Idempotency-Key header and the member idempotency_key differ.', {
      param: '/idempotency_key',
    })
  }
  return bare ?? body ?? null
}

/** Throws `invalid_request` for a key that is too long. */
function keyInHeader(header: string): string {
  const bare = utf8Of(/^"(.+)"$/.exec(header)?.[1] ?? header)
  if ([...bare].length > IDEMPOTENCY_KEY_LENGTH_MAX)
    throw new Problem(
      'invalid_request',
      `The Idempotency-Key header must have at most ${IDEMPOTENCY_KEY_LENGTH_MAX} characters, for example order-17.`,
      { param: '/Idempotency-Key' },
    )
  return bare
}

/** Node reads each byte of a header as a character; a client that sends UTF-8 means the text of the body form. */
function utf8Of(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? header : text
}
