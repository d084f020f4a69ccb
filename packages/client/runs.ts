import { memberOf } from './errors.ts'
import type { Run, RunRequest } from './operations.ts'
import { sendOperation, successOf } from './request.ts'
import type { Send } from './transport.ts'
import { EARLY_MS, withRetries, sleep } from './tries.ts'

export interface RunOptions {
  /**
   * Made by the client unless given: a caller that repeats a run after its own crash passes the one that it has stored.
   */
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface WaitOptions {
  /** Milliseconds, 30 minutes by default: an actor works for ten, and may wait for its start before. */
  readonly timeoutMs?: number | undefined
  /** Called with the run as it is at first, and whenever its status or its attempts have changed. */
  readonly onProgress?: ((run: Run) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Spec 8: the longest that a read may wait. */
const WAIT_SECONDS_MAX = 120
/** How often progress is read. */
const PROGRESS_SECONDS = 2
const TIMEOUT_MS = 1_800_000

/**
 * Creates a run and returns it, whatever its end: one that failed or was blocked states why in `error`. `done` is false
 * when it was still executing after `wait_seconds`. Throws where no run was made.
 */
export async function run(send: Send, body: RunRequest, options: RunOptions = {}): Promise<Run> {
  const answer = await sendOperation(send, 'POST /v1/run', { body, ...options })
  return asRun(answer.body) ?? asRun(successOf(answer)) ?? unexpected()
}

/**
 * The run once it has ended, or when the time is up (`done` is false then). Requests are repeated over broken
 * connections.
 */
export async function waitForRun(send: Send, runId: string, options: WaitOptions = {}): Promise<Run> {
  const { timeoutMs = TIMEOUT_MS, onProgress, signal } = options
  const giveUpAt = Date.now() + timeoutMs
  let seen = ''
  for (;;) {
    const leftSeconds = Math.max(0, Math.ceil((giveUpAt - Date.now()) / 1_000))
    // With `onProgress`, the first read returns at once, so that there is something to show.
    const wait = Math.min(leftSeconds, onProgress === undefined ? WAIT_SECONDS_MAX : seen === '' ? 0 : PROGRESS_SECONDS)
    const requestedAt = Date.now()
    const now = await withRetries(() => readRun(send, runId, { wait, signal }), { giveUpAt, signal })
    if (now.done) return now
    const state = JSON.stringify([now.status, now.attempts])
    if (state !== seen) onProgress?.(now)
    seen = state
    if (Date.now() >= giveUpAt) return now
    // A service that is about to stop answers early.
    if (wait > 0 && Date.now() - requestedAt < EARLY_MS) await sleep(EARLY_MS, signal)
  }
}

async function readRun(
  send: Send,
  runId: string,
  { wait, signal }: { wait: number; signal: AbortSignal | undefined },
): Promise<Run> {
  const answer = await sendOperation(send, 'GET /v1/runs/{run_id}', {
    params: { run_id: runId },
    query: { wait },
    signal,
  })
  return asRun(successOf(answer)) ?? unexpected()
}

const isRun = (body: unknown): body is Run =>
  typeof memberOf(body, 'run_id') === 'string' && typeof memberOf(body, 'done') === 'boolean'
const asRun = (body: unknown): Run | null => (isRun(body) ? body : null)

function unexpected(): never {
  throw new TypeError('The service answered something that is no run.')
}
