import { ConnectionError, retryAfterOf } from './errors.ts'

/** What the service answered, whatever its status. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed where the answer is JSON (by the platform's `JSON.parse`), otherwise its text. */
  readonly body: unknown
  readonly text: string
}

export type Outcome = { readonly kind: 'answer'; readonly answer: Answer } | { readonly kind: 'lost'; readonly error: ConnectionError }

/** The first pause is half of this on average; each further one is twice as long. */
const PAUSE_FIRST_MS = 500
/** A service that restarts is back within some ten seconds. */
const PAUSE_MS_MAX = 8_000

export interface Tried {
  readonly outcome: Outcome
  /** Doing it twice changes nothing: a GET, or a request with an idempotency key. */
  readonly harmless: boolean
  /** From 1 on. */
  readonly tries: number
  /** From 0 to 1. */
  readonly random: number
}

/**
 * How many milliseconds to wait before the next try; null when the request must not, or need not, be repeated. What was refused before
 * it was looked at (429) may be repeated always, everything else only where a repeat is harmless. Full jitter: clients that failed
 * together do not come back together.
 */
export function pauseBefore({ outcome, harmless, tries, random }: Tried): number | null {
  const backoff = random * Math.min(PAUSE_MS_MAX, PAUSE_FIRST_MS * 2 ** (tries - 1))
  if (outcome.kind === 'lost') return harmless ? backoff : null
  const { answer } = outcome
  if (!(answer.status === 429 || (harmless && isPassing(answer)))) return null
  const asked = retryAfterOf(answer.headers)
  return asked === null ? backoff : asked * 1_000 + random * PAUSE_FIRST_MS
}

function isPassing({ status, headers, body }: Answer): boolean {
  if (status === 503) return true
  // An earlier try of this very request is still being worked on.
  if (status === 409) return headers.has('retry-after')
  // A gateway has answered: the service's own 502 and 504 are runs and errors, and those are JSON.
  return (status === 502 || status === 504) && typeof body === 'string'
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
