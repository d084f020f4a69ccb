import { SignatureError } from './errors.ts'
import { isEvent } from './events.ts'
import type { Event } from './operations.ts'

export interface WebhookToVerify {
  /** `whsec_…`, as it was shown; several during a rotation. */
  readonly secret: string | readonly string[]
  /** The value of the header `Service-Signature`. */
  readonly header: string | null | undefined
  /** The raw body exactly as it was received, before anything has parsed it. */
  readonly body: string | Uint8Array
  /** The largest allowed distance of its time from now: 300 by default. */
  readonly toleranceSeconds?: number | undefined
  /** Milliseconds since 1970; the clock's by default. */
  readonly now?: number | undefined
}

export interface WebhookToSign {
  /** With several, one signature each, as during a rotation. */
  readonly secret: string | readonly string[]
  readonly body: string | Uint8Array
  readonly now?: number | undefined
}

/** Spec 6: a signature is good for five minutes. */
const TOLERANCE_SECONDS = 300
/** A rotation sends two; signatures beyond this number are ignored, because each costs a computation. */
const SIGNATURES_MAX = 10

/**
 * The event of a delivery, once its signature is verified over the raw bytes (Spec 6, "Webhook delivery"); rejects with
 * a SignatureError otherwise. WebCrypto compares in constant time.
 */
export async function verifyWebhook({
  secret,
  header,
  body,
  toleranceSeconds = TOLERANCE_SECONDS,
  now = Date.now(),
}: WebhookToVerify): Promise<Event> {
  const { time, signatures } = parsedHeader(header)
  if (!(Math.abs(now / 1_000 - Number(time)) <= toleranceSeconds))
    throw new SignatureError('The signature is too old, or of a time to come.')
  const signed = signedBytes(time, body)
  let proven = false
  for (const key of await keysOf(secret, 'verify')) {
    for (const signature of signatures) proven = (await crypto.subtle.verify('HMAC', key, signature, signed)) || proven
  }
  if (!proven)
    throw new SignatureError(
      'The signature is not of this body and secret. An endpoint signs with its own secret, and callbacks with that of GET /v1/callbacks/secret.',
    )
  return eventOf(body)
}

/**
 * The value of `Service-Signature` for a body, as the service sends it: for tests of a receiver and for local
 * forwarding.
 */
export async function signWebhook({ secret, body, now = Date.now() }: WebhookToSign): Promise<string> {
  const time = String(Math.floor(now / 1_000))
  const signed = signedBytes(time, body)
  const signatures = await Promise.all(
    (await keysOf(secret, 'sign')).map((key) => crypto.subtle.sign('HMAC', key, signed)),
  )
  return [`t=${time}`, ...signatures.map((signature) => `v1=${hex(new Uint8Array(signature))}`)].join(',')
}

function parsedHeader(header: string | null | undefined): { time: string; signatures: Uint8Array<ArrayBuffer>[] } {
  const parts = (header ?? '').split(',').map((part) => part.trim())
  const [time, ...others] = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2))
  const signatures = parts
    .filter((part) => /^v1=[0-9a-f]{64}$/i.test(part))
    .slice(0, SIGNATURES_MAX)
    .map((part) => bytesOfHex(part.slice(3)))
  if (time === undefined || !/^\d{1,12}$/.test(time) || others.length > 0 || signatures.length === 0) {
    throw new SignatureError('The header is no `t=<unix seconds>,v1=<hex>`.')
  }
  return { time, signatures }
}

/** `<t>.<raw body>`. */
function signedBytes(time: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const [head, rest] = [encode(`${time}.`), typeof body === 'string' ? encode(body) : body]
  const bytes = new Uint8Array(head.length + rest.length)
  bytes.set(head)
  bytes.set(rest, head.length)
  return bytes
}

// The name of the type differs between the browsers' declarations and Node's.
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** The HMAC key is the entire secret as it is shown, `whsec_` included. */
async function keysOf(secret: string | readonly string[], usage: 'sign' | 'verify'): Promise<HmacKey[]> {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('There is no secret to prove the signature by.')
  return Promise.all(
    secrets.map((one) =>
      crypto.subtle.importKey('raw', encode(one), { name: 'HMAC', hash: 'SHA-256' }, false, [usage]),
    ),
  )
}

function eventOf(body: string | Uint8Array): Event {
  const event: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
  if (!isEvent(event)) throw new TypeError('The body is signed, and no event.')
  return event
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOfHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
