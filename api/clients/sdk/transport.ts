import { ConnectionError, memberOf } from './errors.ts'
import { repeatOf } from './repeats.ts'
import { type Answer, type Outcome, pauseBefore, sleep } from './tries.ts'

export interface ClientOptions {
  /** Where the service is: `https://api.example.com`. */
  readonly baseUrl: string
  /** An API key, a dashboard session token, or the token of a connected app. Only public routes work without. */
  readonly token?: string | undefined
  /** For sessions and connected apps, which are live unless it is said here; a key is of its own environment. */
  readonly environment?: 'test' | 'live' | undefined
  /** Instead of the platform's own. */
  readonly fetch?: typeof fetch | undefined
  /** Milliseconds that one try may take, beside what the request asks the service to wait. 60,000 unless said otherwise. */
  readonly timeoutMs?: number | undefined
  /** Milliseconds that all tries of one request and the pauses between them may take, beside the same. 180,000 unless said otherwise. */
  readonly deadlineMs?: number | undefined
  /** How often a request is repeated where a repeat is harmless. 3 unless said otherwise; 0 switches it off. */
  readonly retriesMax?: number | undefined
  readonly userAgent?: string | undefined
}

type QueryValue = string | number | boolean
/** What is undefined is left out; several values are sent one after the other. */
export type QueryValues = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>

/** One request, as it goes out. */
export interface Call {
  readonly method: string
  /** Begins with `/`; its placeholders are filled, and it may carry a query of its own. */
  readonly path: string
  readonly query?: QueryValues | undefined
  /** A string or bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
  /** An `Idempotency-Key` among them makes the request repeatable. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

export type Send = (call: Call) => Promise<Answer>

const TIMEOUT_MS = 60_000
const DEADLINE_MS = 180_000
const RETRIES_MAX = 3
/** Timers go no further (2^31 - 1): one that was set for longer would end at once. */
const TIMER_MS_MAX = 2_147_483_647
/** With the version of the package. */
const USER_AGENT = 'svc-client/0.1.0'

interface Prepared {
  readonly url: URL
  readonly init: RequestInit & { readonly headers: Headers }
  readonly label: string
  readonly harmless: boolean
  readonly tryMs: number
}

/**
 * Sends requests and answers whatever comes back; rejects only with a ConnectionError, or with the signal's own reason. Repeats what may be
 * repeated (`tries.ts`). A POST that takes an idempotency key gets one here when the caller gave none: the same in each of its tries.
 */
export function createSend(options: ClientOptions): Send {
  const { timeoutMs = TIMEOUT_MS, deadlineMs = DEADLINE_MS, retriesMax = RETRIES_MAX } = options
  return async (call) => {
    const waitMs = waitAsked(call)
    const prepared = prepare(options, call, timeoutMs + waitMs)
    const giveUpAt = Date.now() + deadlineMs + waitMs
    for (let tries = 1; ; tries += 1) {
      const outcome = await tryOnce(options, { ...prepared, tryMs: Math.min(prepared.tryMs, giveUpAt - Date.now()) }, call.signal)
      const pause = tries > retriesMax ? null : pauseBefore({ outcome, harmless: prepared.harmless, tries, random: Math.random() })
      if (pause === null || Date.now() + pause >= giveUpAt) return settled(outcome)
      await sleep(pause, call.signal)
    }
  }
}

function settled(outcome: Outcome): Answer {
  if (outcome.kind === 'lost') throw outcome.error
  return outcome.answer
}

function prepare(options: ClientOptions, call: Call, tryMs: number): Prepared {
  const method = call.method.toUpperCase()
  const url = urlOf(options.baseUrl, call)
  const headers = new Headers(call.headers)
  const body = bodyOf(call.body)
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  if (options.token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${options.token}`)
  if (options.environment !== undefined && !headers.has('service-environment')) headers.set('service-environment', options.environment)
  if (!headers.has('user-agent')) headers.set('user-agent', options.userAgent ?? USER_AGENT)
  const repeat = repeatOf(method, call.path.split('?')[0] ?? '')
  const keyInBody = typeof memberOf(typeof call.body === 'string' ? jsonOf(call.body) : call.body, 'idempotency_key') === 'string'
  if (repeat === 'keyed' && !keyInBody && !headers.has('idempotency-key')) headers.set('idempotency-key', crypto.randomUUID())
  return {
    url, tryMs, label: `${method} ${url.pathname}`, harmless: repeat !== 'never',
    // A redirect would turn a POST into a GET, or lead the credential elsewhere: it is an answer like any other.
    init: { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) },
  }
}

/** Never another host than the client's own, whatever the path says. */
function urlOf(baseUrl: string, { path, query }: Call): URL {
  if (!path.startsWith('/')) throw new TypeError(`A path begins with "/", and "${path}" does not.`)
  const url = new URL(baseUrl.replace(/\/+$/, '') + path)
  for (const [name, given] of Object.entries(query ?? {})) {
    for (const value of given === undefined ? [] : [given].flat()) url.searchParams.append(name, String(value))
  }
  return url
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

/** A body that was written by hand may hold a key as well; undefined for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How long the service was asked to hold its answer back: nobody gives up before that. */
function waitAsked({ path, query, body }: Call): number {
  const inPath = new URLSearchParams(path.split('?')[1])
  const asked = [query?.['wait'], query?.['wait_seconds'], inPath.get('wait'), inPath.get('wait_seconds'), memberOf(body, 'wait_seconds')]
  return Math.max(0, ...asked.map(Number).filter(Number.isFinite)) * 1_000
}

async function tryOnce(options: ClientOptions, { url, init, label, tryMs }: Prepared, signal: AbortSignal | undefined): Promise<Outcome> {
  signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(Math.ceil(Math.min(Math.max(1, tryMs), TIMER_MS_MAX)))
  try {
    const response = await (options.fetch ?? fetch)(url, { ...init, signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) })
    const text = await response.text()
    return { kind: 'answer', answer: { status: response.status, headers: response.headers, body: parsed(response, text), text } }
  } catch (cause) {
    signal?.throwIfAborted()
    return { kind: 'lost', error: new ConnectionError(label, { timedOut: timeout.aborted, cause, idempotencyKey: init.headers.get('idempotency-key') }) }
  }
}

/** Throws for JSON that was cut short: that is an answer which has not arrived. */
const parsed = (response: Response, text: string): unknown =>
  (/^application\/(?:[\w.+-]+\+)?json\b/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text)
