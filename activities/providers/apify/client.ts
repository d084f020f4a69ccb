import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../../domain/json/json.ts'
import type { HttpAnswer, HttpOutcome, ProviderHttp, ProviderRequest } from '../http.ts'
import { type ActorRun, hasEnded, readRun } from './map.ts'

export interface ApifyAccount {
  readonly http: ProviderHttp
  readonly apiKey: string
  /** With or without the version that every path begins with. */
  readonly baseUrl: string
}

/** One executor's patience with one run of an actor. */
export interface Wait {
  readonly signal: AbortSignal
  /** Milliseconds since the epoch; from then on the run is stopped. */
  readonly until: number
}

type ClientRequest = Pick<ProviderRequest, 'method' | 'query' | 'body' | 'deadlineMs' | 'signal'>

/** The provider's own limit of one waiting request is 60 s; a shorter one notices a shutdown sooner. */
const POLL_WAIT_SECONDS = 20
/** Beside the time that the provider itself waits. */
const POLL_MARGIN_MS = 10_000
const POLL_AGAIN_MS = 1_000
const CALL_MS = 15_000
/** Items of one page; and of a run in all, which bounds the answer. */
const PAGE_ITEMS = 1_000
export const ITEMS_MAX = 10_000
const ITEMS_BYTES_MAX = 10 * 1024 * 1024
/** A page that is too large is asked for in so many. */
const SMALLER_PAGES = 4

export function ask({ http, apiKey, baseUrl }: ApifyAccount, path: string, request: ClientRequest): Promise<HttpOutcome> {
  return http.call({ ...request, expect: 'either', url: `${baseUrl.replace(/\/v2$/, '')}${path}`, headers: { authorization: `Bearer ${apiKey}` } })
}

/** Waits for the run's end; null when the time or this worker ended first. What a poll loses, the next one finds. */
export async function awaitRun(account: ApifyAccount, runId: string, { signal, until }: Wait): Promise<ActorRun | null> {
  while (Date.now() < until && !signal.aborted) {
    const waitSeconds = Math.max(0, Math.min(POLL_WAIT_SECONDS, Math.floor((until - Date.now()) / 1000)))
    const outcome = await ask(account, runPath(runId), {
      method: 'GET', query: { waitForFinish: waitSeconds }, deadlineMs: waitSeconds * 1000 + POLL_MARGIN_MS, signal,
    })
    const run = outcome.kind === 'answer' ? readRun(outcome.body) : null
    if (run !== null && hasEnded(run)) return run
    // The provider has waited for it; the pause is for one that does not, and for errors.
    await pause(outcome, { signal, until })
  }
  return null
}

/** Never longer than there is time. */
async function pause(outcome: HttpOutcome, { signal, until }: Wait): Promise<void> {
  const asked = (outcome.kind === 'answer' ? outcome.retryAfterMs : null) ?? POLL_AGAIN_MS
  const waitMs = Math.max(0, Math.min(asked, until - Date.now()))
  await sleep(waitMs, undefined, { signal }).catch(() => undefined) // Being cut short is the point of the signal.
}

export async function readRunOnce(account: ApifyAccount, runId: string, signal: AbortSignal, deadlineMs = CALL_MS): Promise<{ run: ActorRun | null; outcome: HttpOutcome }> {
  const outcome = await ask(account, runPath(runId), { method: 'GET', deadlineMs, signal })
  return { run: outcome.kind === 'answer' ? readRun(outcome.body) : null, outcome }
}

/** Stops a run; what it has collected stays. The answer tells how it then stands. */
export async function abortRun(account: ApifyAccount, runId: string, signal: AbortSignal): Promise<ActorRun | null> {
  const outcome = await ask(account, `${runPath(runId)}/abort`, { method: 'POST', deadlineMs: CALL_MS, signal })
  return outcome.kind === 'answer' ? readRun(outcome.body) : null
}

export type Items = { readonly kind: 'items'; readonly items: readonly Json[]; readonly truncated: boolean } | { readonly kind: 'lost'; readonly outcome: HttpOutcome }

/**
 * Everything in a run's data set, page by page, as far as an answer may be large: pages of large items are asked for in
 * smaller ones. A page that is lost for a moment is asked for again while there is time; a result is cut by its limits only.
 */
export async function readItems(account: ApifyAccount, datasetId: string, wait: Wait): Promise<Items> {
  const items: Json[] = []
  let bytes = 0
  let limit = PAGE_ITEMS
  for (;;) {
    const outcome = await ask(account, `/v2/datasets/${encodeURIComponent(datasetId)}/items`, {
      method: 'GET', query: { offset: items.length, limit }, deadlineMs: CALL_MS, signal: wait.signal,
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
