import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../../domain/json/json.ts'
import type { HttpAnswer, HttpOutcome, ProviderHttp, ProviderRequest } from '../http.ts'
import { type ActorRun, hasEnded, readRun } from './map.ts'

export interface ApifyAccount {
  readonly http: ProviderHttp
  readonly apiKey: string
  /** With or without the version that begins every path. */
  readonly baseUrl: string
}

/** How long one caller waits for one run of an actor. */
export interface ActorWait {
  readonly signal: AbortSignal
  /** Milliseconds since the epoch; at this time the run is stopped. */
  readonly until: number
}

type ClientRequest = Pick<ProviderRequest, 'method' | 'query' | 'body' | 'deadlineMs' | 'signal'>

/** The provider limits one waiting request to 60 s; a shorter one notices a shutdown sooner. */
const POLL_WAIT_SECONDS = 20
/** Added to the time that the provider itself waits. */
const POLL_MARGIN_MS = 10_000
const POLL_AGAIN_MS = 1_000
const CALL_MS = 15_000
/** Items of one page, and of an entire run, which bounds the answer. */
const PAGE_ITEMS = 1_000
export const ITEMS_MAX = 10_000
const ITEMS_BYTES_MAX = 10 * 1024 * 1024
/** A page that is too large is requested again in this many smaller ones. */
const SMALLER_PAGES = 4

export function callApify(
  { http, apiKey, baseUrl }: ApifyAccount,
  path: string,
  request: ClientRequest,
): Promise<HttpOutcome> {
  return http.call({
    ...request,
    expect: 'either',
    url: `${baseUrl.replace(/\/v2$/, '')}${path}`,
    headers: { authorization: `Bearer ${apiKey}` },
  })
}

/**
 * Waits for the run's end; null when the time was over or this worker stopped first. A failed poll is made up for by
 * the next one.
 */
export async function awaitRun(
  account: ApifyAccount,
  runId: string,
  { signal, until }: ActorWait,
): Promise<ActorRun | null> {
  while (Date.now() < until && !signal.aborted) {
    const waitSeconds = Math.max(0, Math.min(POLL_WAIT_SECONDS, Math.floor((until - Date.now()) / 1000)))
    const outcome = await callApify(account, runPath(runId), {
      method: 'GET',
      query: { waitForFinish: waitSeconds },
      deadlineMs: waitSeconds * 1000 + POLL_MARGIN_MS,
      signal,
    })
    const run = outcome.kind === 'answer' ? readRun(outcome.body) : null
    if (run !== null && hasEnded(run)) return run
    // The provider has already waited. The pause is for a provider that does not wait, and for errors.
    await pause(outcome, { signal, until })
  }
  return null
}

/** Never longer than the time that is left. */
async function pause(outcome: HttpOutcome, { signal, until }: ActorWait): Promise<void> {
  const delayMs = (outcome.kind === 'answer' ? outcome.retryAfterMs : null) ?? POLL_AGAIN_MS
  const waitMs = Math.max(0, Math.min(delayMs, until - Date.now()))
  await sleep(waitMs, undefined, { signal }).catch(() => undefined) // The signal may cut the pause short.
}

export async function readRunOnce(
  account: ApifyAccount,
  runId: string,
  signal: AbortSignal,
  deadlineMs = CALL_MS,
): Promise<{ run: ActorRun | null; outcome: HttpOutcome }> {
  const outcome = await callApify(account, runPath(runId), { method: 'GET', deadlineMs, signal })
  return { run: outcome.kind === 'answer' ? readRun(outcome.body) : null, outcome }
}

/** Stops a run and returns its state; the items that it collected stay. */
export async function abortRun(account: ApifyAccount, runId: string, signal: AbortSignal): Promise<ActorRun | null> {
  const outcome = await callApify(account, `${runPath(runId)}/abort`, { method: 'POST', deadlineMs: CALL_MS, signal })
  return outcome.kind === 'answer' ? readRun(outcome.body) : null
}

export type Items =
  | { readonly kind: 'items'; readonly items: readonly Json[]; readonly truncated: boolean }
  | { readonly kind: 'lost'; readonly outcome: HttpOutcome }

/**
 * Reads a run's data set page by page, up to the limits of an answer. Pages that are too large are requested again as
 * smaller ones. A page that fails temporarily is requested again while there is time. Only the limits cut a result.
 */
export async function readItems(account: ApifyAccount, datasetId: string, wait: ActorWait): Promise<Items> {
  const items: Json[] = []
  let bytes = 0
  let limit = PAGE_ITEMS
  for (;;) {
    const outcome = await callApify(account, `/v2/datasets/${encodeURIComponent(datasetId)}/items`, {
      method: 'GET',
      query: { offset: items.length, limit },
      deadlineMs: CALL_MS,
      signal: wait.signal,
    })
    const page = pageOf(outcome)
    if (page === null) {
      const smaller = outcome.kind === 'tooLarge' ? Math.floor(limit / SMALLER_PAGES) : limit
      if (wait.signal.aborted) return { kind: 'lost', outcome }
      if (smaller === 0 || Date.now() >= wait.until) return items.length > 0 ? cut(items) : { kind: 'lost', outcome }
      if (smaller === limit) await pause(outcome, wait)
      limit = smaller
      continue
    }
    bytes += JSON.stringify(page).length
    if (bytes > ITEMS_BYTES_MAX && items.length > 0) return cut(items)
    items.push(...page)
    if (page.length < limit) return { kind: 'items', items, truncated: false }
    if (items.length >= ITEMS_MAX) return cut(items)
  }
}

const cut = (items: readonly Json[]): Items => ({ kind: 'items', items, truncated: true })

const pageOf = (outcome: HttpOutcome): readonly Json[] | null =>
  outcome.kind === 'answer' && isOk(outcome) && Array.isArray(outcome.body) ? outcome.body : null

const isOk = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300

const runPath = (runId: string): string => `/v2/actor-runs/${encodeURIComponent(runId)}`
