import { createHmac, randomBytes } from 'node:crypto'
import { lookup as lookUp } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Event } from 'routed-data-client'
import type { Machine } from './machine.ts'

/** How the receiver answered; named as in the answer of `POST /v1/webhooks/{id}/test`. */
export interface Forwarded {
  readonly delivered: boolean
  readonly status_code: number | null
  readonly error: string | null
  readonly latency_ms: number
  readonly delivery_id: string
  readonly tries: number
}

export type Forwarder = (event: Event) => Promise<Forwarded>

export interface ForwarderParts {
  readonly url: URL
  readonly secret: string
  readonly allowRemote: boolean
  readonly machine: Machine
}

/** Spec 6: a receiver answers within ten seconds. */
const ANSWER_MS_MAX = 10_000
/** A receiver that is restarting refuses connections for a moment. */
const PAUSES_MS = [500, 1_000, 2_000]
/** The service uses the same name. */
const USER_AGENT = 'routed-data-service-webhooks/1'

/**
 * Posts events as the service's webhooks do: the envelope's bytes, signed at the moment of sending. Redirects are not
 * followed.
 */
export function createForwarder({ url, secret, allowRemote, machine }: ForwarderParts): Forwarder {
  return async (event) => {
    const { signWebhook } = await import('routed-data-client')
    const { id, type, created_at: createdAt, data } = event
    const body = JSON.stringify({ id, type, created_at: createdAt, data })
    const deliveryId = `whd_${randomBytes(13).toString('hex')}`
    for (let tries = 1; ; tries += 1) {
      const startedAt = machine.now()
      const headers = {
        'Content-Type': 'application/json',
        'User-Agent': USER_AGENT,
        'Accept-Encoding': 'identity',
        'Service-Signature': await signWebhook({ secret, body, now: startedAt }),
        'Service-Event-Id': id,
        'Service-Event-Type': type,
        'Service-Delivery-Id': deliveryId,
        ...standardHeaders({ id, secret, body, now: startedAt }),
      }
      const { statusCode, error } = await post({ url, headers, body, allowRemote, signal: machine.interrupted })
      const pause = PAUSES_MS[tries - 1]
      if (error?.code !== 'ECONNREFUSED' || pause === undefined || machine.interrupted.aborted) {
        return {
          delivered: statusCode !== null && statusCode >= 200 && statusCode < 300,
          status_code: statusCode,
          error: error === null ? null : error.message,
          latency_ms: machine.now() - startedAt,
          delivery_id: deliveryId,
          tries,
        }
      }
      await machine.sleep(pause)
    }
  }
}

interface ToSign {
  readonly id: string
  readonly secret: string
  readonly body: string
  readonly now: number
}

/** The headers of Standard Webhooks: their key is the bytes that the secret encodes behind `whsec_`. */
function standardHeaders({ id, secret, body, now }: ToSign) {
  const timestamp = String(Math.floor(now / 1_000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

interface Posted {
  readonly statusCode: number | null
  readonly error: { readonly code: string | undefined; readonly message: string } | null
}

interface ToPost {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly allowRemote: boolean
  readonly signal: AbortSignal
}

function post({ url, headers, body, allowRemote, signal }: ToPost): Promise<Posted> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void =>
      resolve({ statusCode: null, error: { code: codeOf(error), message: messageOf(error) } })
    const host = url.hostname.replaceAll(/^\[|\]$/g, '')
    if (!allowRemote && isIP(host) !== 0 && !isNear(host)) return failed(new Error(REMOTE))
    const bytes = Buffer.from(body)
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': String(bytes.length) },
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
        ...(allowRemote ? {} : { lookup: nearLookup }),
      },
      (response) => {
        response.on('error', () => undefined).resume()
        resolve({ statusCode: response.statusCode ?? null, error: null })
      },
    )
    request.on('error', failed)
    request.end(bytes)
  })
}

const REMOTE = 'not sent: the address is neither on this machine nor on its private network (--allow-remote permits it)'

/** A name with several addresses fails once for each of them: the first error is reported. */
const innerOf = (error: NodeJS.ErrnoException): NodeJS.ErrnoException =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
const codeOf = (error: NodeJS.ErrnoException): string | undefined => innerOf(error).code
function messageOf(error: NodeJS.ErrnoException): string {
  const { code, message, name } = innerOf(error)
  return code === 'ECONNREFUSED'
    ? 'no server listens at this URL'
    : name === 'TimeoutError' || code === 'ABORT_ERR'
      ? 'no answer within 10 seconds'
      : message
}

const NEAR = new BlockList()
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NEAR.addSubnet(net, prefix, 'ipv4')
NEAR.addAddress('::1', 'ipv6')
NEAR.addSubnet('fc00::', 7, 'ipv6')

/** Loopback and private networks (RFC 1918, RFC 4193); not link-local ones, where clouds keep their credentials. */
export function isNear(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  return NEAR.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * A name is checked by the addresses that are connected to, so that it cannot resolve elsewhere between check and
 * connection.
 */
const nearLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, [])
    if (addresses.length === 0 || !addresses.every(({ address }) => isNear(address)))
      return callback(new Error(REMOTE), [])
    const [first] = addresses
    if (options.all === true || first === undefined) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
