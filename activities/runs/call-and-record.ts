import { setTimeout as sleep } from 'node:timers/promises'
import { CancelledFailure, Context } from '@temporalio/activity'
import type { AttemptResult, Offer } from '../../domain/providers/manifest.ts'
import type { AttemptAnswer } from '../../domain/runs/fallback.ts'
import type { AttemptToBegin, RunInput } from '../../db/attempts/begin.ts'
import { giveUpAttempt, readAttempt } from '../../db/attempts/begin.ts'
import { type AttemptEnd, recordOutcome } from '../../db/attempts/outcome.ts'
import { isDatabaseUnavailable } from '../../db/database.ts'
import type { AttemptOutcome } from '../../domain/runs/states.ts'
import type { ActivityDeps } from '../deps.ts'

export interface ProviderCall extends AttemptToBegin {
  readonly deadlineMs: number
  readonly run: RunInput
  /** Undefined when a deployment has taken the offer out since the run was planned. */
  readonly offer: Offer | undefined
}

type Deps = Pick<ActivityDeps, 'db' | 'adapters' | 'log'>

/** Temporal learns within this time that the worker of a slow call has died. */
export const HEARTBEAT_EVERY_MS = 2_000
/** A restart of the database takes seconds, a failover up to half a minute; after that the lease decides. */
const RECORD_WITHIN_MS = 30_000
const RECORD_AGAIN_MS = 500
/** How long routing leaves an account alone whose quota is used up or whose credential was refused. */
const EXHAUSTED_FOR_SECONDS = 300

/** Calls the provider and commits how it ended under this executor's token. */
export async function callAndRecord(deps: Deps, call: ProviderCall): Promise<AttemptAnswer> {
  const cutOff = shutdownSignal(Context.current())
  const result = await callProvider(deps, call, cutOff)
  if (cutOff.aborted && result.kind === 'failed') return giveUp(deps, call)
  return record(deps, call, result)
}

/** The same for a call whose executor was lost: it is made again only if the provider's manifest allows that. */
export function repeatAndRecord(deps: Deps, call: ProviderCall): Promise<AttemptAnswer> {
  const repeatable = call.offer !== undefined && call.offer.repeat !== 'never'
  return repeatable ? callAndRecord(deps, call) : record(deps, call, LOST)
}

async function record(deps: Deps, call: ProviderCall, result: AttemptResult): Promise<AttemptAnswer> {
  const end = endOf(call, result)
  if (await recordSoon(deps, end)) {
    return { provider: call.provider, outcome: end.outcome, units: end.units }
  }
  // Too late: another executor has taken the attempt meanwhile. Its outcome is the one that counts.
  const stored = await readAttempt(deps.db, call.runId, call.number)
  if (stored?.outcome == null) throw new Error('the attempt was taken over and is not decided yet')
  return { provider: stored.provider, outcome: stored.outcome, units: stored.units ?? 0 }
}

/**
 * Aborted when the worker must stop, and only then. A workflow that was terminated, or that Temporal has
 * forgotten, aborts no call: the provider is at it, and the run's next workflow finds its answer.
 */
function shutdownSignal(context: Context): AbortSignal {
  const shutdown = new AbortController()
  const onCancelled = (): void => {
    const { notFound, cancelRequested, timedOut, paused, reset } = context.cancellationDetails ?? {}
    if (!notFound && !cancelRequested && !timedOut && !paused && !reset) shutdown.abort()
  }
  context.cancellationSignal.addEventListener('abort', onCancelled, { once: true })
  if (context.cancellationSignal.aborted) onCancelled()
  return shutdown.signal
}

/**
 * An answer in hand outlives a database that restarts: asked again by the activity's own retry, the provider
 * would be called twice, or a send be unknown. When another executor takes the attempt meanwhile, its outcome counts.
 */
async function recordSoon({ db }: Deps, end: AttemptEnd): Promise<boolean> {
  const giveUpAt = Date.now() + RECORD_WITHIN_MS
  for (;;) {
    try {
      return await recordOutcome(db, end)
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > giveUpAt) throw error
      if (!Context.current().info.isLocal) Context.current().heartbeat()
      await sleep(RECORD_AGAIN_MS)
    }
  }
}

/**
 * The worker is shutting down and has cut the call off, which says nothing about the provider: the lease is
 * given up, so that the next worker asks again, or finds out that it must not.
 */
async function giveUp(deps: Deps, call: ProviderCall): Promise<never> {
  await giveUpAttempt(deps.db, call)
  throw new CancelledFailure('the worker is shutting down')
}

const LOST: AttemptResult = {
  kind: 'failed',
  outcome: 'unknown',
  detail: 'the worker was lost during the call, and this call must not be repeated',
}

async function callProvider(deps: Deps, call: ProviderCall, cutOff: AbortSignal): Promise<AttemptResult> {
  const adapter = deps.adapters.get(call.provider)
  if (adapter === undefined || call.offer === undefined) {
    return { kind: 'failed', outcome: 'provider_error', detail: 'this worker has no account or no offer of the provider' }
  }
  const { info } = Context.current()
  const heartbeat = info.isLocal ? undefined : setInterval(() => Context.current().heartbeat(), HEARTBEAT_EVERY_MS)
  try {
    return await adapter.attempt({
      capability: call.run.capability,
      input: call.run.input,
      idempotencyKey: `${call.runId}:${call.number}`,
      deadlineMs: call.deadlineMs,
      signal: cutOff,
    })
  } catch (error) {
    deps.log.error({ run_id: call.runId, provider: call.provider, error }, 'an adapter threw')
    // Nothing is known of the request: a lookup has failed, a send may have gone out.
    return call.offer.repeat === 'free'
      ? { kind: 'failed', outcome: 'provider_error', detail: 'the answer could not be read' }
      : { kind: 'failed', outcome: 'unknown', detail: 'the answer could not be read' }
  } finally {
    clearInterval(heartbeat)
  }
}

/** Decisions, "unknown send": whoever reads the attempts finds these by their first word. */
const detailOf = (outcome: AttemptOutcome, detail: string): string => (outcome === 'unknown' ? `unknown: ${detail}` : detail)

function endOf(call: ProviderCall, result: AttemptResult): AttemptEnd {
  const base = { runId: call.runId, number: call.number, token: call.token, accountId: call.accountId, exhaustedForSeconds: null }
  switch (result.kind) {
    case 'delivered':
      return { ...base, outcome: 'succeeded', detail: null, output: result.output, raw: result.raw, units: result.units }
    case 'noMatch':
      return { ...base, outcome: 'no_match', detail: result.detail, output: null, raw: result.raw, units: 0 }
    case 'failed':
      return {
        ...base, outcome: result.outcome, detail: detailOf(result.outcome, result.detail), output: null, raw: null, units: 0,
        exhaustedForSeconds: result.accountExhausted === true ? EXHAUSTED_FOR_SECONDS : null,
      }
  }
}
