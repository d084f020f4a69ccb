import { CancelledFailure, Context } from '@temporalio/activity'
import type { AttemptResult, Offer } from '../../domain/providers/manifest.ts'
import type { AttemptAnswer } from '../../domain/runs/fallback.ts'
import type { AttemptToBegin, RunInput } from '../../db/attempts/begin.ts'
import { giveUpAttempt, readAttempt } from '../../db/attempts/begin.ts'
import { type AttemptEnd, recordOutcome } from '../../db/attempts/outcome.ts'
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
/** How long routing leaves an account alone whose quota is used up or whose credential was refused. */
const EXHAUSTED_FOR_SECONDS = 300

/** Calls the provider and commits how it ended under this executor's token. */
export async function callAndRecord(deps: Deps, call: ProviderCall): Promise<AttemptAnswer> {
  const result = await callProvider(deps, call)
  if (Context.current().cancellationSignal.aborted && result.kind === 'failed') return giveUp(deps, call)
  return record(deps, call, result)
}

/** The same for a call whose executor was lost: it is made again only if the provider's manifest allows that. */
export function repeatAndRecord(deps: Deps, call: ProviderCall): Promise<AttemptAnswer> {
  const repeatable = call.offer !== undefined && call.offer.repeat !== 'never'
  return repeatable ? callAndRecord(deps, call) : record(deps, call, LOST)
}

async function record(deps: Deps, call: ProviderCall, result: AttemptResult): Promise<AttemptAnswer> {
  const end = endOf(call, result)
  if (await recordOutcome(deps.db, end)) {
    return { provider: call.provider, outcome: end.outcome, units: end.units }
  }
  // Too late: another executor has taken the attempt meanwhile. Its outcome is the one that counts.
  const stored = await readAttempt(deps.db, call.runId, call.number)
  if (stored?.outcome == null) throw new Error('the attempt was taken over and is not decided yet')
  return { provider: stored.provider, outcome: stored.outcome, units: stored.units ?? 0 }
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

async function callProvider(deps: Deps, call: ProviderCall): Promise<AttemptResult> {
  const adapter = deps.adapters.get(call.provider)
  if (adapter === undefined || call.offer === undefined) {
    return { kind: 'failed', outcome: 'provider_error', detail: 'this worker has no account or no offer of the provider' }
  }
  const { cancellationSignal, info } = Context.current()
  const heartbeat = info.isLocal ? undefined : setInterval(() => Context.current().heartbeat(), HEARTBEAT_EVERY_MS)
  try {
    return await adapter.attempt({
      capability: call.run.capability,
      input: call.run.input,
      idempotencyKey: `${call.runId}:${call.number}`,
      deadlineMs: call.deadlineMs,
      signal: cancellationSignal,
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
