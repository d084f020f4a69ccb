import { setTimeout as sleep } from 'node:timers/promises'
import { Context } from '@temporalio/activity'
import { waitBeforeRetry } from '../../domain/runs/retry-after.ts'
import type { AdapterResult } from '../../domain/providers/manifest.ts'
import { extendLease } from '../../db/runs/attempts/external-run.ts'
import type { ActivityDeps } from '../deps.ts'
import { nameOfWork } from './name-of-work.ts'
import type { AttemptExecution } from './attempt-execution.ts'

type Deps = Pick<ActivityDeps, 'db' | 'catalog' | 'log' | 'traced' | 'observedLatency'>

/** One call of the provider, within `deadlineMs` and until `cutOff`. */
export type Invoke = (cutOff: AbortSignal, deadlineMs: number) => Promise<AdapterResult>

/** Temporal notices within this time that the worker of a slow call has died. */
export const HEARTBEAT_EVERY_MS = 2_000
/** A lease survives two failed renewals. */
const RENEWALS_PER_LEASE = 3

/**
 * Calls the provider with heartbeats and a trace, and repeats the call once if the provider names a time. It never
 * throws.
 */
export const invokeProvider = (
  deps: Deps,
  call: AttemptExecution,
  { invoke, cutOff }: { readonly invoke: Invoke; readonly cutOff: AbortSignal },
): Promise<AdapterResult> =>
  withHeartbeatAndLease(deps, call, () => withSpan(deps, call, () => withRetryAfter(call, { invoke, cutOff })))

/** Sends heartbeats to Temporal, and renews the lease of a resumable call, while the call lasts. */
async function withHeartbeatAndLease(
  deps: Deps,
  call: AttemptExecution,
  work: () => Promise<AdapterResult>,
): Promise<AdapterResult> {
  const { info } = Context.current()
  const heartbeat = info.isLocal ? undefined : setInterval(() => Context.current().heartbeat(), HEARTBEAT_EVERY_MS)
  const answered = deps.observedLatency.begin(call.latencyKey)
  const lease =
    call.repeat !== 'resumed'
      ? undefined
      : setInterval(() => void renewLease(deps, call), call.leaseMs / RENEWALS_PER_LEASE)
  try {
    return await work()
  } catch (error) {
    deps.log.error({ run_id: call.runId, provider: call.provider, error }, 'adapter_threw')
    // The state of the request is unknown: a lookup has failed, a send may have gone out.
    return call.repeat === 'free'
      ? { kind: 'failed', outcome: 'provider_error', detail: 'the answer could not be read' }
      : { kind: 'failed', outcome: 'unknown', detail: 'the answer could not be read' }
  } finally {
    answered()
    clearInterval(heartbeat)
    clearInterval(lease)
  }
}

/** A failed renewal leaves the lease unchanged: two more come before it expires. */
async function renewLease({ db, log }: Deps, call: AttemptExecution): Promise<void> {
  await extendLease(db, call).catch((error: unknown) =>
    log.error({ run_id: call.runId, error }, 'lease_renewal_failed'),
  )
}

/**
 * The call as an operator sees it: the provider, the requested work and the outcome. Its HTTP requests are child spans.
 */
function withSpan(
  { traced, catalog }: Deps,
  call: AttemptExecution,
  work: () => Promise<AdapterResult>,
): Promise<AdapterResult> {
  const { provider, runId, number, repeat, run } = call
  const attributes = {
    provider,
    ...nameOfWork(catalog, run),
    'attempt.number': number,
    'run.id': runId,
    environment: run.environment,
  }
  return traced({ name: `call ${provider}`, kind: 'client', attributes }, async (setAttributes) => {
    const result = await work()
    setAttributes(
      result.kind === 'failed'
        ? { outcome: result.outcome, 'error.type': result.outcome, retryable: repeat === 'free' || repeat === 'keyed' }
        : { outcome: result.kind },
    )
    return result
  })
}

/** If the provider names a time, it is called once more at that time, within the attempt's own deadline. */
async function withRetryAfter(
  { deadlineMs }: AttemptExecution,
  { invoke, cutOff }: { readonly invoke: Invoke; readonly cutOff: AbortSignal },
): Promise<AdapterResult> {
  const startedAt = performance.now()
  const elapsedMs = (): number => Math.round(performance.now() - startedAt)
  const first = await invoke(cutOff, deadlineMs)
  const waitMs =
    first.kind !== 'failed'
      ? null
      : waitBeforeRetry({ retryAfterMs: first.retryAfterMs, elapsedMs: elapsedMs(), deadlineMs, calls: 1 })
  if (waitMs === null) return first
  await sleep(waitMs, undefined, { signal: cutOff }).catch(() => undefined) // Cut short, the first answer counts.
  return cutOff.aborted ? first : invoke(cutOff, deadlineMs - elapsedMs())
}
