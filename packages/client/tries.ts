import { ConnectionError, retryAfterOf, ServiceError } from './errors.ts'

/** What the service answered, whatever its status. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed where the answer is JSON (by the platform's `JSON.parse`), otherwise its text. */
  readonly body: unknown
  readonly text: string
}

export type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'lost'; readonly error: ConnectionError }

/** The first pause is half of this on average; each further one is twice as long. */
const PAUSE_FIRST_MS = 500
/** A service that restarts is back within some ten seconds. */
const PAUSE_MS_MAX = 8_000
/** A deployment or a network failure ends within this time. */
const RETRY_MS_MAX = 300_000
/** A wait that returned sooner, and without a result, was cut short: the next one begins a little later. */
export const EARLY_MS = 500

export interface Tried {
  readonly outcome: Outcome
  /** A repeat changes nothing: a read, or a request with an idempotency key. */
  readonly harmless: boolean
  /** How often it was tried, from 1 on. */
  readonly tries: number
  /** From 0 to 1. */
  readonly random: number
}

/**
 * How many milliseconds to wait before the next try; null when the request must not, or need not, be repeated. A
 * request that was refused unprocessed (429) or never arrived may always be repeated, any other only where a repeat is
 * harmless. Full jitter: clients that failed together do not come back together.
 */
export function pauseBefore({ outcome, harmless, tries, random }: Tried): number | null {
  if (outcome.kind === 'lost') return harmless || outcome.error.neverSent ? backoff(tries, random) : null
  const { answer } = outcome
  return answer.status === 429 || (harmless && isPassing(answer))
    ? pauseOf(retryAfterOf(answer.headers), tries, random)
    : null
}

const backoff = (tries: number, random: number): number =>
  random * Math.min(PAUSE_MS_MAX, PAUSE_FIRST_MS * 2 ** (tries - 1))

/** Never earlier than the service requested. */
const pauseOf = (retryAfterSeconds: number | null, tries: number, random: number): number =>
  retryAfterSeconds === null ? backoff(tries, random) : retryAfterSeconds * 1_000 + random * PAUSE_FIRST_MS

function isPassing({ status, headers, body }: Answer): boolean {
  if (status === 503) return true
  // An earlier try of this very request is still being worked on.
  if (status === 409) return headers.has('retry-after')
  // A gateway has answered: the service's own 502 and 504 are runs and errors, and those are JSON.
  return (status === 502 || status === 504) && typeof body === 'string'
}

export interface RetryLimits {
  /** Milliseconds since 1970. */
  readonly giveUpAt: number
  readonly signal: AbortSignal | undefined
}

/** Repeats a request while the service is away, for five minutes at most. Only for reads. */
export async function withRetries<T>(request: () => Promise<T>, { giveUpAt, signal }: RetryLimits): Promise<T> {
  const loseHopeAt = Math.min(giveUpAt, Date.now() + RETRY_MS_MAX)
  for (let tries = 1; ; tries += 1) {
    try {
      return await request()
    } catch (error) {
      if (!isAway(error)) throw error
      const pause = pauseOf(error instanceof ServiceError ? error.retryAfter : null, tries, Math.random())
      if (Date.now() + pause > loseHopeAt) throw error
      await sleep(pause, signal)
    }
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return error instanceof ConnectionError
  return (
    error.status === 429 ||
    error.status === 503 ||
    ((error.status === 502 || error.status === 504) && typeof error.body === 'string')
  )
}

/** Rejects with the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', aborted, { once: true })
    function done(): void {
      signal?.removeEventListener('abort', aborted)
      resolve()
    }
    function aborted(): void {
      clearTimeout(timer)
      reject(signal?.reason)
    }
  })
}
