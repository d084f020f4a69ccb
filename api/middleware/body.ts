import getRawBody from 'raw-body'
import { Problem } from '../problem.ts'
import { decodeText, parseJson } from '../json.ts'
import { takesBody } from '../route-errors.ts'
import type { Route } from '../route.ts'
import type { Step, StepContext } from './state.ts'

/** Decisions, "body size": 1 MB where a route says nothing else. */
export const BODY_BYTES_MAX = 1_048_576

/** How each type of body is read. */
const READERS = {
  'application/json': (bytes: Uint8Array, { exactNumbers }: Route) => parseJson(bytes, { exact: exactNumbers === true }),
  'text/csv': decodeText,
} as const

/** Reads a body of the route's type within its limit. Without a body the state holds undefined. */
export const body = (route: Route): Step => {
  const limit = route.maxBodyBytes ?? BODY_BYTES_MAX
  const type = route.bodyType ?? 'application/json'
  return async (ctx, next) => {
    if (type === 'raw') ctx.state.body = () => inTime(readBytes(ctx, limit, ctx.get('Content-Length')))
    else if (takesBody(route)) ctx.state.body = await readBody(ctx, route, { type, limit })
    await next()
  }
}

async function readBody(ctx: StepContext, route: Route, { type, limit }: { type: keyof typeof READERS; limit: number }): Promise<unknown> {
  const bytes = await readTypedBody(ctx, { type, limit })
  return bytes === undefined ? undefined : READERS[type](bytes, route)
}

/** The bytes of a body, at most `limit`; undefined without one. Throws a Problem for another type, and for a larger or a broken body. */
export async function readTypedBody(ctx: StepContext, { type, limit }: { readonly type: keyof typeof READERS; readonly limit: number }): Promise<Buffer | undefined> {
  const length = ctx.get('Content-Length')
  if (length === '0' || (length === '' && ctx.get('Transfer-Encoding') === '')) return undefined
  requireType(ctx, type)
  const bytes = await readBytes(ctx, limit, length)
  return bytes.length === 0 ? undefined : bytes
}

function requireType(ctx: StepContext, wanted: keyof typeof READERS): void {
  const [type = '', ...parameters] = ctx.get('Content-Type').split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length).replaceAll('"', '')
  if (type !== wanted || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new Problem('unsupported_media_type', `Send the body as \`Content-Type: ${wanted}\`, in UTF-8.`)
  }
  const encoding = ctx.get('Content-Encoding')
  if (encoding !== '' && encoding !== 'identity') {
    throw new Problem('unsupported_media_type', 'Send the body without a content encoding.', { headers: { 'Accept-Encoding': 'identity' } })
  }
}

/** A provider sends its megabyte at once. Who has proven nothing yet must not hold memory for longer. */
const RAW_BODY_MS_MAX = 10_000

/** The bytes of a body that is no route's, at most `limit`. Throws a Problem for a larger, a broken or a late one. */
export const readBodyWithin = (ctx: StepContext, limit: number): Promise<Buffer> => inTime(readBytes(ctx, limit, ctx.get('Content-Length')))

/** What is late is not waited for: its connection closes with the answer. */
async function inTime(bytes: Promise<Buffer>): Promise<Buffer> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Problem('invalid_request', 'The body did not arrive within 10 seconds.', { headers: { Connection: 'close' } })), RAW_BODY_MS_MAX)
  try {
    return await Promise.race([bytes, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

export const tooLarge = (limit: number): Problem =>
  new Problem('payload_too_large', `The body is larger than the ${limit} bytes that this route accepts.`)

async function readBytes(ctx: StepContext, limit: number, length: string): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, { limit, length: length === '' ? null : length })
  } catch (cause) {
    const reason: unknown = cause instanceof Error && 'type' in cause ? cause.type : undefined
    if (reason === 'entity.too.large') {
      throw tooLarge(limit)
    }
    if (reason === 'request.aborted' || reason === 'request.size.invalid') {
      throw new Problem('invalid_request', 'The body ended before its announced length.')
    }
    throw cause
  }
}
