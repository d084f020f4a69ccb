import { formatUsd, type Microdollars } from '../../../domain/money/microdollars.ts'
import type { Json } from '../../../domain/json/json.ts'
import type { AdapterResult } from '../../../domain/providers/manifest.ts'
import type { ReportedCost } from '../../../domain/providers/reported-cost.ts'
import { accountExhausted, failureOf, failureOfStatus, isSuccess, rateLimited } from '../classify.ts'
import type { HttpAnswer, ProviderRequestBody } from '../http.ts'
import { abortRun, type ApifyAccount, callApify, awaitRun, readItems, readRunOnce, type ActorWait } from './client.ts'
import { type ActorRun, errorType, hasEnded, rateCardOf, readRun } from './map.ts'
import { stopAt, STOPPING_MS } from './run-cost.ts'

/** One run of an actor, as requested. */
export interface ActorCall {
  /** Encoded: `apify~instagram-scraper`. */
  readonly actorId: string
  readonly body: ProviderRequestBody
  /** The caller's options for the run: memory, build, maxItems, timeout. */
  readonly query: Readonly<Record<string, string>>
  readonly cap: Microdollars | null
  /** Runs on the platform's account have no access to the rest of the account. */
  readonly limitPermissions: boolean
  readonly deadlineMs: number
  readonly signal: AbortSignal
  readonly resume: string | null
  readonly onStarted: (runId: string) => Promise<void>
}

type Failed = Extract<AdapterResult, { kind: 'failed' }>

export type ActorEnd =
  | {
      readonly kind: 'ended'
      readonly run: ActorRun
      readonly items: readonly Json[]
      readonly truncated: boolean
      /** Stopped at our deadline, or because more of its time could cost more than the cap. */
      readonly outOfTime: boolean
      readonly rateCard: ReportedCost
    }
  | { readonly kind: 'failed'; readonly failure: Failed; readonly answer: HttpAnswer | null }

/** The part of the deadline reserved for stopping the run and reading its items. */
const WRAP_UP_MS = 30_000
const START_MS = 30_000
const REPEAT = 'resumed'

/**
 * Starts the actor's run once, or resumes the one already started, waits for its end, and reads its items. At the
 * deadline the run is stopped at the provider, and the items collected by then count (Spec 3.1).
 */
export async function runActor(account: ApifyAccount, call: ActorCall): Promise<ActorEnd> {
  const waitMs = Math.max(1_000, call.deadlineMs - WRAP_UP_MS)
  const deadline = Date.now() + waitMs
  const wrapUp: ActorWait = { signal: call.signal, until: deadline + WRAP_UP_MS }
  const started = call.resume === null ? await start(account, call, waitMs) : await resume(account, call, call.resume)
  if ('failure' in started) return { kind: 'failed', ...started }
  const { runId } = started
  const affordable = started.run === null ? null : stopAt(started.run.raw, call.cap, Date.now())
  const until = affordable === null ? deadline : Math.min(deadline, affordable)
  const run = await awaitRun(account, runId, { signal: call.signal, until })
  if (run !== null) return collect(account, run, wrapUp)
  // This worker must stop. The run continues, and the worker that takes over the attempt resumes it.
  if (call.signal.aborted) return lost('this worker was stopped')
  const end = await collect(account, await stop(account, runId, call.signal), wrapUp)
  return end.kind === 'ended' ? { ...end, outOfTime: true } : end
}

interface Started {
  readonly runId: string
  /** As the platform has shown it last; null: it could not be read. */
  readonly run: ActorRun | null
}

/** Only the cap needs the run's state before it is awaited. */
async function resume(account: ApifyAccount, { cap, signal }: ActorCall, runId: string): Promise<Started> {
  return { runId, run: cap === null ? null : (await readRunOnce(account, runId, signal)).run }
}

async function start(
  account: ApifyAccount,
  call: ActorCall,
  waitMs: number,
): Promise<Started | { failure: Failed; answer: HttpAnswer | null }> {
  const seconds = Math.floor(waitMs / 1000)
  const timeoutSeconds = Number(call.query['timeout'] ?? '0')
  const outcome = await callApify(account, `/v2/actors/${call.actorId}/runs`, {
    method: 'POST',
    query: {
      ...call.query,
      // The provider stops the run itself if no worker is left to stop it.
      timeout: timeoutSeconds > 0 && timeoutSeconds < seconds ? timeoutSeconds : seconds,
      waitForFinish: undefined,
      ...(call.cap === null ? {} : { maxTotalChargeUsd: formatUsd(call.cap) }),
      ...(call.limitPermissions ? { forcePermissionLevel: 'LIMITED_PERMISSIONS' } : {}),
    },
    body: call.body,
    deadlineMs: START_MS,
    signal: call.signal,
  })
  if (outcome.kind !== 'answer') return { failure: failureOf(outcome, REPEAT), answer: null }
  if (!isSuccess(outcome)) return { failure: refusalOf(outcome), answer: outcome }
  const run = readRun(outcome.body)
  if (run === null) return { failure: unreadable(outcome), answer: outcome }
  try {
    await call.onStarted(run.id)
  } catch (error) {
    // No worker can resume a run whose id is not committed, so it must not continue and cost money.
    await abortRun(account, run.id, AbortSignal.timeout(START_MS))
    throw error
  }
  return { runId: run.id, run }
}

/** The account has no room for another run until one ends. */
const NO_ROOM = new Set(['actor-memory-limit-exceeded', 'concurrent-runs-limit-exceeded'])

function refusalOf(answer: HttpAnswer): Failed {
  const type = errorType(answer.body)
  if (type !== null && NO_ROOM.has(type)) return rateLimited(answer, type)
  if (answer.status === 402) return accountExhausted(answer, type)
  // A 403 concerns this actor (rented, private, wanting more permissions): the account can still call every other one.
  const refusal = failureOfStatus(answer, REPEAT, type)
  return answer.status === 403 ? { kind: 'failed', outcome: 'rejected', detail: refusal.detail } : refusal
}

const unreadable = ({ status }: HttpAnswer): Failed => ({
  kind: 'failed',
  outcome: 'unknown',
  detail: `HTTP ${status}: no run in the answer`,
})

/**
 * The run after it was stopped or ended by itself; null when its state is unknown. It waits for the items that the run
 * was writing.
 */
async function stop(account: ApifyAccount, runId: string, signal: AbortSignal): Promise<ActorRun | null> {
  const aborted = await abortRun(account, runId, signal)
  if (aborted !== null && hasEnded(aborted)) return aborted
  const ended = await awaitRun(account, runId, { signal, until: Date.now() + STOPPING_MS })
  return ended ?? (await readRunOnce(account, runId, signal)).run ?? aborted
}

async function collect(account: ApifyAccount, run: ActorRun | null, wait: ActorWait): Promise<ActorEnd> {
  if (run === null) return lost('the run could not be read at its deadline')
  if (run.status === 'FAILED') return failed('provider_error', 'the actor failed')
  if (run.datasetId === null)
    return { kind: 'ended', run, items: [], truncated: false, outOfTime: false, rateCard: rateCardOf(run, 0) }
  const read = await readItems(account, run.datasetId, wait)
  if (read.kind === 'lost') return lost('its items could not be read')
  return {
    kind: 'ended',
    run,
    items: read.items,
    truncated: read.truncated,
    outOfTime: false,
    rateCard: rateCardOf(run, read.items.length),
  }
}

const failed = (outcome: 'provider_error' | 'provider_timeout', detail: string): ActorEnd => ({
  kind: 'failed',
  failure: { kind: 'failed', outcome, detail },
  answer: null,
})
const lost = (detail: string): ActorEnd => failed('provider_timeout', detail)
