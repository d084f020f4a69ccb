import { ConnectionError, memberOf } from './errors.ts'
import { repeatOf } from './repeats.ts'
import { type Answer, type Outcome, pauseBefore, sleep } from './tries.ts'

export interface ClientOptions {
  /** Where the service is: `https://api.example.com`. */
  readonly baseUrl: string
  /** An API key, a dashboard session token, or the token of a connected app. Only public routes work without. */
  readonly token?: string | undefined
  /** For sessions and connected apps, which are live by default; a key belongs to one environment. */
  readonly environment?: 'test' | 'live' | undefined
  /** Instead of the platform's own. */
  readonly fetch?: typeof fetch | undefined
  /** Milliseconds for one try, in addition to the wait that the request gives the service. 60,000 by default. */
  readonly timeoutMs?: number | undefined
  /**
   * Milliseconds for all tries of one request and the pauses between them, in addition to the same wait. 180,000 by
   * default.
   */
  readonly deadlineMs?: number | undefined
  /** How often a request is repeated where a repeat is harmless. 3 by default; 0 switches it off. */
  readonly retriesMax?: number | undefined
  readonly userAgent?: string | undefined
}

type QueryValue = string | number | boolean
type QueryMembers = Readonly<Record<string, QueryValue>>
/**
 * Undefined values are left out; several values are sent one after the other, and the members of an object as
 * `metadata[customer]`.
 */
export type QueryValues = Readonly<Record<string, QueryValue | readonly QueryValue[] | QueryMembers | undefined>>

/** One request, as it goes out. */
export interface Call {
  readonly method: string
  /** Begins with `/`; its placeholders are filled, and it may carry its own query. */
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
/** The maximum of a timer (2^31 - 1): one that was set for longer would fire at once. */
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
 * Sends requests and returns every answer; rejects only with a ConnectionError, or with the signal's own reason.
 * Repeats requests that may be repeated (`tries.ts`). A request that takes an idempotency key gets one here when the
 * caller gave none: the same in each of its tries.
 */
export function createSend(options: ClientOptions): Send {
  const { timeoutMs = TIMEOUT_MS, deadlineMs = DEADLINE_MS, retriesMax = RETRIES_MAX } = options
  return async (call) => {
    const waitMs = requestedWaitMs(call)
    const prepared = prepare(options, call, timeoutMs + waitMs)
    const giveUpAt = Date.now() + deadlineMs + waitMs
    for (let tries = 1; ; tries += 1) {
      const outcome = await tryOnce(
        options,
        { ...prepared, tryMs: Math.min(prepared.tryMs, giveUpAt - Date.now()) },
        call.signal,
      )
      const pause =
        tries > retriesMax ? null : pauseBefore({ outcome, harmless: prepared.harmless, tries, random: Math.random() })
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
  if (options.token !== undefined && !headers.has('authorization'))
    headers.set('authorization', `Bearer ${options.token}`)
  if (options.environment !== undefined && !headers.has('service-environment'))
    headers.set('service-environment', options.environment)
  if (!headers.has('user-agent')) headers.set('user-agent', options.userAgent ?? USER_AGENT)
  const repeat = repeatOf(method, call.path.split('?')[0] ?? '')
  const keyInBody =
    typeof memberOf(typeof call.body === 'string' ? jsonOf(call.body) : call.body, 'idempotency_key') === 'string'
  if (repeat === 'keyed' && !keyInBody && !headers.has('idempotency-key'))
    headers.set('idempotency-key', crypto.randomUUID())
  return {
    url,
    tryMs,
    label: `${method} ${url.pathname}`,
    harmless: repeat !== 'never',
    // A redirect would turn a POST into a GET, or send the credential elsewhere, so it is returned like any other
    // answer.
    init: { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) },
  }
}

/** Always the client's own host, whatever the path states. */
function urlOf(baseUrl: string, { path, query }: Call): URL {
  if (!path.startsWith('/')) throw new TypeError(`A path begins with "/", and "${path}" does not.`)
  const url = new URL(baseUrl.replace(/\/+$/, '') + path)
  for (const [name, given] of Object.entries(query ?? {})) {
    for (const [parameter, value] of given === undefined ? [] : parametersOf(name, given))
      url.searchParams.append(parameter, String(value))
  }
  return url
}

function parametersOf(name: string, given: NonNullable<QueryValues[string]>): (readonly [string, unknown])[] {
  if (Array.isArray(given)) return given.map((value: QueryValue) => [name, value])
  return typeof given === 'object'
    ? Object.entries(given).map(([key, value]) => [`${name}[${key}]`, value])
    : [[name, given]]
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

/** A body written by hand may hold a key as well; undefined for text that is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How long the request lets the service hold its answer back: the client does not give up before that. */
function requestedWaitMs({ path, query, body }: Call): number {
  const inPath = new URLSearchParams(path.split('?')[1])
  const waits = [
    query?.['wait'],
    query?.['wait_seconds'],
    inPath.get('wait'),
    inPath.get('wait_seconds'),
    memberOf(body, 'wait_seconds'),
  ]
  return Math.max(0, ...waits.map(Number).filter(Number.isFinite)) * 1_000
}

async function tryOnce(
  options: ClientOptions,
  { url, init, label, tryMs }: Prepared,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(Math.ceil(Math.min(Math.max(1, tryMs), TIMER_MS_MAX)))
  try {
    const response = await (options.fetch ?? fetch)(url, {
      ...init,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    const text = await response.text()
    return {
      kind: 'answer',
      answer: { status: response.status, headers: response.headers, body: parsed(response, text), text },
    }
  } catch (cause) {
    signal?.throwIfAborted()
    return {
      kind: 'lost',
      error: new ConnectionError(label, {
        timedOut: timeout.aborted,
        cause,
        idempotencyKey: init.headers.get('idempotency-key'),
      }),
    }
  }
}

/** Throws for JSON that was cut short: such an answer has not arrived. */
const parsed = (response: Response, text: string): unknown =>
  /^application\/(?:[\w.+-]+\+)?json\b/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text
