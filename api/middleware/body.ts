import getRawBody from 'raw-body'
import { inSlices } from '../../db/time-slices.ts'
import { startBodyClock } from '../body/clock.ts'
import { BODY_BYTES, tooLarge } from '../body/limits.ts'
import { decodeText, parsingJson } from '../body/json.ts'
import { Problem } from '../errors/problem.ts'
import { refusalOfType } from '../files/kind.ts'
import { type Route, takesBody } from '../route/route.ts'
import { type BodyQuota, countBytes } from './body-quota.ts'
import type { StepContext } from './state.ts'

export interface BodyOptions extends BodyQuota {
  /** How long a body may take before any of it has arrived; ten seconds by default. */
  readonly bodyMsMax?: number
}

/** Each 100 KB that has arrived adds a second (api/body/clock.ts). */
const BODY_MS_MAX = 10_000

type BodyText = 'application/json' | 'text/csv'

/** Types under which clients send a file of rows; its bytes state what it is. */
const FILE_TYPES: ReadonlySet<string> = new Set([
  'text/csv',
  'application/csv',
  'text/plain',
  'text/tab-separated-values',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
])

/**
 * Reads a body of the route's type within its limits; undefined without a body. For a `raw` route it returns a function
 * that reads the bytes when the handler wants them.
 */
export function bodyReader(route: Route, options: BodyOptions): (ctx: StepContext) => Promise<unknown> {
  const limit = route.maxBodyBytes ?? BODY_BYTES.small
  const type = route.bodyType ?? 'application/json'
  return async (ctx) => {
    if (type === 'raw') return () => readBytes(ctx, limit, options)
    return takesBody(route) ? readBody(ctx, route, { type, limit, options }) : undefined
  }
}

interface ReadOptions {
  readonly type: BodyText
  readonly limit: number
  /** Any type of a file of rows is taken. */
  readonly isFile?: boolean
  /** And JSON. */
  readonly isFileOrJson?: boolean
  readonly options: BodyOptions
}

async function readBody(
  ctx: StepContext,
  { exactNumbers, maxBodyValues, rateLimited, bodyBytes, bodyJson }: Route,
  { type, limit, options }: ReadOptions,
): Promise<unknown> {
  const bytes = await readTypedBody(ctx, {
    type,
    limit,
    isFile: bodyBytes === true,
    isFileOrJson: bodyJson === true,
    options: rateLimited === false ? { ...options, rateLimits: {} } : options,
  })
  if (bytes === undefined) return undefined
  if (bodyBytes === true) return bytes
  if (type === 'text/csv') return decodeText(bytes)
  return inSlices(
    parsingJson(bytes, {
      exact: exactNumbers === true,
      ...(maxBodyValues === undefined ? {} : { valuesMax: maxBodyValues }),
    }),
  )
}

/**
 * The bytes of a body, at most `limit`; undefined without one. Throws a Problem for another type, for a larger, a
 * broken or a late body, and when the quota of bytes is used up. A body whose announced length is too large is refused
 * before a byte is read.
 */
export async function readTypedBody(
  ctx: StepContext,
  { type, limit, isFile = false, isFileOrJson = false, options }: ReadOptions,
): Promise<Buffer | undefined> {
  const length = ctx.get('Content-Length')
  if (length === '0' || (length === '' && ctx.get('Transfer-Encoding') === '')) return undefined
  requireType(ctx, type, { isFile, isFileOrJson })
  // Before the quota is charged: a refused body costs nothing.
  requireLength(length, limit)
  if (length !== '') await countBytes(ctx, options, Number(length))
  const bytes = await readBytes(ctx, limit, options)
  if (length === '') await countBytes(ctx, options, bytes.length)
  return bytes.length === 0 ? undefined : bytes
}

function requireType(
  ctx: StepContext,
  wanted: BodyText,
  { isFile, isFileOrJson }: { readonly isFile: boolean; readonly isFileOrJson: boolean },
): void {
  const [type = '', ...parameters] = ctx
    .get('Content-Type')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  const isFileType = FILE_TYPES.has(type) || (isFileOrJson && type === 'application/json')
  const isWanted = isFile ? isFileType : type === wanted
  if (!isWanted || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new Problem(
      'unsupported_media_type',
      isFile ? refusalOfType(type) : `Send the body as \`Content-Type: ${wanted}\`, in UTF-8.`,
    )
  }
  const encoding = ctx.get('Content-Encoding')
  if (encoding !== '' && encoding !== 'identity') {
    throw new Problem('unsupported_media_type', 'Send the body without content encoding.', {
      headers: { 'Accept-Encoding': 'identity' },
    })
  }
}

/** The bytes of a body outside the routes, at most `limit`. Throws a Problem for a larger, a broken or a late one. */
export const readBodyWithin = (ctx: StepContext, limit: number): Promise<Buffer> => readBytes(ctx, limit, {})

function requireLength(length: string, limit: number): void {
  if (Number(length) > limit) throw tooLarge(limit)
}

async function readBytes(
  ctx: StepContext,
  limit: number,
  { bodyMsMax = BODY_MS_MAX }: Pick<BodyOptions, 'bodyMsMax'>,
): Promise<Buffer> {
  const length = ctx.get('Content-Length')
  requireLength(length, limit)
  const arrival = watchArrival(ctx, bodyMsMax)
  try {
    return await Promise.race([getRawBody(ctx.req, { limit, length: length === '' ? null : length }), arrival.late])
  } catch (cause) {
    const reason: unknown = cause instanceof Error && 'type' in cause ? cause.type : undefined
    if (reason === 'entity.too.large') {
      throw tooLarge(limit)
    }
    if (reason === 'request.aborted' || reason === 'request.size.invalid') {
      throw new Problem('invalid_request', 'The body ended before its announced length.')
    }
    throw cause
  } finally {
    arrival.stop()
  }
}

/** Rejects when a body arrives too slowly. The service stops waiting for it: its connection closes with the answer. */
function watchArrival({ req }: StepContext, msMax: number): { readonly late: Promise<never>; stop(): void } {
  const late = Promise.withResolvers<never>()
  let arrived = 0
  const count = (chunk: Buffer): void => {
    arrived += chunk.length
  }
  const stopClock = startBodyClock(
    msMax,
    () => arrived,
    () => {
      late.reject(
        new Problem(
          'invalid_request',
          `The body arrived too slowly: it may take ${msMax / 1_000} seconds, and one more for each 100 KB that has arrived.`,
          {
            headers: { Connection: 'close' },
          },
        ),
      )
    },
  )
  req.on('data', count)
  return {
    late: late.promise,
    stop() {
      stopClock()
      req.off('data', count)
    },
  }
}
